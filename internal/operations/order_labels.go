package operations

import "github.com/snackdrop/snackdrop/internal/shop"

// QuickActionNames is what the button says that takes an order to a status.
var QuickActionNames = map[shop.Status]string{
	shop.StatusProcessing:       "Process",
	shop.StatusReadyForPickup:   "Mark Ready",
	shop.StatusReadyForDelivery: "Mark Ready",
	shop.StatusPickedUp:         "Mark Picked Up",
	shop.StatusDelivered:        "Mark Delivered",
	shop.StatusCompleted:        "Mark Completed",
}

// StatusesOfQuickAction are those that a button takes orders to.
func StatusesOfQuickAction(name string) []shop.Status {
	var out []shop.Status
	for status, action := range QuickActionNames {
		if action == name {
			out = append(out, status)
		}
	}
	return out
}

// StatusBadge is the colour of a status's badge.
func StatusBadge(status shop.Status) string {
	switch status {
	case shop.StatusProcessing:
		return "blue"
	case shop.StatusReadyForPickup, shop.StatusReadyForDelivery:
		return "amber"
	case shop.StatusPickedUp, shop.StatusDelivered:
		return "green"
	case shop.StatusCompleted:
		return "purple"
	}
	return "grey"
}

// OrderAddress is where an order goes.
type OrderAddress struct {
	Line1 string `json:"line1"`
	Line2 string `json:"line2"`
	City  string `json:"city"`
	State string `json:"state"`
	Zip   string `json:"zip"`
}
