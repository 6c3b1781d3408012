// Package secrets encrypts what must not be readable in the database or its
// backups, and makes the tokens of cookies and links.
package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"os"
	"strings"
	"sync"
)

// Keys are derived from the shop's secret key, which is kept in a file beside the
// database or in the environment.
type Keys struct {
	box  cipher.AEAD
	macs sync.Pool // hash.Hash, which signs the links to orders
}

// New derives the keys from any text of at least 16 characters.
func New(key string) (*Keys, error) {
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
	return &Keys{box: box, macs: sync.Pool{New: func() any { return hmac.New(sha256.New, link[:]) }}}, err
}

// KeyFile reads the secret key from a file, and creates the file at the first start.
func KeyFile(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := NewToken()
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) { // another process was faster
		return KeyFile(file)
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
func (k *Keys) Seal(plain string) string {
	nonce := make([]byte, k.box.NonceSize())
	_, _ = rand.Read(nonce) // never fails: see crypto/rand
	return sealedMark + base64.StdEncoding.EncodeToString(k.box.Seal(nonce, nonce, []byte(plain), nil))
}

// Open decrypts what Seal made; anything else is an error.
func (k *Keys) Open(sealed string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sealed, sealedMark))
	if err != nil || len(raw) < k.box.NonceSize() {
		return "", errors.New("not a sealed value")
	}
	plain, err := k.box.Open(nil, raw[:k.box.NonceSize()], raw[k.box.NonceSize():], nil)
	return string(plain), err
}

// Token makes a link's token that carries a text: nobody else can make one, and it
// is valid for this purpose alone. It does not expire.
func (k *Keys) Token(purpose, text string) string {
	nonce := make([]byte, k.box.NonceSize())
	_, _ = rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(k.box.Seal(nonce, nonce, []byte(text), []byte(purpose)))
}

// ReadToken gives back the text that Token was given for the same purpose.
func (k *Keys) ReadToken(purpose, token string) (string, error) {
	// Strict: one text for one token, without free bits in the last letter.
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < k.box.NonceSize() {
		return "", errors.New("not a token")
	}
	text, err := k.box.Open(nil, raw[:k.box.NonceSize()], raw[k.box.NonceSize():], []byte(purpose))
	return string(text), err
}

// LinkKey gives the secret part of a link. It follows from the text and the shop's
// key, so every mail can carry the same link although only its hash is stored.
func (k *Keys) LinkKey(text string) string {
	mac := k.mac(text)
	return base64.RawURLEncoding.EncodeToString(mac[:18])
}

// mac uses a hash again: preparing one with the key takes longer than hashing a short text.
func (k *Keys) mac(text string) [sha256.Size]byte {
	h := k.macs.Get().(hash.Hash)
	defer k.macs.Put(h)
	h.Reset()
	_, _ = h.Write([]byte(text)) // never fails: see hash.Hash
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}

// BuyerKey is the form in which something that identifies a buyer is stored for
// limits: the same value gives the same key, and whoever reads the database cannot
// go back from it. No value has no key.
func (k *Keys) BuyerKey(kind, value string) string {
	if value == "" {
		return ""
	}
	mac := k.mac("buyer " + kind + " " + value)
	return base64.RawURLEncoding.EncodeToString(mac[:])
}

// NewToken gives 256 random bits for a cookie or a link.
func NewToken() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// codeLetters are letters and digits that are not easily confused, as O and 0 or 1 and L are.
const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

// Code gives n random letters and digits that people can read out and type.
func Code(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	for i, b := range raw {
		raw[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(raw)
}

// HashToken gives the form in which a token is stored: whoever reads the database cannot use it.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
