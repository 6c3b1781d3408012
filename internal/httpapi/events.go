package httpapi

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	eventsPath = "/api/events"
	heartbeat  = 25 * time.Second
	// An admin's stream ends after this, and the page opens another one: by then the
	// session may have ended.
	adminStreamLife = time.Hour
)

// eventStream serves the stream of changes.
type eventStream struct {
	hub      *events.Hub
	versions *events.Versions
}

// ServeHTTP is the stream of changes. Visitors receive what is public, customers also
// events of their own orders, admins everything. A page that was rendered earlier
// says when, and first receives the changes since then that ChangesSince knows of.
func (e eventStream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	who := events.Listener{}
	if session := operations.RequestInfoFrom(r.Context()).Session; session != nil && !session.SecondFactorDue {
		who = events.Listener{UserID: session.User.ID, Admin: session.User.Admin}
	}
	who.IP = operations.RequestInfoFrom(r.Context()).Client.IP
	stream, err := e.hub.Open(who)
	if err != nil {
		switch { // pages poll meanwhile
		case errors.Is(err, events.ErrTooMany):
			w.Header().Set("Retry-After", strconv.Itoa(20+rand.IntN(20)))
			operations.Refuse(w, shop.TooMany, "Too many pages are listening. This one asks from time to time.")
		case errors.Is(err, events.ErrFull):
			operations.Refuse(w, shop.Unavailable, "Too many pages are listening. This one asks from time to time.")
		default:
			operations.Refuse(w, shop.Unavailable, "The shop is closing this window.")
		}
		return
	}
	defer e.hub.Close(stream)
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	if _, err := fmt.Fprintf(w, "retry: %d\n: welcome\n\n", 1000+rand.IntN(3000)); err != nil {
		return
	}
	for _, event := range e.missedEvents(r.URL.Query(), who) {
		if _, err := w.Write(events.Encode(event).Text); err != nil {
			return
		}
	}
	if r.URL.Query().Has("once") {
		return // a page that shares another one's stream only asks what it missed
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	var end <-chan time.Time
	if who.Admin {
		end = time.After(adminStreamLife)
	}
	for {
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat))
		if control.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-end:
			return
		case <-tick.C:
			if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil {
				return
			}
		case message, open := <-stream.C:
			if !open || !sendTogether(w, message, stream.C) {
				return
			}
		}
	}
}

// sendTogether writes a message and those that came with it. It is false when the stream has ended.
func sendTogether(w io.Writer, message *events.Message, more <-chan *events.Message) bool {
	for open := true; open; {
		if _, err := w.Write(message.Text); err != nil {
			return false
		}
		select {
		case message, open = <-more:
		default:
			return true
		}
	}
	return false
}

// missedEvents is what changed between the rendering of a page, of which the query
// says when it was, and now. A page whose time cannot be read loads everything again.
func (e eventStream) missedEvents(query url.Values, who events.Listener) []shop.Event {
	if !query.Has("since") {
		return nil
	}
	rendered, err := time.Parse(events.TimeFormat, query.Get("since"))
	changes, complete := e.hub.ChangesSince(rendered, who)
	version, versionErr := strconv.ParseInt(query.Get("version"), 10, 64)
	if err != nil || !complete || versionErr == nil && version != e.versions.Catalog() {
		return []shop.Event{{Type: shop.EventResync}}
	}
	return changes
}
