package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// A shop that is killed before the opening and comes back after it is live at once, and does what is due once.
func TestAShopThatComesBackAfterTheOpeningIsLiveAtOnce(t *testing.T) {
	data := t.TempDir()
	location := filepath.Join(data, "snackdrop.db")
	t.Setenv("SNACKDROP_SECRET_KEY", rehearsalKey)
	dropIn(t, location, shop.DropOpen, 5)
	opening := "(CAST(strftime('%s', 'now') AS INTEGER) + 3) * 1000"
	storetest.Exec(t, location, "UPDATE drops SET teased_at = teased_at - 1000000000, early_at = NULL, early_access = 'none', opens_at = "+opening)
	storetest.Exec(t, location, "UPDATE drop_tasks SET due_at = "+opening+" WHERE task IN ('announce', 'remind', 'open')")
	url, kill := openDemo(t, data)
	if phase := phaseOf(t, url); phase != "teased" && phase != "live" {
		t.Fatalf("before the kill it is %s", phase)
	}
	kill()
	time.Sleep(4 * time.Second) // the opening passes while no instance runs
	url, kill = openDemo(t, data)
	defer kill()
	if phase := phaseOf(t, url); phase != "live" {
		t.Errorf("after the start it is %s", phase)
	}
	s := storetest.Open(t, location)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		due, err := s.DropTasks.Due(t.Context(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if len(due) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not done: %v", due)
		}
	}
}

func phaseOf(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url + "/api/drops/midnight-box")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var drop struct{ Phase string }
	if err := json.NewDecoder(answer.Body).Decode(&drop); err != nil {
		t.Fatal(err)
	}
	return drop.Phase
}
