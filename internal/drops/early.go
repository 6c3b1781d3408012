package drops

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var wrongCodes = ratelimit.Limit{Times: 10, Per: 10 * time.Minute}

// EarlyAccess lets people buy before the opening: by the link of an announcement, or by an access code.
type EarlyAccess struct {
	c      EarlyConfig
	public *PublicDrops
	drops  *Service
}

// EarlyConfig is what EarlyAccess needs of the rest of the program.
type EarlyConfig struct {
	Store  *store.Store
	Limits *ratelimit.Limiter
	Keys   *secrets.Keys
	Now    func() time.Time
	Public *PublicDrops
	Drops  *Service
}

// NewEarlyAccess makes it.
func NewEarlyAccess(c EarlyConfig) *EarlyAccess {
	return &EarlyAccess{c: c, public: c.Public, drops: c.Drops}
}

// Unlock gives an early pass for the link of an announcement. The pass is bound to the mailbox that the link was sent to.
func (s *EarlyAccess) Unlock(ctx context.Context, slug, token string) (pass string, err error) {
	d, err := s.unlockable(ctx, slug)
	if err != nil {
		return "", err
	}
	mailboxKey, err := readToken(s.c.Keys, EarlyLinkPurpose, d.ID, token)
	if err != nil {
		return "", err
	}
	return reservations.EarlyPass(s.c.Keys, d.ID, mailboxKey), nil
}

// UnlockWithCode gives an early pass for an access code. A mailbox counts as one use of the code, on any number of devices.
func (s *EarlyAccess) UnlockWithCode(ctx context.Context, slug, code, email string, client shop.Client) (pass string, err error) {
	if !shop.ValidEmail(email) {
		return "", shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	d, err := s.unlockable(ctx, slug)
	if err != nil {
		return "", err
	}
	if err := s.c.Limits.NetworkRefused(client, "access code", wrongCodes); err != nil {
		return "", err
	}
	key := s.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email))
	var ok bool
	if d.EarlyAccess == shop.EarlyCodes || d.EarlyAccess == shop.EarlyBoth {
		err = s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
			if _, err := tx.Drops.Lock(ctx, d.ID); err != nil {
				return err
			}
			ok, err = tx.Drops.UseCode(ctx, d.ID, key, s.codeHash(d.ID, code), s.c.Now())
			return err
		})
		if err != nil {
			return "", err
		}
	}
	if !ok {
		if err := s.c.Limits.TakeNetwork(client, "access code", wrongCodes); err != nil {
			return "", err
		}
		return "", shop.FieldError(shop.AccessCodeInvalid, "code", "This code does not work.")
	}
	return reservations.EarlyPass(s.c.Keys, d.ID, key), nil
}

// unlockable finds a drop whose early access can be unlocked now.
func (s *EarlyAccess) unlockable(ctx context.Context, slug string) (shop.Drop, error) {
	d, err := s.public.public(ctx, slug, s.c.Now())
	if err != nil {
		return d, err
	}
	if phase := d.PhaseAt(s.c.Now()); d.EarlyAt == nil || phase != shop.PhaseTeased && phase != shop.PhaseEarly {
		return d, shop.Errorf(shop.Conflict, "There is no early access now.")
	}
	return d, nil
}

// readToken gives the mailbox key of a token, which must be for this drop.
func readToken(keys *secrets.Keys, purpose string, dropID int64, token string) (mailboxKey string, err error) {
	text, err := keys.ReadToken(purpose, token)
	if err != nil {
		return "", shop.Errorf(shop.NotFound, "This link is not valid.")
	}
	id, key, _ := strings.Cut(text, " ")
	if n, err := strconv.ParseInt(id, 10, 64); err != nil || n != dropID || key == "" {
		return "", shop.Errorf(shop.NotFound, "This link is not valid.")
	}
	return key, nil
}

// AddCode makes an access code. Its text is returned once and stored as a hash.
func (s *EarlyAccess) AddCode(ctx context.Context, id, version int64, label string, maxUses int64, by audit.Actor) (code string, d StaffDrop, err error) {
	label = strings.TrimSpace(label)
	code = secrets.Code(4) + "-" + secrets.Code(4)
	d, err = s.drops.act(ctx, id, version, "add code", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if d.EarlyAccess != shop.EarlyCodes && d.EarlyAccess != shop.EarlyBoth {
			return shop.Errorf(shop.Conflict, "This drop has no early access by codes.")
		}
		return tx.Drops.AddCode(ctx, id, s.codeHash(id, code), label, maxUses)
	})
	return code, d, err
}

// Codes lists the access codes of a drop, without their text.
func (s *EarlyAccess) Codes(ctx context.Context, id int64) ([]shop.DropCode, error) {
	return s.c.Store.Drops.Codes(ctx, id)
}

// codeHash ignores spaces, hyphens and case.
func (s *EarlyAccess) codeHash(dropID int64, code string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToUpper(code))
	return s.c.Keys.BuyerKey("access code", shop.IDText(dropID)+" "+plain)
}

// LiftLimit lets one order of a mailbox go beyond the purchase limits of a drop.
func (s *EarlyAccess) LiftLimit(ctx context.Context, id, version int64, email string, by audit.Actor) (StaffDrop, error) {
	if !shop.ValidEmail(email) {
		return StaffDrop{}, shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	return s.drops.act(ctx, id, version, "lift limit", by, func(tx *store.Tx, _ *shop.Drop, now time.Time) error {
		first, err := tx.Purchases.AddException(ctx, id, s.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email)), by.Name, now)
		if err == nil && !first {
			return shop.FieldError(shop.Conflict, "email", "The limit is lifted for this address already.")
		}
		return err
	})
}
