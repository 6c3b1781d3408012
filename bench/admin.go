package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
)

const adminEmail = "boss@example.com"

// createAdmin makes an admin of the shop in a folder.
func (b *bench) createAdmin(ctx context.Context, folder string) error {
	create := exec.CommandContext(ctx, b.program, "admin", "create", "--email", adminEmail, "--password-stdin", "--data", folder)
	create.Stdin = strings.NewReader(password + "\n")
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// signIn gives the cookies of the admin.
func (p *process) signIn(ctx context.Context) ([]*http.Cookie, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url("/api/session"), strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, adminEmail, password)))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("signing in: %s", response.Status)
	}
	return response.Cookies(), nil
}
