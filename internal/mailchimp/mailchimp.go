// Package mailchimp keeps a Mailchimp audience in step with the shop's list.
package mailchimp

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

// Client talks to Mailchimp. The zero value is ready to use.
type Client struct {
	BaseURL string // "" means the data centre that the key names
}

var _ outbox.MailingList = Client{}

var dataCentre = regexp.MustCompile(`^[a-z]{2,4}[0-9]{1,3}$`)

func (c Client) base(apiKey string) (string, error) {
	if c.BaseURL != "" {
		return c.BaseURL, nil
	}
	_, centre, _ := strings.Cut(apiKey, "-")
	if !dataCentre.MatchString(centre) {
		return "", fmt.Errorf("%w: the Mailchimp key does not end in a data centre like -us6", outbox.ErrUndeliverable)
	}
	return "https://" + centre + ".api.mailchimp.com/3.0", nil
}

var httpClient = &http.Client{Timeout: 30 * time.Second}

// Put sets a member's status. Mailchimp names members by the MD5 of their address.
func (c Client) Put(ctx context.Context, apiKey, list, email string, subscribed bool) error {
	base, err := c.base(apiKey)
	if err != nil {
		return err
	}
	status := "unsubscribed"
	if subscribed {
		status = "subscribed"
	}
	body, err := json.Marshal(map[string]string{"email_address": email, "status": status, "status_if_new": status})
	if err != nil {
		return err
	}
	member := md5.Sum([]byte(strings.ToLower(email)))
	address := base + "/lists/" + url.PathEscape(list) + "/members/" + hex.EncodeToString(member[:])
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth("snackdrop", apiKey)
	response, err := httpClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20)) // the connection is used again
	switch {
	case response.StatusCode < 300:
		return nil
	case response.StatusCode == http.StatusBadRequest || response.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: Mailchimp responds %s", outbox.ErrUndeliverable, response.Status)
	}
	return fmt.Errorf("the mailing list responds %s", response.Status) // a wrong key may be corrected before the retries end
}
