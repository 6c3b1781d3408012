package httpapi

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/operations"
)

func TestOneLinePerCauseAndSecond(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	for range 1000 {
		operations.LogOnceASecond(slog.LevelError, "not served (test)", "cause", "one")
		operations.LogOnceASecond(slog.LevelError, "not served (test)", "cause", "two")
	}
	for _, cause := range []string{"cause=one", "cause=two"} {
		if n := strings.Count(log.String(), cause); n < 1 || n > 3 {
			t.Errorf("%d lines with %s", n, cause)
		}
	}
}
