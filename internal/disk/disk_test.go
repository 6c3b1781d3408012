package disk

import (
	"path/filepath"
	"testing"
)

func TestFreeSpaceOfAFolderIsReported(t *testing.T) {
	s, err := Of(t.TempDir())
	if err != nil || s.Total <= 0 || s.Free < 0 || s.Free > s.Total {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Of(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there has space")
	}
}
