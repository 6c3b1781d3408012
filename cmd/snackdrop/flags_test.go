package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestAnEnvironmentThatCannotBeReadIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ variable, value, want string }{
		"a time":            {"SNACKDROP_HOLD_SECONDS", "15m", `SNACKDROP_HOLD_SECONDS must be a whole number from 0, not "15m"`},
		"a size":            {"SNACKDROP_CACHE_MB", "1G", `SNACKDROP_CACHE_MB must be a whole number from 0, not "1G"`},
		"below zero":        {"SNACKDROP_DRAIN_SECONDS", "-1", `SNACKDROP_DRAIN_SECONDS must be a whole number from 0, not "-1"`},
		"neither yes or no": {"SNACKDROP_CDN", "maybe", `SNACKDROP_CDN must be true or false, not "maybe"`},
		"a number":          {"SNACKDROP_CACHE_MB", "128", ""},
		"no":                {"SNACKDROP_DEMO_DROPS", "No", ""},
		"nothing":           {"SNACKDROP_CACHE_MB", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(c.variable, c.value)
			o := newOptions("serve")
			o.serveFlags()
			_, err := o.parse(nil, &bytes.Buffer{}, 0)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s=%s: %v, want %q", c.variable, c.value, err, c.want)
			}
		})
	}
}
