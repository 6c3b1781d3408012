package shop

import (
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MailedLinkTime is how long a link that changes an account can be used after it was mailed.
const MailedLinkTime = 60 * time.Minute

// User is a person with an account, as their own pages show them.
type User struct {
	ID        int64
	Email     string
	Username  string
	FullName  string
	AvatarURL string
	Admin     bool
	CreatedAt time.Time
}

// EmailKey folds an address so that two spellings of it are one account.
func EmailKey(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// UsernameKey folds a username so that two spellings of it are one name.
func UsernameKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// ValidEmail says whether mail could be sent to the address.
func ValidEmail(address string) bool {
	if len(address) > MaxEmail || strings.ContainsFunc(address, unicode.IsControl) {
		return false
	}
	if isPlainEmail(address) {
		return true
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		return false
	}
	_, domain, _ := strings.Cut(address, "@")
	return strings.Contains(strings.Trim(domain, "."), ".") || domain == "localhost"
}

// isPlainEmail finds most valid addresses without parsing: letters, digits and .+-_ before the @, a host with a dot behind it.
func isPlainEmail(address string) bool {
	last, host, dots := byte('.'), false, 0
	for i := range len(address) {
		c := address[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '+' && !host:
		case c == '.' && last != '.' && last != '@':
			if host {
				dots++
			}
		case c == '@' && last != '.' && !host:
			host = true
		default:
			return false
		}
		last = c
	}
	return dots > 0 && last != '.'
}

// CheckUsername refuses a name that cannot be one.
func CheckUsername(p *Problems, name string) {
	p.Check(utf8.RuneCountInString(name) >= MinUsername, "username", "Username must be at least 3 characters")
	p.Check(utf8.RuneCountInString(name) <= MaxUsername, "username", "Username must be at most 40 characters")
	p.Check(!strings.ContainsFunc(name, unicode.IsControl), "username", "Username has a character that cannot be used")
	// Usernames are unique: two of them must not look the same, so no joiner is taken either.
	p.Check(!hasHiddenCharacters(name) && !strings.ContainsRune(name, zeroWidthJoiner) && !strings.ContainsRune(name, zeroWidthNonJoiner), "username", hiddenMessage)
}

// SignUp is what a visitor says to get an account.
type SignUp struct {
	Username, Email, Password string
}

// Check refuses a sign-up in the words of the form.
func (s SignUp) Check() error {
	if s.Username == "" || s.Email == "" || s.Password == "" {
		return Errorf(Invalid, "Please fill in all fields")
	}
	p := Problems{}
	CheckUsername(&p, s.Username)
	p.Check(ValidEmail(s.Email), "email", "Enter an email address.")
	CheckPassword(&p, s.Password, false, s.Email, s.Username)
	return p.Err()
}

// UsernameFrom takes the part of an address before the @ sign, long enough to be a name.
func UsernameFrom(address string) string {
	name, _, _ := strings.Cut(address, "@")
	for utf8.RuneCountInString(name) < MinUsername {
		name += "_"
	}
	if r := []rune(name); len(r) > 32 {
		name = string(r[:32])
	}
	return name
}

// Session is a signed-in browser.
type Session struct {
	ID              int64
	User            User
	SecondFactorDue bool // the password was right, the second factor is still missing
	UserAgent       string
	IP              string
	CreatedAt       time.Time
	LastSeenAt      time.Time
	ExpiresAt       time.Time
}

// Profile is the name and the picture of an account.
type Profile struct {
	Username  string
	FullName  string
	AvatarURL string
	UpdatedAt time.Time
}

// Passkey is an enrolled WebAuthn credential.
type Passkey struct {
	ID         string
	Name       string
	Credential string // the WebAuthn library's JSON
	CreatedAt  time.Time
	LastUsedAt *time.Time
}
