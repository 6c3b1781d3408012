package publicapi

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DropTexts are the times of a drop as people read them, in the shop's time zone for drops, which they name. Pages are
// rendered where no time zones are known. A time that there is not is empty.
type DropTexts struct {
	OpensText      string `json:"opens_text" doc:"Fri, Nov 20, 9:00 AM PST: opens_at in the shop's time zone for drops"`
	EarlyText      string `json:"early_text"`
	QueueOpensText string `json:"queue_opens_text"`
	EndsText       string `json:"ends_text"`
}

// dropTimeText is a moment as pages show it.
func dropTimeText(at *time.Time, zone *time.Location) string {
	if at == nil {
		return ""
	}
	return at.In(zone).Format("Mon, Jan 2, 3:04 PM MST")
}

func dropTexts(d drops.PublicDrop, settings shop.Settings) DropTexts {
	zone := settings.DropZone()
	texts := DropTexts{OpensText: dropTimeText(&d.OpensAt, zone), EarlyText: dropTimeText(d.EarlyAt, zone), EndsText: dropTimeText(d.EndsAt, zone)}
	if d.Main != nil {
		texts.QueueOpensText = dropTimeText(&d.Main.OpensAt, zone)
	}
	return texts
}
