package reservations

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// EarlyPassPurpose is the purpose of the tokens that prove early access to a drop.
const EarlyPassPurpose = "early pass"

// LinePass is the right to reserve units of a drop, which a person in its line gets when it is their turn.
type LinePass struct {
	DropID     int64
	Line       string // main or early
	MailboxKey string
	Email      string
	UserID     *int64
	Others     int64 // other valid passes of the line whose owners have no units yet; a second unit is reserved only if enough are left for them
}

// Passes is the waiting room of drops, as far as selling needs it. All of it runs in
// the caller's transaction, which has locked the drop and maybe stock and
// reservations; it may lock queues and their entries.
type Passes interface {
	// Check finds the valid pass behind a token. It refuses with not_found a token that
	// is forged, replaced or of another drop, with pass_expired a pass that was used or
	// whose time is over. The time of a pass stands still while the drop is paused.
	Check(ctx context.Context, tx *store.Tx, token string, drop shop.Drop, now time.Time) (LinePass, error)
	// Used notes that these mailboxes ordered in the drop: a pass is good for one order.
	Used(ctx context.Context, tx *store.Tx, dropID int64, mailboxKeys []string, now time.Time) error
	// Ended notes that a mailbox gave back or lost its last cart reservation in the
	// drop without an order: its pass ends with it.
	Ended(ctx context.Context, tx *store.Tx, dropID int64, mailboxKey string, now time.Time) error
	// Resumed is called after a pause. It adds the length of the pause to the ends of
	// passes that were valid when it began, and to the time that called people have to come.
	Resumed(ctx context.Context, tx *store.Tx, drop shop.Drop, pause time.Duration) error
}

// EarlyPass makes the token that proves early access of a mailbox to a drop.
func EarlyPass(keys *secrets.Keys, dropID int64, mailboxKey string) string {
	return keys.Token(EarlyPassPurpose, shop.IDText(dropID)+" "+mailboxKey)
}

// ReadEarlyPass finds the drop and the mailbox of an early pass.
func ReadEarlyPass(keys *secrets.Keys, token string) (dropID int64, mailboxKey string, ok bool) {
	text, err := keys.ReadToken(EarlyPassPurpose, token)
	if err != nil {
		return 0, "", false
	}
	id, mailboxKey, found := strings.Cut(text, " ")
	dropID, err = strconv.ParseInt(id, 10, 64)
	return dropID, mailboxKey, found && err == nil && mailboxKey != ""
}
