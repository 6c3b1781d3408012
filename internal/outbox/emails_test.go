package outbox_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/outbox/outboxtest"
)

// Tests that try every kind of email use outboxtest.Emails.
func TestEveryKindOfEmailIsReadBackAndHasAnExample(t *testing.T) {
	source, err := os.ReadFile("emails.go")
	if err != nil {
		t.Fatal(err)
	}
	if types, kinds := strings.Count(string(source), ") Kind() string"), outbox.Kinds(); types != len(kinds) {
		t.Errorf("%d types of email, but %d are read back: %v", types, len(kinds), kinds)
	}
	var examples []string
	for _, email := range outboxtest.Emails {
		examples = append(examples, email.Kind())
	}
	if slices.Sort(examples); !slices.Equal(examples, outbox.Kinds()) {
		t.Errorf("examples of %v\nwant one of each of %v", examples, outbox.Kinds())
	}
}
