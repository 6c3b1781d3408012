package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/crypto/argon2"
)

// An encrypted backup is encryptedMagic, a salt, and chunks: the length of the
// sealed chunk in four bytes, then the chunk under AES-256-GCM. A chunk's nonce
// is its number and whether it is the last one, so chunks can be neither
// reordered nor cut off without notice.
const (
	encryptedMagic = "SNACKDROP-BACKUP-1\n"
	saltSize       = 16
	chunkSize      = 64 << 10
	minPassphrase  = 12
)

var (
	errPassphrase = errors.New("the passphrase is wrong, or the backup is damaged")
	errCutBackup  = errors.New("the backup is cut short or damaged")
)

func backupCipher(passphrase string, salt []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(argon2.IDKey([]byte(passphrase), salt, 3, 64<<10, 4, 32))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func chunkNonce(number uint64, last bool) []byte {
	nonce := make([]byte, 12)
	binary.BigEndian.PutUint64(nonce, number)
	if last {
		nonce[11] = 1
	}
	return nonce
}

// encryptingWriter seals what is written to it. Close writes the last chunk.
type encryptingWriter struct {
	out    io.Writer
	box    cipher.AEAD
	buffer []byte
	number uint64
}

func newEncryptingWriter(out io.Writer, passphrase string) (*encryptingWriter, error) {
	if len(passphrase) < minPassphrase {
		return nil, errors.New("the backup's passphrase must have at least 12 characters")
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	box, err := backupCipher(passphrase, salt)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(append([]byte(encryptedMagic), salt...)); err != nil {
		return nil, err
	}
	return &encryptingWriter{out: out, box: box}, nil
}

func (w *encryptingWriter) Write(data []byte) (int, error) {
	w.buffer = append(w.buffer, data...)
	for len(w.buffer) > chunkSize { // the last chunk is sealed by Close
		if err := w.seal(w.buffer[:chunkSize], false); err != nil {
			return 0, err
		}
		w.buffer = append(w.buffer[:0], w.buffer[chunkSize:]...)
	}
	return len(data), nil
}

func (w *encryptingWriter) seal(chunk []byte, last bool) error {
	sealed := w.box.Seal(nil, chunkNonce(w.number, last), chunk, nil)
	w.number++
	_, err := w.out.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(sealed))), sealed...))
	return err
}

func (w *encryptingWriter) Close() error { return w.seal(w.buffer, true) }

// decryptingReader opens what encryptingWriter sealed.
type decryptingReader struct {
	in     io.Reader
	box    cipher.AEAD
	number uint64
	open   []byte
	ended  bool
}

// decryptBackup gives the plain backup of a file, encrypted or not.
func decryptBackup(in io.Reader, passphrase string) (io.Reader, error) {
	start := make([]byte, len(encryptedMagic))
	n, err := io.ReadFull(in, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(start[:n]) != encryptedMagic {
		return io.MultiReader(bytes.NewReader(start[:n]), in), nil
	}
	if passphrase == "" {
		return nil, errors.New("the backup is encrypted: set SNACKDROP_BACKUP_PASSPHRASE")
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(in, salt); err != nil {
		return nil, errCutBackup
	}
	box, err := backupCipher(passphrase, salt)
	if err != nil {
		return nil, err
	}
	return &decryptingReader{in: in, box: box}, nil
}

func (r *decryptingReader) Read(into []byte) (int, error) {
	for len(r.open) == 0 {
		if r.ended {
			return 0, io.EOF
		}
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	n := copy(into, r.open)
	r.open = r.open[n:]
	return n, nil
}

func (r *decryptingReader) next() error {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r.in, head); err != nil {
		return errCutBackup
	}
	size := binary.BigEndian.Uint32(head)
	if size > uint32(chunkSize+r.box.Overhead()) {
		return errCutBackup
	}
	sealed := make([]byte, size)
	if _, err := io.ReadFull(r.in, sealed); err != nil {
		return errCutBackup
	}
	for _, last := range []bool{false, true} {
		if plain, err := r.box.Open(nil, chunkNonce(r.number, last), sealed, nil); err == nil {
			r.open, r.ended = plain, last
			r.number++
			return nil
		}
	}
	return errPassphrase
}
