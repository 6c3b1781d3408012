package mail

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

// Folder writes messages as .eml files, which every mail program opens.
type Folder struct {
	Path string
}

// Send writes the message under a name made of its id, so that a second try
// finds the same file.
func (f *Folder) Send(_ context.Context, m outbox.Message) error {
	msg, err := compose(m)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.Path, 0o700); err != nil {
		return err
	}
	id, _, _ := strings.Cut(m.ID, "@")
	name := filepath.Join(f.Path, fmt.Sprintf("%s-%s-%s.eml", m.Date.Format("20060102T150405"), m.Email.Kind(), id))
	draft, err := os.CreateTemp(f.Path, ".draft-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // gone already when all went well
	if _, err := msg.WriteTo(draft); err != nil {
		_ = draft.Close()
		return err
	}
	if err := draft.Close(); err != nil {
		return err
	}
	if err := os.Rename(draft.Name(), name); err != nil {
		return err
	}
	slog.Info("mail written to a file: there is no --smtp-url", "file", name)
	return nil
}
