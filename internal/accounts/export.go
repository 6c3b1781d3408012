package accounts

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Export is everything that an account holds. Messages and newsletter sign-ups are not
// in it: they were sent without an account, and nobody has proved that the address is theirs. A place on a waitlist that
// was taken without the account is in it once its mailed link was opened by the account's owner.
type Export struct {
	Email        string             `json:"email"`
	Username     string             `json:"username"`
	FullName     string             `json:"full_name"`
	AvatarURL    string             `json:"avatar_url"`
	CreatedAt    time.Time          `json:"created_at"`
	UpdatedAt    time.Time          `json:"profile_updated_at"`
	Addresses    []ExportAddress    `json:"addresses"`
	Cart         []ExportLine       `json:"cart"`
	Devices      []ExportDevice     `json:"devices"`
	SecondFactor ExportSecondFactor `json:"second_factor"`
	Waitlist     []ExportWaiting    `json:"waitlist"`
	Reservations []ExportHeld       `json:"reservations"`
	Lines        []ExportPlace      `json:"lines"`
	Orders       []ExportOrder      `json:"orders"`
}

// ExportWaiting is a place on the waitlist of a product.
type ExportWaiting struct {
	Product    string    `json:"product"`
	Email      string    `json:"email"`
	Units      int64     `json:"units"`
	State      string    `json:"state"`
	LinkOpened bool      `json:"link_opened"`
	JoinedAt   time.Time `json:"joined_at"`
}

// ExportHeld is units that are or were held for the person.
type ExportHeld struct {
	Product   string    `json:"product"`
	Email     string    `json:"email"`
	Units     int64     `json:"units"`
	Price     string    `json:"price"`
	Kind      string    `json:"kind"`
	State     string    `json:"state"`
	ExpiresAt time.Time `json:"expires_at"`
}

// ExportPlace is a place in the line of a drop.
type ExportPlace struct {
	Drop       string    `json:"drop"`
	Line       string    `json:"line"`
	Number     int64     `json:"number"`
	Email      string    `json:"email"`
	State      string    `json:"state"`
	LinkOpened bool      `json:"link_opened"`
	JoinedAt   time.Time `json:"joined_at"`
}

// ExportSecondFactor is what is set up beside the password, without its secrets.
type ExportSecondFactor struct {
	AuthenticatorApp  bool            `json:"authenticator_app"`
	RecoveryCodesLeft int64           `json:"recovery_codes_left"`
	Passkeys          []ExportPasskey `json:"passkeys"`
}

