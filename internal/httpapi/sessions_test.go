package httpapi_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// log keeps all that the shops of this package say.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// Whatever the tests of this package do, no password and no session may be in the log afterwards.
func TestMain(m *testing.M) {
	said := &log{}
	slog.SetDefault(slog.New(slog.NewTextHandler(io.MultiWriter(os.Stderr, said), &slog.HandlerOptions{Level: slog.LevelDebug})))
	code := m.Run()
	text := said.text.String()
	for _, secret := range append(apitest.Sessions(), apitest.AdminPassword, apitest.CustomerPassword) {
		if strings.Contains(text, secret) {
			fmt.Fprintf(os.Stderr, "FAIL: the log holds the secret %q\n", secret)
			code = 1
		}
	}
	os.Exit(code)
}

// Accounts from before there were profiles get one when they sign in.
func TestAMissingProfileIsMadeFromTheEmail(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		s.Customer(t, "casey")
		err := s.App.Store.Write(t.Context(), func(tx *store.Tx) error {
			known, err := tx.UserByEmail(t.Context(), shop.EmailKey("casey@shop.test"))
			if err != nil {
				return err
			}
			email := "Casey@elsewhere.test"
			_, err = tx.InsertUser(t.Context(), db.InsertUserParams{Email: email, EmailKey: shop.EmailKey(email), PasswordHash: known.PasswordHash})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		visitor := s.Visitor(t)
		visitor.Must("POST", "/api/session", map[string]string{"email": "casey@elsewhere.test", "password": apitest.CustomerPassword}, 200)
		profile := string(visitor.Must("GET", "/api/profile", nil, 200).Body)
		if !strings.Contains(strings.ToLower(profile), `"username":"casey2"`) {
			t.Errorf("the profile is %s, want the free name casey2", profile)
		}
	})
}
