package backup

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func init() { cost.passes, cost.kib = 1, 64 } // the cost of a real one would be most of the tests' time

const testPassphrase = "correct horse battery"

func sealed(t *testing.T, plain []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := newEncryptingWriter(&out, Secrets{Passphrase: testPassphrase})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(data []byte, passphrase string) ([]byte, error) {
	r, err := Decrypt(bytes.NewReader(data), Secrets{Passphrase: passphrase})
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func TestAnEncryptedBackupOpensWithItsPassphraseAlone(t *testing.T) {
	for _, size := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3*chunkSize + 5} {
		plain := bytes.Repeat([]byte("snack"), size/5+1)[:size]
		data := sealed(t, plain)
		if got, err := opened(data, testPassphrase); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: %d back, %v", size, len(got), err)
		}
		if size > 5 && bytes.Contains(data, []byte("snacksnack")) {
			t.Errorf("%d bytes: the file holds plain text", size)
		}
	}
	data := sealed(t, bytes.Repeat([]byte("x"), 2*chunkSize))
	for _, wrong := range []string{"", "another passphrase"} {
		if _, err := opened(data, wrong); err == nil {
			t.Errorf("opens with %q", wrong)
		}
	}
	if _, err := newEncryptingWriter(io.Discard, Secrets{Passphrase: "short"}); err == nil {
		t.Error("a short passphrase is accepted")
	}
}

func TestAnEncryptedBackupThatWasChangedIsRefused(t *testing.T) {
	data := sealed(t, bytes.Repeat([]byte("x"), 3*chunkSize))
	head := len(passphraseMagic) + saltSize
	chunk := 4 + chunkSize + 16
	swapped := bytes.Clone(data)
	copy(swapped[head:], data[head+chunk:head+2*chunk])
	copy(swapped[head+chunk:], data[head:head+chunk])
	flipped := bytes.Clone(data)
	flipped[len(flipped)/2] ^= 1
	for name, changed := range map[string][]byte{
		"cut in a chunk": data[:len(data)-10], "cut between chunks": data[:head+2*chunk], "only the head": data[:head], "swapped": swapped, "one bit": flipped,
	} {
		if _, err := opened(changed, testPassphrase); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAPlainBackupIsReadAsItIs(t *testing.T) {
	for _, plain := range []string{"", "x", strings.Repeat("plain ", 100)} {
		if got, err := opened([]byte(plain), ""); err != nil || string(got) != plain {
			t.Errorf("%q, %v", got, err)
		}
	}
}

func TestABackupUnderTheShopsKeyNeedsThatKey(t *testing.T) {
	const key = "the key of this shop"
	var file bytes.Buffer
	err := Encrypt(&file, Secrets{Key: key}, func(w io.Writer) error { _, err := w.Write([]byte("snacks")); return err })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		secrets Secrets
		ok      bool
	}{{Secrets{Key: key}, true}, {Secrets{Key: key, Passphrase: testPassphrase}, true}, {Secrets{Key: "the key of another"}, false}, {Secrets{}, false}, {Secrets{Passphrase: key}, false}} {
		plain, err := Decrypt(bytes.NewReader(file.Bytes()), c.secrets)
		if err == nil {
			_, err = io.ReadAll(plain)
		}
		if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "key") {
			t.Errorf("%+v: %v", c.secrets, err)
		}
	}
}
