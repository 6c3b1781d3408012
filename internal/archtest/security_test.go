package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/security.md names tests and files as proofs: they have to exist.
func TestEveryProofOfTheSecurityPageExists(t *testing.T) {
	const root = "../.."
	page, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, folder := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
				tests[name[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	proofs := 0
	for _, quoted := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(string(page), -1) {
		name := quoted[1]
		switch {
		case strings.HasPrefix(name, "Test"):
			proofs++
			if !tests[name] {
				t.Errorf("there is no %s", name)
			}
		case regexp.MustCompile(`^(internal|cmd|web|docs|e2e)/`).MatchString(name):
			proofs++
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Error(err)
			}
		}
	}
	if proofs < 150 {
		t.Errorf("only %d proofs were found", proofs)
	}
}
