package mailchimp_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/snackdrop/snackdrop/internal/mailchimp"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

func TestAKeyThatNamesNoDataCentreIsNotSentAnywhere(t *testing.T) {
	for _, key := range []string{"", "abc", "abc-", "abc-us6.evil.example", "abc-us6/x"} {
		if err := (mailchimp.Client{}).Put(t.Context(), key, "drops", "a@b.test", true); !errors.Is(err, outbox.ErrUndeliverable) {
			t.Errorf("key %q: %v", key, err)
		}
	}
}

func TestWhichRefusalsAreForGood(t *testing.T) {
	for status, final := range map[int]bool{200: false, 400: true, 404: true, 401: false, 429: false, 500: false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		err := mailchimp.Client{BaseURL: server.URL}.Put(t.Context(), "k-us1", "drops", "a@b.test", true)
		server.Close()
		if (err == nil) != (status == 200) || errors.Is(err, outbox.ErrUndeliverable) != final {
			t.Errorf("%d: %v", status, err)
		}
	}
}
