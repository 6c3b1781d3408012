package orders

import (
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// buyerKeys makes the keys by which limits know a buyer again. They are stored, so
// they cannot be read back.
type buyerKeys struct{ secrets *secrets.Keys }

func (k buyerKeys) of(email string, user *int64) store.Buyer {
	return store.Buyer{EmailKey: shop.EmailKey(email), MailboxKey: k.secrets.BuyerKey(shop.MailboxKind, shop.Mailbox(email)), UserID: user}
}

// from adds the networks of a request.
func (k buyerKeys) from(client shop.Client, buyer store.Buyer) store.Buyer {
	network, wider := client.LimitedNetworks()
	buyer.Network, buyer.Network48 = k.secrets.BuyerKey("network", network), k.secrets.BuyerKey("network", wider)
	return buyer
}

// unitsOf adds up what a buyer has ordered of a product.
func unitsOf(bought []store.BoughtUnits, productID int64, buyer store.Buyer) (units int64) {
	for _, b := range bought {
		if b.ProductID == productID && b.By(buyer) {
			units += b.Units
		}
	}
	return units
}
