package accounts

import (
	"crypto/rand"
	"crypto/subtle"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// attemptLimits is how often somebody may try to get into one account. A stranger
// must not be able to lock its owner out, so the attempts of a browser that signed
// in before are counted for that browser alone, and all others neither use up its
// attempts nor refuse it. Attempts of unknown browsers count per account and
// network, and over all networks together, which bounds a distributed attack.
type attemptLimits struct {
	action         string
	perNetwork     ratelimit.Limit // over all accounts
	perDevice      ratelimit.Limit // a known browser
	perAccountHere ratelimit.Limit // one account from one network
	perAccount     ratelimit.Limit // one account from anywhere
}

var (
	signInLimits = attemptLimits{action: "sign-in", perNetwork: signInPerNetwork,
		perDevice:      ratelimit.Limit{Times: 10, Per: 15 * time.Minute},
		perAccountHere: ratelimit.Limit{Times: 10, Per: 15 * time.Minute},
		perAccount:     ratelimit.Limit{Times: 100, Per: time.Hour}}
	resetLimits = attemptLimits{action: "password reset", perNetwork: ratelimit.Limit{Times: 20, Per: time.Hour},
		perDevice:      ratelimit.Limit{Times: 5, Per: time.Hour},
		perAccountHere: ratelimit.Limit{Times: 5, Per: time.Hour},
		perAccount:     ratelimit.Limit{Times: 20, Per: time.Hour}}
	// A code of six digits is guessed sooner than a password: three are valid at a time.
	secondFactorLimits = attemptLimits{action: "second factor", perNetwork: ratelimit.Limit{Times: 30, Per: 15 * time.Minute},
		perDevice:      ratelimit.Limit{Times: 10, Per: 15 * time.Minute},
		perAccountHere: ratelimit.Limit{Times: 10, Per: 15 * time.Minute},
		perAccount:     ratelimit.Limit{Times: 30, Per: time.Hour}}
)

// take counts an attempt before it is made, or refuses it. The caller calls
// succeeded after the attempt was right: only failures stay counted.
func (a attemptLimits) take(s *Service, email string, client shop.Client) (succeeded func(), err error) {
	email = shop.EmailKey(email)
	if device, known := s.knownDevice(email, client); known {
		return func() { s.limits.Forget(a.action + " device " + device) },
			s.limits.TakeFrom(client, a.action, "device", device, a.perDevice)
	}
	if err := s.limits.TakeNetwork(client, a.action, a.perNetwork); err != nil {
		return nil, err
	}
	here := client.Network() + " " + email
	if err := s.limits.TakeFrom(client, a.action, "account-and-address", here, a.perAccountHere); err != nil {
		return nil, err
	}
	return func() {
		s.limits.Forget(a.action + " account-and-address " + here)
		s.limits.Return(a.action + " account " + email)
	}, s.limits.TakeFrom(client, a.action, "account", email, a.perAccount)
}

// deviceLife is how long a browser is known after it signed in.
const deviceLife = 400 * 24 * time.Hour

// NewDevice makes the token by which a browser is known to have signed in to an
// account. It opens nothing: it only keeps the attempts of others from counting
// against this browser. It is bound to the account by an HMAC under the shop's key.
func (s *Service) NewDevice(email string) (token string, expires time.Time) {
	now := s.now()
	name := strconv.FormatInt(now.Unix(), 36) + "." + rand.Text()
	return name + "." + s.deviceKey(name, email), now.Add(deviceLife)
}

func (s *Service) deviceKey(name, email string) string {
	return s.secrets.LinkKey("device " + name + " " + shop.EmailKey(email))
}

// KnowsDevice says whether the client's browser signed in to the account before.
func (s *Service) KnowsDevice(email string, client shop.Client) bool {
	_, known := s.knownDevice(email, client)
	return known
}

// knownDevice is the name of the client's browser when it signed in to the account before.
func (s *Service) knownDevice(email string, client shop.Client) (name string, known bool) {
	end := strings.LastIndexByte(client.Device, '.')
	if end < 0 {
		return "", false
	}
	name = client.Device[:end]
	if subtle.ConstantTimeCompare([]byte(client.Device[end+1:]), []byte(s.deviceKey(name, email))) != 1 {
		return "", false
	}
	issued, _, _ := strings.Cut(name, ".")
	at, err := strconv.ParseInt(issued, 36, 64)
	return name, err == nil && s.now().Before(time.Unix(at, 0).Add(deviceLife))
}
