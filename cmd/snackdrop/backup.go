package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/media"
)

// backUp writes the database, the pictures and the key of the secrets into one
// compressed file. The shop may go on serving meanwhile.
func backUp(ctx context.Context, args []string, _ io.Reader, out io.Writer) (err error) {
	o := newOptions("backup")
	o.text(&o.assetsURL, "assets-url", "", "where pictures are stored: s3://bucket?region=… (unset: the data folder)")
	words, err := o.parse(args, out, 1)
	if err != nil {
		return err
	}
	if o.databaseURL == "" && !fileExists(o.database()) {
		return fmt.Errorf("there is no shop in %s", o.data)
	}
	pictures, err := o.openPictures(ctx)
	if err != nil {
		return err
	}
	key, err := o.existingKey()
	if err != nil {
		return err
	}
	shop := backup.Shop{Database: o.database(), Pictures: pictures, Key: key}
	err = backup.WriteFile(ctx, words[0], func(w io.Writer) error {
		return backup.Encrypt(w, backup.Secrets{Passphrase: o.backupPassphrase}, func(w io.Writer) error { return backup.Write(ctx, w, shop, version, backup.Progress{}) })
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The shop is saved in %s\n", words[0])
	return err
}

// backups is what the program was told of the backups that it makes by itself.
func (o *options) backups(pictures *media.Store) (p backup.Program, err error) {
	p = backup.Program{Shop: backup.Shop{Database: o.database(), Pictures: pictures, Key: o.secretKey}, Version: version, Target: o.backupTo, Passphrase: o.backupPassphrase}
	if p.Folder, err = filepath.Abs(filepath.Join(o.data, "backups")); err != nil {
		return p, err
	}
	if p.Target != "" && !strings.Contains(p.Target, "://") {
		p.Target, err = filepath.Abs(p.Target)
	}
	return p, err
}

// openPictures opens where the shop's pictures are.
func (o *options) openPictures(ctx context.Context) (*media.Store, error) {
	if o.assetsURL == "" {
		return media.Open(ctx, o.data)
	}
	return media.Open(ctx, o.assetsURL)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// restore puts a backup into an empty data folder or database.
func restore(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("restore")
	o.text(&o.assetsURL, "assets-url", "", "where pictures are stored: s3://bucket?region=… (unset: the data folder)")
	words, err := o.parse(args, out, 1)
	if err != nil {
		return err
	}
	if o.databaseURL == "" && fileExists(o.database()) {
		return fmt.Errorf("%s holds a shop already; restore into an empty folder with --data", o.data)
	}
	file, err := backup.OpenFile(ctx, words[0])
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if err := o.dataFolder(); err != nil {
		return err
	}
	secrets := backup.Secrets{Passphrase: o.backupPassphrase}
	if secrets.Key, err = o.existingKey(); err != nil { // of a new folder; a plain backup brings it
		secrets.Key = ""
	}
	plain, err := backup.Decrypt(file, secrets)
	if err != nil {
		return err
	}
	if err := o.readBackup(ctx, plain); err != nil {
		if o.databaseURL == "" { // a half-filled database must not be served
			for _, end := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(o.database() + end)
			}
		}
		return err
	}
	where := o.data
	if o.databaseURL != "" {
		where = "the database"
	}
	_, err = fmt.Fprintf(out, "The shop is back in %s\n", where)
	return err
}

func (o *options) readBackup(ctx context.Context, r io.Reader) error {
	zip, err := gzip.NewReader(r)
	if errors.Is(err, backup.ErrPassphrase) || errors.Is(err, backup.ErrKey) || errors.Is(err, backup.ErrCut) {
		return err
	}
	if err != nil {
		return errors.New("this is not a backup of a shop")
	}
	archive := tar.NewReader(zip)
	first, err := archive.Next()
	if err != nil {
		return fmt.Errorf("the backup is damaged: %w", err)
	}
	if backup.IsHead(first.Name) {
		pictures, err := o.openPictures(ctx)
		if err != nil {
			return err
		}
		err = backup.Read(ctx, archive, backup.Shop{Database: o.database(), Pictures: pictures}, func(key string) error { return takeKey(o.data, key) })
		if err != nil {
			return err
		}
	} else if err := o.readFirstFormat(archive, first); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, zip); err != nil { // proves that the end is there too
		return fmt.Errorf("the backup is damaged: %w", err)
	}
	return nil
}

// readFirstFormat reads a backup that contains the SQLite file of the shop.
func (o *options) readFirstFormat(archive *tar.Reader, entry *tar.Header) (err error) {
	if o.databaseURL != "" {
		return errors.New("this backup is of a SQLite shop: restore it into a data folder, then use 'snackdrop move'")
	}
	root, err := os.OpenRoot(o.data) // nothing in the archive can reach outside of it
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for sawShop := false; ; {
		if entry.Name != "snackdrop.db" && entry.Name != "secret.key" && !strings.HasPrefix(entry.Name, "site-assets/") {
			return errors.New("this is not a backup of a shop")
		}
		if err := extract(root, entry.Name, archive); err != nil {
			return err
		}
		sawShop = sawShop || entry.Name == "snackdrop.db"
		entry, err = archive.Next()
		if errors.Is(err, io.EOF) && sawShop {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return errors.New("the backup holds no shop")
		}
		if err != nil {
			return fmt.Errorf("the backup is damaged: %w", err)
		}
	}
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
