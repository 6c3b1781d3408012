package httpapi

import "github.com/snackdrop/snackdrop/internal/shop"

// quickActionNames is what the button says that takes an order to a status.
var quickActionNames = map[shop.Status]string{
	shop.StatusProcessing:       "Process",
	shop.StatusReadyForPickup:   "Mark Ready",
	shop.StatusReadyForDelivery: "Mark Ready",
	shop.StatusPickedUp:         "Mark Picked Up",
	shop.StatusDelivered:        "Mark Delivered",
	shop.StatusCompleted:        "Mark Completed",
}

// statusesOfQuickAction are those that a button takes orders to.
func statusesOfQuickAction(name string) []shop.Status {
	var out []shop.Status
	for status, action := range quickActionNames {
		if action == name {
			out = append(out, status)
		}
	}
	return out
}

// statusBadge is the colour of a status's badge.
func statusBadge(status shop.Status) string {
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
