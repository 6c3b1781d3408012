package settings_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
)

var staff = audit.Actor{Name: "staff"}

// storeElsewhere stores a setting as another instance does, of which this one has not heard yet.
func storeElsewhere(t *testing.T, s *services.Services, key, value string) {
	t.Helper()
	if err := s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.Settings.Save(t.Context(), key, value, time.Now()) }); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, s *services.Services, values map[string]string) error {
	t.Helper()
	return s.Settings.Save(t.Context(), settings.Change{Values: values}, staff)
}

func TestAFormIsComparedWithWhatIsStored(t *testing.T) {
	t.Parallel()
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		if err := save(t, s, map[string]string{"site_name": "Mine"}); err != nil {
			t.Fatal(err)
		}
		if now, err := s.Settings.Get(t.Context()); err != nil || now.Text("site_name") != "Mine" {
			t.Fatalf("the name is %q (%v)", now.Text("site_name"), err)
		}
		storeElsewhere(t, s, "site_name", "Theirs")
		if err := save(t, s, map[string]string{"site_name": "Mine"}); err != nil {
			t.Fatal(err)
		}
		stored, err := s.Store.Settings.All(t.Context())
		if err != nil || stored["site_name"] != "Mine" {
			t.Errorf("the stored name is %q, want Mine (%v)", stored["site_name"], err)
		}
	})
}

func TestADefaultStatusOfAnotherInstanceStaysEnabled(t *testing.T) {
	t.Parallel()
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		if _, err := s.Settings.Get(t.Context()); err != nil {
			t.Fatal(err)
		}
		storeElsewhere(t, s, "default_order_status", "processing")
		if err := save(t, s, map[string]string{"status_processing": "disabled"}); shop.CodeOf(err) != shop.Invalid {
			t.Errorf("the status of new orders was switched off: %v", err)
		}
	})
}
