package httpapi_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// authenticator is a passkey in software, with the browser around it.
type authenticator struct {
	key     *ecdsa.PrivateKey
	id      []byte
	counter uint32
	origin  string
	party   string // what the browser takes the page's domain to be
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &authenticator{key: key, id: id, origin: "http://shop.test", party: "shop.test"}
}

var encode = base64.RawURLEncoding.EncodeToString

func (a *authenticator) clientData(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	return text
}

const (
	present, verified, attested = 0x01, 0x04, 0x40
)

func (a *authenticator) data(flags byte) []byte {
	party := sha256.Sum256([]byte(a.party))
	return binary.BigEndian.AppendUint32(append(party[:], flags), a.counter)
}

func (a *authenticator) credential(response map[string]any) map[string]any {
	return map[string]any{"id": encode(a.id), "rawId": encode(a.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response}
}

// create makes the key known to the shop: attestation "none".
func (a *authenticator) create(t *testing.T, challenge string) map[string]any {
	t.Helper()
	point, err := a.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		t.Fatal(err)
	}
	public, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]}) // ES256 on P-256
	if err != nil {
		t.Fatal(err)
	}
	data := append(a.data(present|verified|attested), make([]byte, 16)...) // no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), public...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		t.Fatal(err)
	}
	return a.credential(map[string]any{"clientDataJSON": encode(a.clientData("webauthn.create", challenge)), "attestationObject": encode(object)})
}

// get signs the challenge. The counter is what it is: the test moves it.
func (a *authenticator) get(t *testing.T, challenge string) map[string]any {
	t.Helper()
	client, data := a.clientData("webauthn.get", challenge), a.data(present|verified)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(data[:len(data):len(data)], hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return a.credential(map[string]any{"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature)})
}

func challenge(t *testing.T, answer apitest.Response) string {
	t.Helper()
	options := apitest.Read[struct {
		PublicKey struct {
			Challenge string `json:"challenge"`
		} `json:"public_key"`
	}](t, answer)
	if options.PublicKey.Challenge == "" {
		t.Fatalf("no challenge in %s", answer.Body)
	}
	return options.PublicKey.Challenge
}

func offer(t *testing.T, c *apitest.Client) string {
	t.Helper()
	return challenge(t, c.Must("POST", "/api/account/passkeys/options", map[string]string{"password": apitest.AdminPassword}, 200))
}

func ask(t *testing.T, c *apitest.Client) string {
	t.Helper()
	return challenge(t, c.Must("POST", "/api/session/passkey/options", nil, 200))
}

func enrol(c *apitest.Client, credential any, status int) apitest.Response {
	return c.Must("POST", "/api/account/passkeys", map[string]any{"name": "Laptop", "credential": credential}, status)
}

func use(c *apitest.Client, credential any, status int) apitest.Response {
	return c.Must("POST", "/api/session/passkey", map[string]any{"credential": credential}, status)
}

// withPasskey is an admin who has enrolled the key.
func (h testShop) withPasskey(t *testing.T) (*apitest.Client, *authenticator) {
	t.Helper()
	admin, key := h.Admin(t), newAuthenticator(t)
	codes := apitest.Read[shopapi.RecoveryCodes](t, enrol(admin, key.create(t, offer(t, admin)), 200))
	if len(codes.RecoveryCodes) != 10 {
		t.Fatalf("%d recovery codes came with the first key", len(codes.RecoveryCodes))
	}
	return admin, key
}

func TestASignInWithAPasskey(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, key := h.withPasskey(t)
		c := h.half(t)
		c.Must("GET", "/api/admin/settings", nil, 401)
		key.counter++
		whole := apitest.Read[shopapi.Session](t, use(c, key.get(t, ask(t, c)), 200))
		if whole.User == nil || !whole.User.IsAdmin || whole.SecondFactorDue {
			t.Fatalf("%+v", whole)
		}
		c.Must("GET", "/api/admin/settings", nil, 200)
		has := apitest.Read[shopapi.SecondFactor](t, admin.Must("GET", "/api/account/second-factor", nil, 200))
		if len(has.Passkeys) != 1 || has.Passkeys[0].Name != "Laptop" || has.Passkeys[0].ID != encode(key.id) || has.Passkeys[0].LastUsedAt == nil {
			t.Errorf("%+v", has)
		}
		enrol(admin, key.create(t, offer(t, admin)), 409) // it is there already
		export := string(admin.Must("GET", "/api/account/export", nil, 200).Body)
		if !strings.Contains(export, `"name": "Laptop"`) || !strings.Contains(export, `"recovery_codes_left": 10`) || strings.Contains(export, encode(key.id)) {
			t.Errorf("the export tells too little or too much of the key:\n%s", export)
		}

		admin.Must("POST", "/api/account/passkeys/"+encode(key.id)+"/removal", map[string]string{"password": apitest.AdminPassword}, 204)
		if s := apitest.Read[shopapi.Session](t, signIn(h.Visitor(t), apitest.AdminEmail, apitest.AdminPassword, 200)); s.User == nil {
			t.Error("a removed key is still asked for")
		}
	})
}

func TestAPasskeyIsOnlyEnrolledForThisShopAndThisMoment(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin := h.Admin(t)
		key := newAuthenticator(t)
		enrol(admin, key.create(t, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), 410) // nothing was begun
		enrol(admin, key.create(t, encode(make([]byte, 32))), 410)
		offer(t, admin)
		enrol(admin, key.create(t, encode(make([]byte, 32))), 401) // another challenge
		elsewhere := *key
		elsewhere.origin = "http://shop.test.evil.example"
		enrol(admin, elsewhere.create(t, offer(t, admin)), 401)
		elsewhere = *key
		elsewhere.party = "evil.example"
		enrol(admin, elsewhere.create(t, offer(t, admin)), 401)
		signed := key.get(t, offer(t, admin))
		enrol(admin, signed, 401) // a sign-in is no enrolment
		if has := apitest.Read[shopapi.SecondFactor](t, admin.Must("GET", "/api/account/second-factor", nil, 200)); len(has.Passkeys) != 0 {
			t.Fatalf("%+v", has)
		}
		now := offer(t, admin)
		enrol(admin, key.create(t, now), 200)
		enrol(admin, newAuthenticator(t).create(t, now), 410) // a challenge works once
	})
}

