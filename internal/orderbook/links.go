package orderbook

import (
	"cmp"
	"context"
	"net/url"

	"github.com/snackdrop/snackdrop/internal/secrets"
)

// SiteKey is the key under which a context has the address that the buyer's browser uses.
type SiteKey struct{}

// NewLinks makes the links of a shop at an address.
func NewLinks(keys *secrets.Keys, publicURL string) OrderLinks { return OrderLinks{keys, publicURL} }

// OrderLinks makes the links to orders that only their buyers get.
type OrderLinks struct {
	secrets   *secrets.Keys
	publicURL string
}

// Key is the secret part of an order's link.
func (l OrderLinks) Key(number string) string { return l.secrets.LinkKey("order " + number) }

// url is the link for emails: always at the public address, whatever address the
// request that caused the email claims.
func (l OrderLinks) url(number string) string { return l.urlAt(l.publicURL, number) }

// BuyerURL is the link for the buyer whose request this is: at the address that their browser uses.
func (l OrderLinks) BuyerURL(ctx context.Context, number string) string {
	site, _ := ctx.Value(SiteKey{}).(string)
	return l.urlAt(cmp.Or(site, l.publicURL), number)
}

func (l OrderLinks) urlAt(site, number string) string {
	return site + "/order/" + url.PathEscape(number) + "?key=" + l.Key(number)
}

// ConfirmKey proves that somebody read the email about an order: unlike Key, it is only
// in that email and not in the browser that placed the order.
func (l OrderLinks) ConfirmKey(number string) string {
	return l.secrets.LinkKey("confirm order " + number)
}

func (l OrderLinks) confirmURL(number string) string {
	return l.url(number) + "&confirm=" + l.ConfirmKey(number)
}
