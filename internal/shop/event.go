package shop

// EventType says what changed. An event is a hint to look again, never the
// change itself, so losing one costs freshness and nothing else.
type EventType string

const (
	EventProduct     EventType = "product"
	EventCategory    EventType = "category"
	EventSetting     EventType = "setting"
	EventStock       EventType = "stock"
	EventOrder       EventType = "order"
	EventCart        EventType = "cart"
	EventSession     EventType = "session"
	EventDrop        EventType = "drop"
	EventReservation EventType = "reservation"
	EventCatalog     EventType = "catalog" // the catalogue's version moved on
	EventOutbox      EventType = "outbox"  // something waits to be sent
	EventResync      EventType = "resync"  // some events were missed: look at everything again
)

// Audience says whose pages may receive an event.
type Audience string

const (
	ToAll     Audience = ""       // every visitor
	ToOwner   Audience = "owner"  // the user named in UserID, and admins
	ToUser    Audience = "user"   // the user named in UserID alone
	ToAdmins  Audience = "admins" // staff
	ToServers Audience = "servers"
)

// Event notifies open pages and the other instances of a change.
type Event struct {
	Type     EventType `json:"type"`
	ID       int64     `json:"id,omitempty"`
	Units    *int64    `json:"units,omitempty"` // stock: units left
	Held     *int64    `json:"held,omitempty"`  // stock: units in carts and unpaid orders, of a product in an open drop
	Audience Audience  `json:"to,omitempty"`
	UserID   int64     `json:"user,omitempty"`
}
