package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/store"
)

// backup writes the database, the images and the key of the secrets into one
// compressed tar. The shop may go on serving meanwhile.
func backup(ctx context.Context, args []string, _ io.Reader, out io.Writer) (err error) {
	o := newOptions("backup")
	words, err := o.parse(args, out, 1)
	if err != nil {
		return err
	}
	if o.databaseURL != "" {
		return errors.New("backup is for SQLite shops; use pg_dump for PostgreSQL")
	}
	if _, err := os.Stat(o.database()); err != nil {
		return fmt.Errorf("there is no shop in %s", o.data)
	}
	s, err := store.Open(ctx, o.database())
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	scratch, err := os.MkdirTemp("", "snackdrop-backup-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	copied := filepath.Join(scratch, "snackdrop.db")
	if err := s.CopyTo(ctx, copied); err != nil {
		return err
	}
	target := words[0]
	file, err := os.OpenFile(target+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(target + ".part") }()
	if err := writeEncrypted(file, o.backupPassphrase, func(w io.Writer) error { return writeBackup(w, copied, o.data) }); err != nil {
		_ = file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(target+".part", target); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The shop is saved in %s\n", target)
	return err
}

// writeEncrypted lets write fill the file, encrypted when there is a passphrase.
func writeEncrypted(file io.Writer, passphrase string, write func(io.Writer) error) error {
	if passphrase == "" {
		return write(file)
	}
	box, err := newEncryptingWriter(file, passphrase)
	if err != nil {
		return err
	}
	if err := write(box); err != nil {
		return err
	}
	return box.Close()
}

func writeBackup(w io.Writer, database, data string) error {
	zip := gzip.NewWriter(w)
	archive := tar.NewWriter(zip)
	if err := addFile(archive, database, "snackdrop.db"); err != nil {
		return err
	}
	if key := filepath.Join(data, "secret.key"); fileExists(key) {
		if err := addFile(archive, key, "secret.key"); err != nil {
			return err
		}
	}
	err := filepath.WalkDir(filepath.Join(data, "site-assets"), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(data, path)
		if err != nil {
			return err
		}
		return addFile(archive, path, filepath.ToSlash(name))
	})
	return errors.Join(err, archive.Close(), zip.Close())
}

func addFile(archive *tar.Writer, path, name string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime()}); err != nil {
		return err
	}
	_, err = io.Copy(archive, file)
	return err
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// restore unpacks a backup into a data folder that has no shop yet.
func restore(_ context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("restore")
	words, err := o.parse(args, out, 1)
	if err != nil {
		return err
	}
	if o.databaseURL != "" {
		return errors.New("restore is for SQLite shops; use pg_restore for PostgreSQL")
	}
	if fileExists(o.database()) {
		return fmt.Errorf("%s holds a shop already; restore into an empty folder with --data", o.data)
	}
	file, err := os.Open(words[0])
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if err := o.dataFolder(); err != nil {
		return err
	}
	plain, err := decryptBackup(file, o.backupPassphrase)
	if err != nil {
		return err
	}
	if err := readBackup(plain, o.data); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The shop is back in %s\n", o.data)
	return err
}

func readBackup(r io.Reader, data string) error {
	zip, err := gzip.NewReader(r)
	if errors.Is(err, errPassphrase) || errors.Is(err, errCutBackup) {
		return err
	}
	if err != nil {
		return errors.New("this is not a backup of a shop")
	}
	root, err := os.OpenRoot(data) // nothing in the archive can reach outside of it
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	archive, sawShop := tar.NewReader(zip), false
	for {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("the backup is damaged: %w", err)
		}
		if entry.Name != "snackdrop.db" && entry.Name != "secret.key" && !strings.HasPrefix(entry.Name, "site-assets/") {
			return errors.New("this is not a backup of a shop")
		}
		if err := extract(root, entry.Name, archive); err != nil {
			return err
		}
		sawShop = sawShop || entry.Name == "snackdrop.db"
	}
	if !sawShop {
		return errors.New("the backup holds no shop")
	}
	if _, err := io.Copy(io.Discard, zip); err != nil { // proves that the end is there too
		return fmt.Errorf("the backup is damaged: %w", err)
	}
	return nil
}

func extract(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, r); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
