package app

import (
	"context"
	"time"
)

// AccountExport is everything the shop knows of a person.
type AccountExport struct {
	Email     string          `json:"email"`
	Username  string          `json:"username"`
	FullName  string          `json:"full_name"`
	AvatarURL string          `json:"avatar_url"`
	CreatedAt time.Time       `json:"created_at"`
	Addresses []ExportAddress `json:"addresses"`
	Cart      []ExportLine    `json:"cart"`
	Devices   []ExportDevice  `json:"devices"`
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

// ExportAccount gathers everything the shop knows of a person.
func (a *App) ExportAccount(ctx context.Context, userID int64, client Client) (AccountExport, error) {
	var out AccountExport
	if err := a.limit("export", "account", idText(userID), exportPerUser, client); err != nil {
		return out, err
	}
	user, err := a.Store.UserByID(ctx, userID)
	if err != nil {
		return out, err
	}
	profile, err := a.Profile(ctx, userID)
	if err != nil {
		return out, err
	}
	out = AccountExport{Email: user.Email, Username: profile.Username, FullName: profile.FullName, AvatarURL: profile.AvatarUrl,
		CreatedAt: time.UnixMilli(user.CreatedAt).UTC(), Addresses: []ExportAddress{}, Cart: []ExportLine{}, Devices: []ExportDevice{}}
	book, err := a.Store.Addresses(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, b := range book {
		out.Addresses = append(out.Addresses, ExportAddress{b.Name, b.Line1, b.Line2, b.City, b.State, b.Zip, b.Phone, b.Default})
	}
	cart, err := a.Cart(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, line := range cart {
		out.Cart = append(out.Cart, ExportLine{line.Product.Name, line.Product.Price.String(), line.Quantity})
	}
	devices, err := a.Devices(ctx, userID)
	if err != nil {
		return out, err
	}
	for _, d := range devices {
		out.Devices = append(out.Devices, ExportDevice{d.UserAgent, d.Ip, time.UnixMilli(d.CreatedAt).UTC(), time.UnixMilli(d.LastSeenAt).UTC()})
	}
	return out, nil
}
