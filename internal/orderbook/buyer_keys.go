package orderbook

import (
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// paid are the keys of a buyer that are counted once an order is paid.
func (k BuyerKeys) paid(order shop.Order, payer string) []BuyerKey {
	values := map[string]string{shop.CardKind: payer}
	if order.Fulfillment == shop.Pickup {
		values[shop.NameKind] = shop.NameValue(order.Name)
	} else {
		values[shop.BuildingKind] = shop.BuildingValue(order.Address)
	}
	var keys []BuyerKey
	for kind, value := range values {
		if key := k.Secrets.BuyerKey(kind, value); key != "" {
			keys = append(keys, BuyerKey{kind, key})
		}
	}
	return keys
}

// BuyerKey is a key of a buyer, whatever the drop.
type BuyerKey struct{ Kind, Key string }

// ByKind groups the keys of buyers.
func ByKind(keys []BuyerKey) map[string][]string {
	out := map[string][]string{}
	for _, k := range keys {
		out[k.Kind] = append(out[k.Kind], k.Key)
	}
	return out
}

// Limited are the keys of a buyer that limits of drops refuse by; those without a value are left out.
func (k BuyerKeys) Limited(mailboxKey, phone string, address shop.Address, fulfillment shop.Fulfillment) []BuyerKey {
	keys := []BuyerKey{{shop.MailboxKind, mailboxKey}, {shop.PhoneKind, k.Secrets.BuyerKey(shop.PhoneKind, shop.PhoneValue(phone))}}
	if fulfillment == shop.Delivery {
		keys = append(keys, BuyerKey{shop.HouseholdKind, k.Secrets.BuyerKey(shop.HouseholdKind, shop.HouseholdValue(address))})
	}
	out := keys[:0]
	for _, key := range keys {
		if key.Key != "" {
			out = append(out, key)
		}
	}
	return out
}

// BuyerKeys makes the keys by which limits recognise a buyer. They are keyed hashes, so
// the stored keys do not reveal an address or a phone number.
type BuyerKeys struct{ Secrets *secrets.Keys }

// NewBuyerKeys makes the keys with the secrets of the shop.
func NewBuyerKeys(keys *secrets.Keys) BuyerKeys { return BuyerKeys{keys} }

// Of is the buyer with an address and, if signed in, an account.
func (k BuyerKeys) Of(email string, user *int64) store.Buyer {
	return store.Buyer{EmailKey: shop.EmailKey(email), MailboxKey: k.Secrets.BuyerKey(shop.MailboxKind, shop.Mailbox(email)), UserID: user}
}

// From adds the networks of a request.
func (k BuyerKeys) From(client shop.Client, buyer store.Buyer) store.Buyer {
	network, wider := client.LimitedNetworks()
	buyer.Network, buyer.Network48 = k.Secrets.BuyerKey("network", network), k.Secrets.BuyerKey("network", wider)
	return buyer
}