func TestForgedAndRepeatedPasskeySignInsAreRefused(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		_, key := h.withPasskey(t)
		key.counter = 5
		c := h.half(t)
		good := key.get(t, ask(t, c))
		use(c, good, 200)
		use(c, good, 410) // the sign-in is over

		again := h.half(t)
		use(again, good, 410) // nothing was asked in this one
		ask(t, again)
		key.counter = 6
		use(again, good, 401) // signed for another challenge
		use(again, key.get(t, encode(make([]byte, 32))), 401)

		elsewhere := *key
		elsewhere.origin = "https://shop.test" // http and https are not the same place
		use(again, elsewhere.get(t, ask(t, again)), 401)
		elsewhere = *key
		elsewhere.party = "evil.example"
		use(again, elsewhere.get(t, ask(t, again)), 401)

		stranger := newAuthenticator(t)
		use(again, stranger.get(t, ask(t, again)), 401)
		stranger.id = key.id // knows the name of the key, not the key
		use(again, stranger.get(t, ask(t, again)), 401)

		h.later(24 * time.Hour) // so many wrong ones are slowed down
		last := h.half(t)
		key.counter = 5 // a copy of the key, made before it was last used
		use(last, key.get(t, ask(t, last)), 401)
		key.counter = 4
		use(last, key.get(t, ask(t, last)), 401)
		last.Must("GET", "/api/admin/settings", nil, 401)
		key.counter = 6
		whole := key.get(t, ask(t, last))
		torn := maps.Clone(whole)
		torn["response"] = map[string]any{}
		use(last, torn, 401)
		use(last, whole, 200)
		last.Must("GET", "/api/admin/settings", nil, 200)
	})
}
