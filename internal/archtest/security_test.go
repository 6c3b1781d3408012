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

// described are the pages whose paths have to exist, with how many they name at least.
var described = map[string]int{"docs/architecture.md": 100, "docs/glossary.md": 0, "CONTRIBUTING.md": 25}

func TestPathsThatTheDocsNameExist(t *testing.T) {
	const root = "../.."
	names := map[string]bool{} // of all files
	for _, folder := range []string{"internal", "cmd", "web/src"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			names[filepath.Base(path)] = true
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	exists := func(name string) bool {
		for _, folder := range []string{"", "internal", "web/src"} {
			if _, err := os.Stat(filepath.Join(root, folder, name)); err == nil {
				return true
			}
		}
		return !strings.Contains(name, "/") && names[name]
	}
	for page, least := range described {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		paths := pathsIn(string(text))
		for _, path := range paths {
			if !exists(path) {
				t.Errorf("%s names %s, which does not exist", page, path)
			}
		}
		if len(paths) < least {
			t.Errorf("%s: only %d paths were found", page, len(paths))
		}
	}
}

var (
	fullPath = regexp.MustCompile(`\b(?:internal|cmd|web|e2e|docs|deploy|scripts|tools|bench)/[\w./-]*\w`)
	// A file or folder whose package is named, and a file alone.
	shortPath = regexp.MustCompile("`([a-z]+(?:/[\\w.-]+)+|[\\w.-]+\\.(?:go|ts|tsx|js|css|svg|html))`")
)

// pathsIn lists the files and folders that a page names: from the root anywhere, from the package or alone in quotes.
func pathsIn(page string) []string {
	paths := fullPath.FindAllString(page, -1)
	for _, quoted := range shortPath.FindAllStringSubmatch(page, -1) {
		if !fullPath.MatchString(quoted[1]) {
			paths = append(paths, quoted[1])
		}
	}
	return paths
}

func TestAPlantedPathIsFound(t *testing.T) {
	for text, want := range map[string]string{
		"see `payments/after_payment.go` also": "payments/after_payment.go",
		"internal/gone/      nothing":          "internal/gone",
		"in `internal/gone.go`, and":           "internal/gone.go",
		"`after_payment.go` does":              "after_payment.go",
		"`waitingroom/line`":                   "waitingroom/line",
		"`/api/products/10`":                   "",
		"`x.sqlite.sql` and `tx.Emit`":         "",
	} {
		if got := strings.Join(pathsIn(text), " "); got != want {
			t.Errorf("%s: found %q, want %q", text, got, want)
		}
	}
}
