package app

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"strings"
)

// Secrets encrypts what must not be readable in the database or its backups
// without the key file beside it.
type Secrets struct {
	box     cipher.AEAD
	linkKey []byte // signs the links to orders
}

// NewSecrets derives the key from any text of at least 16 characters.
func NewSecrets(key string) (*Secrets, error) {
	if len(key) < 16 {
		return nil, errors.New("the secret key must have at least 16 characters")
	}
	sum := sha256.Sum256([]byte(key))
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		return nil, err
	}
	box, err := cipher.NewGCM(block)
	link := sha256.Sum256([]byte("links " + key))
	return &Secrets{box, link[:]}, err
}

// SecretKeyFile reads the key from a file, making one at the first start.
func SecretKeyFile(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := NewToken()
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) { // another copy was faster
		return SecretKeyFile(file)
	}
	if err != nil {
		return "", err
	}
	if _, err := f.WriteString(key + "\n"); err != nil {
		_ = f.Close()
		return "", err
	}
	return key, f.Close()
}

const sealedMark = "sealed:"

// Seal encrypts a value for the database.
func (s *Secrets) Seal(plain string) string {
	nonce := make([]byte, s.box.NonceSize())
	_, _ = rand.Read(nonce) // never fails: see crypto/rand
	return sealedMark + base64.StdEncoding.EncodeToString(s.box.Seal(nonce, nonce, []byte(plain), nil))
}

// Open decrypts what Seal made; anything else is an error.
func (s *Secrets) Open(sealed string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sealed, sealedMark))
	if err != nil || len(raw) < s.box.NonceSize() {
		return "", errors.New("not a sealed value")
	}
	plain, err := s.box.Open(nil, raw[:s.box.NonceSize()], raw[s.box.NonceSize():], nil)
	return string(plain), err
}

// Token makes a link's token out of a text: nobody else can make one, and it is
// good for this purpose alone. It never ends by itself.
func (s *Secrets) Token(purpose, text string) string {
	nonce := make([]byte, s.box.NonceSize())
	_, _ = rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(s.box.Seal(nonce, nonce, []byte(text), []byte(purpose)))
}

// ReadToken is the text that Token was given for the purpose.
func (s *Secrets) ReadToken(purpose, token string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) < s.box.NonceSize() {
		return "", errors.New("not a token")
	}
	text, err := s.box.Open(nil, raw[:s.box.NonceSize()], raw[s.box.NonceSize():], []byte(purpose))
	return string(text), err
}

// NewToken is 256 random bits for a cookie or a link.
func NewToken() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// HashToken is how a token is stored: whoever reads the database cannot use it.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
