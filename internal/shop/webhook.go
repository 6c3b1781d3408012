package shop

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// WebhookEvent is something that a webhook can be told of.
type WebhookEvent string

const (
	WebhookDropOpened      WebhookEvent = "drop.opened"
	WebhookDropSoldOut     WebhookEvent = "drop.sold_out"
	WebhookDropEnded       WebhookEvent = "drop.ended"
	WebhookOrderPaid       WebhookEvent = "order.paid"
	WebhookOrderCancelled  WebhookEvent = "order.cancelled"
	WebhookWaitlistOffered WebhookEvent = "waitlist.offered"
	WebhookDrawDone        WebhookEvent = "draw.done"
	// WebhookTest is sent when staff ask for it, to whichever webhook.
	WebhookTest WebhookEvent = "test"
)

// WebhookEvents are those that a webhook can ask for.
var WebhookEvents = []WebhookEvent{WebhookDropOpened, WebhookDropSoldOut, WebhookDropEnded, WebhookOrderPaid, WebhookOrderCancelled, WebhookWaitlistOffered, WebhookDrawDone}

// WebhookFormat is the form of the messages.
type WebhookFormat string

const (
	WebhookStandard WebhookFormat = "standard" // JSON signed by Standard Webhooks
	WebhookDiscord  WebhookFormat = "discord"  // a message for a Discord channel
)

// Bounds of webhooks.
const (
	MaxWebhooks   = 10
	MaxWebhookURL = 500
)

// Webhook is an address that is told of events.
type Webhook struct {
	ID        int64
	URL       string
	Events    []WebhookEvent
	Format    WebhookFormat
	Secret    string // sealed
	CreatedAt time.Time
	Waiting   int64 // deliveries that were not accepted yet
	Failed    int64 // deliveries that were given up
}

// Wants says whether the webhook is told of an event.
func (w Webhook) Wants(event WebhookEvent) bool { return slices.Contains(w.Events, event) }

// Check refuses a webhook that cannot work. Whether its address is public is checked again whenever it is called.
func (w Webhook) Check() error {
	var p Problems
	u, err := url.Parse(w.URL)
	valid := err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil && u.Fragment == ""
	p.Check(len(w.URL) <= MaxWebhookURL, "url", "Keep the address below 500 characters.")
	p.Check(valid, "url", "Enter an address that begins with https:// and has no user name.")
	if valid {
		_, notName := netip.ParseAddr(u.Hostname())
		p.Check(notName == nil || strings.Contains(u.Hostname(), "."), "url", "Enter an address that the whole internet can reach.")
	}
	p.Check(len(w.Events) > 0, "events", "Choose at least one event.")
	for _, event := range w.Events {
		p.Check(slices.Contains(WebhookEvents, event), "events", "There is no such event.")
	}
	p.Check(w.Format == WebhookStandard || w.Format == WebhookDiscord, "format", "Choose standard or discord.")
	p.Check(w.Format != WebhookDiscord || len(w.Events) == 1 && w.Wants(WebhookDropOpened), "events", "A Discord channel is told of drop.opened and of nothing else.")
	return p.Err()
}

// DeliveryStatus is how a delivery stands.
type DeliveryStatus string

const (
	DeliveryWaiting DeliveryStatus = "waiting"
	DeliverySent    DeliveryStatus = "sent"
	DeliveryFailed  DeliveryStatus = "failed" // given up
)

// WebhookDelivery is one event for one webhook, with the response to the last attempt.
type WebhookDelivery struct {
	ID          int64
	WebhookID   int64
	Event       WebhookEvent
	MessageID   string
	Payload     string // sealed; "" once it was delivered
	Status      DeliveryStatus
	Attempts    int64
	CreatedAt   time.Time
	ResentAt    *time.Time // when staff asked to send it again
	NextAt      *time.Time // of the next attempt, while it waits
	RespondedAt *time.Time // when the last attempt ended
	Code        int64      // HTTP status of the response; 0: there was none
	Response    string     // its first part
	Error       string     // why the last attempt failed
}

// Begun is when the time for attempts began.
func (d WebhookDelivery) Begun() time.Time {
	if d.ResentAt != nil {
		return *d.ResentAt
	}
	return d.CreatedAt
}
