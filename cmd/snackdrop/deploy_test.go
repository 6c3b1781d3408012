package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// deployFiles are the examples of running the shop, by path from the repository's root.
func deployFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"Dockerfile", "compose.yaml", "deploy/*", "deploy/*/*", ".github/workflows/*"} {
		found, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if info, err := os.Stat(path); err != nil || info.IsDir() {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))] = string(text)
		}
	}
	if len(files) < 8 {
		t.Fatalf("only %d files found", len(files))
	}
	return files
}

func TestTheExamplesOfRunningTheShopAreWellFormed(t *testing.T) {
	for path, text := range deployFiles(t) {
		switch filepath.Ext(path) {
		case ".json":
			if !json.Valid([]byte(text)) {
				t.Errorf("%s is not JSON", path)
			}
		case ".yaml", ".yml":
			decoder := yaml.NewDecoder(strings.NewReader(text))
			for {
				var document map[string]any
				err := decoder.Decode(&document)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil || len(document) == 0 {
					t.Errorf("%s: %v, %d entries", path, err, len(document))
					break
				}
			}
		}
	}
}

func TestTheExamplesUseFlagsAndVariablesThatExist(t *testing.T) {
	o := newOptions("serve")
	o.serveFlags()
	variable := regexp.MustCompile(`SNACKDROP_[A-Z_]+`)
	flags := regexp.MustCompile(`"--([a-z-]+)(=[^"]*)?"`)
	for path, text := range deployFiles(t) {
		for _, name := range variable.FindAllString(text, -1) {
			flag := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "SNACKDROP_"), "_", "-"))
			if name != "SNACKDROP_SECRET_KEY" && o.set.Lookup(flag) == nil {
				t.Errorf("%s sets %s, which the program does not read", path, name)
			}
		}
		if !strings.HasPrefix(path, "deploy/kubernetes/") {
			continue // only there are the program's arguments the only ones in quotes
		}
		for _, found := range flags.FindAllStringSubmatch(text, -1) {
			if o.set.Lookup(found[1]) == nil {
				t.Errorf("%s uses --%s, which the program does not have", path, found[1])
			}
		}
	}
}

func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	url, _ := start(t, "--data", t.TempDir(), "--backup-to", t.TempDir())
	home, err := http.Get(url + "/healthz") // requests are counted from the first one on
	if err != nil {
		t.Fatal(err)
	}
	_ = home.Body.Close()
	var exported []byte
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(string(exported), "snackdrop_backup_age_seconds"); { // there is one after the first backup
		if time.Now().After(deadline) {
			t.Fatal("no backup was made")
		}
		response, err := http.Get(url + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		exported, err = io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	// The figures of a drop are there while one is open: they are looked up where they are made.
	dropMetrics, err := os.ReadFile(filepath.Join("..", "..", "internal", "httpapi", "metrics.go"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"snackdrop_drop_figure": strings.Contains(string(dropMetrics), `"snackdrop_drop_figure"`)}
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (\S+) `).FindAllStringSubmatch(string(exported), -1) {
		known[found[1]] = true
	}
	metric := regexp.MustCompile(`\b(snackdrop|process|go)_[a-z_]+`)
	for _, path := range []string{"deploy/grafana/dashboard.json", "deploy/prometheus/alerts.yml"} {
		names := metric.FindAllString(deployFiles(t)[path], -1)
		if len(names) < 5 {
			t.Errorf("%s names %d metrics", path, len(names))
		}
		for _, figure := range regexp.MustCompile(`figure=\\?"([a-z0-9_]+)`).FindAllStringSubmatch(deployFiles(t)[path], -1) {
			if !strings.Contains(string(dropMetrics), `"`+figure[1]+`": j.`) {
				t.Errorf("%s names the figure %s, which drops do not have", path, figure[1])
			}
		}
		for _, name := range names {
			if !known[name] && !known[strings.TrimSuffix(name, "_bucket")] {
				t.Errorf("%s names %s, which /metrics does not have", path, name)
			}
		}
	}
}