// ExportPasskey is one enrolled key.
type ExportPasskey struct {
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

// ExportAddress is an entry of the address book.
type ExportAddress struct {
	Name      string `json:"name"`
	Line1     string `json:"line1"`
	Line2     string `json:"line2"`
	City      string `json:"city"`
	State     string `json:"state"`
	Zip       string `json:"zip"`
	Phone     string `json:"phone"`
	IsDefault bool   `json:"is_default"`
}

// ExportLine is a line of the cart or of an order.
type ExportLine struct {
	Product  string `json:"product"`
	Price    string `json:"price"`
	Quantity int64  `json:"quantity"`
}

// ExportDevice is a signed-in browser.
type ExportDevice struct {
	UserAgent  string    `json:"user_agent"`
	IP         string    `json:"ip"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `json:"last_seen_at"`
}

// ExportOrder is an order with all that was said about it.
type ExportOrder struct {
	Number        string        `json:"number"`
	CreatedAt     time.Time     `json:"created_at"`
	Status        string        `json:"status"`
	PaymentStatus string        `json:"payment_status"`
	PaymentMethod string        `json:"payment_method"`
	Fulfillment   string        `json:"fulfillment_type"`
	Method        string        `json:"delivery_method"`
	PickupCode    string        `json:"pickup_code"`
	Name          string        `json:"name"`
	Email         string        `json:"email"`
	Phone         string        `json:"phone"`
	Address       []string      `json:"address"`
	Notes         string        `json:"notes"`
	PromoCode     string        `json:"promo_code"`
	Lines         []ExportLine  `json:"lines"`
	Subtotal      string        `json:"subtotal"`
	Discount      string        `json:"discount"`
	Shipping      string        `json:"shipping"`
	Tax           string        `json:"tax"`
	Total         string        `json:"total"`
	Refunded      string        `json:"refunded"`
	History       []ExportEvent `json:"history"`
}

// ExportEvent is one thing that happened to an order.
type ExportEvent struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
}

// Export collects everything that an account holds.
func (s *Service) Export(ctx context.Context, userID int64, client shop.Client) (Export, error) {
	var out Export
	if err := s.limits.TakeFrom(client, "export", "account", shop.IDText(userID), exportPerUser); err != nil {
		return out, err
	}
	account, err := s.store.Accounts.ByID(ctx, userID)
	if err != nil {
		return out, err
	}
	profile, err := s.Profile(ctx, userID)
	if err != nil {
		return out, err
	}
	out = Export{Email: account.Email, Username: profile.Username, FullName: profile.FullName, AvatarURL: profile.AvatarURL,
		CreatedAt: account.CreatedAt, UpdatedAt: profile.UpdatedAt, Addresses: []ExportAddress{}, Cart: []ExportLine{}, Devices: []ExportDevice{}, Orders: []ExportOrder{}}
	addresses, err := s.Addresses(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, a := range addresses {
		out.Addresses = append(out.Addresses, ExportAddress{a.Name, a.Line1, a.Line2, a.City, a.State, a.Zip, a.Phone, a.Default})
	}
	cart, err := s.carts.Cart(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, line := range cart {
		out.Cart = append(out.Cart, ExportLine{line.Product.Name, line.Product.Price.String(), line.Quantity})
	}
	devices, err := s.Devices(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, d := range devices {
		out.Devices = append(out.Devices, ExportDevice{d.UserAgent, d.IP, d.CreatedAt, d.LastSeenAt})
	}
	factor, err := secondFactorStatus(ctx, s.store, userID)
	if err != nil {
		return out, err
	}
	out.SecondFactor = ExportSecondFactor{AuthenticatorApp: factor.TOTP, RecoveryCodesLeft: factor.RecoveryCodes, Passkeys: []ExportPasskey{}}
	for _, key := range factor.Passkeys {
		out.SecondFactor.Passkeys = append(out.SecondFactor.Passkeys, ExportPasskey{key.Name, key.CreatedAt, key.LastUsedAt})
	}
	if out.Waitlist, out.Reservations, err = s.exportWaiting(ctx, userID); err != nil {
		return out, err
	}
	if out.Lines, err = s.exportPlaces(ctx, userID); err != nil {
		return out, err
	}
	for cursor := ""; ; {
		page, next, err := s.orders.CustomerOrders(ctx, userID, 50, cursor)
		if err != nil {
			return out, err
		}
		for _, order := range page {
			out.Orders = append(out.Orders, exportOrder(order))
		}
		if cursor = next; cursor == "" {
			return out, nil
		}
	}
}

func (s *Service) exportWaiting(ctx context.Context, userID int64) ([]ExportWaiting, []ExportHeld, error) {
	entries, reservations, err := s.waitlist.OfAccount(ctx, userID)
	if err != nil {
		return nil, nil, err
	}
	ids := make([]int64, 0, len(entries)+len(reservations))
	for _, e := range entries {
		ids = append(ids, e.ProductID)
	}
	for _, r := range reservations {
		ids = append(ids, r.ProductID)
	}
	products, err := s.store.Products.ByIDs(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	names := make(map[int64]string, len(products))
	for _, p := range products {
		names[p.ID] = p.Name
	}
	waiting, held := make([]ExportWaiting, 0, len(entries)), make([]ExportHeld, 0, len(reservations))
	for _, e := range entries {
		waiting = append(waiting, ExportWaiting{names[e.ProductID], e.Email, e.Units, string(e.State), e.Proven, e.CreatedAt})
	}
	for _, r := range reservations {
		held = append(held, ExportHeld{names[r.ProductID], r.Email, r.Units, r.Price.String(), string(r.Kind), string(r.State), r.ExpiresAt})
	}
	return waiting, held, nil
}

func (s *Service) exportPlaces(ctx context.Context, userID int64) ([]ExportPlace, error) {
	entries, err := s.lines.OfAccount(ctx, userID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(entries))
	for _, e := range entries {
		ids = append(ids, e.DropID)
	}
	names, err := s.store.Drops.Names(ctx, ids)
	if err != nil {
		return nil, err
	}
	places := make([]ExportPlace, 0, len(entries))
	for _, e := range entries {
		email, err := s.secrets.Open(e.EmailSealed)
		if err != nil {
			return nil, err
		}
		places = append(places, ExportPlace{names[e.DropID], string(e.Line), e.Number, email, string(e.State), e.Proven, e.JoinedAt})
	}
	return places, nil
}

func exportOrder(o shop.OrderWithHistory) ExportOrder {
	out := ExportOrder{Number: o.Number, CreatedAt: o.CreatedAt, Status: string(o.Status), PaymentStatus: string(o.Payment), PaymentMethod: o.PaymentMethod,
		Fulfillment: string(o.Fulfillment), Method: o.Method, PickupCode: o.PickupCode, Name: o.Name, Email: o.Email, Phone: o.Phone, Notes: o.Notes, PromoCode: o.PromoCode,
		Subtotal: o.Subtotal.String(), Discount: o.Discount.String(), Shipping: o.Shipping.String(), Tax: o.Tax.String(), Total: o.Total.String(),
		Refunded: o.Refunded.String(), Address: []string{}, Lines: []ExportLine{}, History: []ExportEvent{}}
	if o.Fulfillment == shop.Delivery {
		for _, line := range []string{o.Address.Line1, o.Address.Line2, o.Address.City, o.Address.State, o.Address.Zip} {
			if line != "" {
				out.Address = append(out.Address, line)
			}
		}
	}
	for _, line := range o.Lines {
		out.Lines = append(out.Lines, ExportLine{line.Name, line.Price.String(), line.Quantity})
	}
	for _, event := range o.History {
		out.History = append(out.History, ExportEvent{event.At, event.Kind + " " + event.Detail})
	}
	return out
}
