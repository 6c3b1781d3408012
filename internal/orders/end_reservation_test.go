package orders_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// A reservation that got more time after somebody found that it was over is not ended.
func TestAReservationThatGotMoreTimeIsNotEnded(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 10_00, units(5))
		end := r.at.now().Add(time.Hour)
		var reservation shop.Reservation
		write := func(do func(tx *store.Tx) error) {
			t.Helper()
			if err := r.Store.Write(t.Context(), do); err != nil {
				t.Fatal(err)
			}
		}
		write(func(tx *store.Tx) (err error) {
			reservation, err = tx.Reservations.Create(t.Context(), shop.Reservation{ProductID: id, Kind: shop.Offer, Units: 2, MailboxKey: "ada", ExpiresAt: end}, r.at.now())
			return err
		})
		endIfOver := func() (ended bool) {
			t.Helper()
			write(func(tx *store.Tx) (err error) {
				ended, err = r.Units.EndIfOver(t.Context(), tx, reservation.ID)
				return err
			})
			return ended
		}
		if endIfOver() || r.stock(t, id) != 5 {
			t.Errorf("ended before its time, %d in stock", r.stock(t, id))
		}
		r.at.move(time.Hour)
		endIfOver() // the background may have been faster
		if left := r.stock(t, id); left != 7 {
			t.Errorf("%d in stock, want the two units back", left)
		}
	})
}
