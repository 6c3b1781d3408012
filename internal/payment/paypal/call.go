package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
)

func (p *Provider) call(ctx context.Context, method, path string, body any, key string, into any) error {
	return p.callAt(ctx, p.pace.Call, method, path, body, key, into)
}

// callAt makes a call with the token that is kept, and once more with a new one when PayPal does not accept it any more.
func (p *Provider) callAt(ctx context.Context, acquire ratelimit.Acquire, method, path string, body any, key string, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for again := false; ; again = true {
		token, err := p.bearer(ctx, acquire)
		if err != nil {
			return err
		}
		request, err := http.NewRequestWithContext(ctx, method, p.api+path, bytes.NewReader(text))
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Prefer", "return=representation")
		if key != "" {
			request.Header.Set("PayPal-Request-Id", key)
		}
		err = p.send(request, acquire, into)
		if again || !errors.Is(err, payment.ErrKeys) {
			return err
		}
		p.forget(token)
	}
}

// forget drops a token that PayPal ended before its time.
func (p *Provider) forget(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token == token { // or else there is a newer one already
		p.token = ""
	}
}

// bearer asks for a token once in a while.
func (p *Provider) bearer(ctx context.Context, acquire ratelimit.Acquire) (string, error) {
	keys, err := p.keys(ctx)
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token != "" && p.tokenOf == keys && time.Now().Before(p.tokenEnd) {
		return p.token, nil
	}
	token, lasts, err := p.newToken(ctx, keys, acquire)
	if err != nil {
		return "", err
	}
	p.token, p.tokenOf, p.tokenEnd = token, keys, time.Now().Add(lasts-time.Minute)
	return p.token, nil
}

func (p *Provider) newToken(ctx context.Context, keys Keys, acquire ratelimit.Acquire) (token string, lasts time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.api+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return "", 0, err
	}
	request.SetBasicAuth(keys.ClientID, keys.Secret)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var response struct {
		Token   string `json:"access_token"`
		Seconds int64  `json:"expires_in"`
	}
	err = p.send(request, acquire, &response)
	return response.Token, time.Duration(response.Seconds) * time.Second, err
}

// Check asks for a token with the shop's keys.
func (p *Provider) Check(ctx context.Context) error {
	keys, err := p.keys(ctx)
	if err != nil {
		return err
	}
	_, _, err = p.newToken(ctx, keys, p.pace.Call)
	return err
}

// refusedError is a refusal with PayPal's own name for it.
type refusedError struct {
	status int
	name   string
	issue  string
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("paypal answered %d %s %s", e.status, e.name, e.issue)
}

// badRequest says whether PayPal could make nothing of the question.
func (e *refusedError) badRequest() bool {
	return e.status == http.StatusBadRequest || e.status == http.StatusUnprocessableEntity
}

// Is makes refusals for good known to the shop; its own trouble and "too many" pass.
func (e *refusedError) Is(target error) bool {
	if target == payment.ErrKeys {
		return e.status == http.StatusUnauthorized
	}
	return target == payment.ErrRefused && e.status < 500 && e.status != http.StatusTooManyRequests && e.status != http.StatusUnauthorized &&
		e.status != http.StatusConflict
}

func (p *Provider) send(request *http.Request, acquire ratelimit.Acquire, into any) error {
	if err := acquire(request.Context()); err != nil {
		return err
	}
	response, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		var problem struct {
			Name    string `json:"name"`
			Details []struct {
				Issue string `json:"issue"`
			} `json:"details"`
		}
		_ = json.Unmarshal(text, &problem) // without a body the status says enough
		refusal := &refusedError{status: response.StatusCode, name: problem.Name}
		if len(problem.Details) > 0 {
			refusal.issue = problem.Details[0].Issue
		}
		return refusal
	}
	return json.Unmarshal(text, into)
}
