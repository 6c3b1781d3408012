package backup

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

// The format of an encrypted backup: a magic, which says whether a passphrase or the shop's key encrypts it, then a salt,
// then chunks. A chunk is its encrypted length in four bytes and its bytes encrypted with AES-256-GCM. Its nonce is made of
// its number and of whether it is the last one, so a file whose chunks were reordered or cut off cannot be decrypted.
const (
	passphraseMagic = "SNACKDROP-BACKUP-1\n"
	keyMagic        = "SNACKDROP-BACKUP-K\n" // as long as the other
	saltSize        = 16
	chunkSize       = 64 << 10
	// MinPassphrase is how many characters a passphrase has at least.
	MinPassphrase = 12
)

// Secrets are what a backup is encrypted with: the passphrase if there is one, otherwise the shop's key; plain without both.
type Secrets struct{ Passphrase, Key string }

// encrypts says whether a backup made with them is encrypted.
func (s Secrets) encrypts() bool { return s.Passphrase != "" || s.Key != "" }

// What is wrong with an encrypted backup that cannot be read.
var (
	ErrPassphrase = errors.New("the passphrase is wrong, or the backup is damaged")
	ErrKey        = errors.New("the backup is of a shop with another key, or damaged")
	ErrCut        = errors.New("the backup is cut short or damaged")
)

// cost is Argon2id's, as RFC 9106 recommends it for little memory. Tests lower it.
var cost = struct{ passes, kib uint32 }{3, 64 << 10}

func backupCipher(secret string, salt []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(argon2.IDKey([]byte(secret), salt, cost.passes, cost.kib, 4, 32))
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

func newEncryptingWriter(out io.Writer, secrets Secrets) (*encryptingWriter, error) {
	magic, secret := passphraseMagic, secrets.Passphrase
	if secret == "" {
		magic, secret = keyMagic, secrets.Key
	}
	if len(secret) < MinPassphrase {
		return nil, errors.New("the backup's passphrase must have at least 12 characters")
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	box, err := backupCipher(secret, salt)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(append([]byte(magic), salt...)); err != nil {
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
	wrong  error // what it means that a chunk does not open
}

// Decrypt gives the plain backup of a file, encrypted or not.
func Decrypt(in io.Reader, secrets Secrets) (io.Reader, error) {
	start := make([]byte, len(passphraseMagic))
	n, err := io.ReadFull(in, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var secret string
	var wrong, missing error
	switch string(start[:n]) {
	case passphraseMagic:
		secret, wrong, missing = secrets.Passphrase, ErrPassphrase, errors.New("the backup is encrypted: set SNACKDROP_BACKUP_PASSPHRASE")
	case keyMagic:
		secret, wrong, missing = secrets.Key, ErrKey, errors.New("the backup is encrypted with the shop's key: put its secret.key into the data folder, or set SNACKDROP_SECRET_KEY")
	default:
		return io.MultiReader(bytes.NewReader(start[:n]), in), nil
	}
	if secret == "" {
		return nil, missing
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(in, salt); err != nil {
		return nil, ErrCut
	}
	box, err := backupCipher(secret, salt)
	if err != nil {
		return nil, err
	}
	return &decryptingReader{in: in, box: box, wrong: wrong}, nil
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
		return ErrCut
	}
	size := binary.BigEndian.Uint32(head)
	if size > uint32(chunkSize+r.box.Overhead()) {
		return ErrCut
	}
	sealed := make([]byte, size)
	if _, err := io.ReadFull(r.in, sealed); err != nil {
		return ErrCut
	}
	for _, last := range []bool{false, true} {
		if plain, err := r.box.Open(nil, chunkNonce(r.number, last), sealed, nil); err == nil {
			r.open, r.ended = plain, last
			r.number++
			return nil
		}
	}
	return r.wrong
}

// Encrypt lets write fill the file, encrypted when there is something to encrypt it with.
func Encrypt(file io.Writer, secrets Secrets, write func(io.Writer) error) error {
	if !secrets.encrypts() {
		return write(file)
	}
	box, err := newEncryptingWriter(file, secrets)
	if err != nil {
		return err
	}
	if err := write(box); err != nil {
		return err
	}
	return box.Close()
}
