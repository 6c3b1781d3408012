package carts

import (
	"cmp"
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// ReserveRequest asks to hold units of a product of a drop in a cart. Units is the
// total wanted: asking again raises or lowers the units and never changes the time.
type ReserveRequest struct {
	ProductID int64
	Units     int64
	Pass      string // an early pass, or a pass of the drop's line
	Buyer     orders.Buyer
}

var reservesPerPass = ratelimit.Limit{Times: 20, Per: time.Minute}

// maxHeldPerNetwork is how many reservations may be held from one network at a time.
const maxHeldPerNetwork = 30

var (
	errTooManyHeld    = shop.Errorf(shop.TooMany, "Many carts are held from your network. Please try again in a moment.")
	errNoUnitsLeft    = shop.Errorf(shop.OutOfStock, "There are not enough units left right now.")
	errChooseUnits    = shop.FieldError(shop.Invalid, "units", "Choose at least one.")
	errProductMissing = shop.Errorf(shop.NotFound, "Product not found.")
)

// passHolder is who may reserve, by their pass.
type passHolder struct {
	mailboxKey string
	email      string
	userID     *int64
	others     int64 // other passes for which units are left free
}

// Reserve holds units in a cart for whoever has a pass of the drop. It refuses with
// not_open, queue_first, pass_expired, drop_paused, limit_reached, out_of_stock,
// conflict and not_found.
func (s *Service) Reserve(ctx context.Context, in ReserveRequest) (r shop.Reservation, token string, err error) {
	if in.Units < 1 {
		return r, "", errChooseUnits
	}
	if err := s.countPass(in.Pass); err != nil {
		return r, "", err
	}
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return r, "", err
	}
	if in.Pass == "" {
		return r, "", s.refuseWithoutPass(ctx, in.ProductID, settings.DropZone())
	}
	client := s.keys.From(in.Buyer.Client, store.Buyer{})
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		held, wider, err := tx.Reservations.HeldByNetworks(ctx, client.Network, client.Network48)
		if err != nil {
			return err
		}
		drop, err := s.units.Lock(ctx, tx, in.ProductID)
		if err != nil {
			return err
		}
		now, err := s.units.LockedNow(ctx, tx)
		if err != nil {
			return err
		}
		cart := &cartReserver{Service: s, tx: tx, in: in, drop: drop, now: now, zone: settings.DropZone(), client: client,
			full: held >= maxHeldPerNetwork || wider >= maxHeldPerNetwork*shop.WiderNetwork}
		r, err = cart.reserve(ctx)
		return err
	})
	return r, reservations.Token(s.keys.Secrets, r.ID), err
}

// refuseWithoutPass says what is missing. It locks nothing: anybody may ask.
func (s *Service) refuseWithoutPass(ctx context.Context, productID int64, zone *time.Location) error {
	sale, err := s.orders.DropSale(ctx)
	if err != nil {
		return err
	}
	drop := sale.Of(productID)
	return drop.CheckHold(sale.Now, false, false, zone)
}

// countPass counts a call under the pass, whatever its token looks like.
func (s *Service) countPass(token string) error {
	if token == "" {
		return nil // such a call is refused without work, so it is not counted
	}
	text := ""
	for _, purpose := range []string{reservations.EarlyPassPurpose, orders.LinePassPurpose} {
		if found, err := s.keys.Secrets.ReadToken(purpose, token); err == nil {
			text = purpose + " " + found
		}
	}
	if text == "" {
		return shop.ErrPassUnknown
	}
	return s.limits.Take("reserve "+text, reservesPerPass)
}

// cartReserver decides on one request, with drop and stock locked.
type cartReserver struct {
	*Service
	tx     *store.Tx
	in     ReserveRequest
	drop   *shop.Drop
	now    time.Time
	zone   *time.Location
	client store.Buyer
	full   bool // no more new reservations from this network
}

func (c *cartReserver) reserve(ctx context.Context) (shop.Reservation, error) {
	product, err := c.tx.Products.ByID(ctx, c.in.ProductID)
	if err != nil || !product.Published(c.now) {
		return shop.Reservation{}, cmp.Or(err, errProductMissing)
	}
	if c.drop == nil {
		return shop.Reservation{}, shop.ErrNothingToHold
	}
	holder, err := c.holder(ctx)
	if err != nil {
		return shop.Reservation{}, err
	}
	old, err := c.current(ctx, holder)
	if err != nil {
		return old, err
	}
	if old.ID != 0 && old.Kind != shop.CartReservation {
		return old, nil // an offer of the waitlist: these units are reserved for the holder already
	}
	units := c.in.Units
	if product.MaxPerOrder != nil {
		units = min(units, *product.MaxPerOrder)
	}
	if err := c.checkLimit(ctx, holder, units-old.Units, units); err != nil {
		return old, err
	}
	if units, err = c.leaveForOthers(ctx, holder, old.Units, units); err != nil {
		return old, err
	}
	if units < old.Units {
		return c.lower(ctx, old, units)
	}
	if units == old.Units {
		return old, nil
	}
	if !product.InStockFlag {
		return old, errNoUnitsLeft
	}
	if err := c.take(ctx, units-old.Units); err != nil {
		return old, err
	}
	if old.ID == 0 {
		return c.create(ctx, product, holder, units)
	}
	return c.changeUnits(ctx, old, units)
}

// holder finds out who may reserve now, by the pass.
func (c *cartReserver) holder(ctx context.Context) (passHolder, error) {
	dropID, mailbox, early := reservations.ReadEarlyPass(c.keys.Secrets, c.in.Pass)
	if early && dropID != c.drop.ID {
		return passHolder{}, shop.ErrPassUnknown
	}
	if err := c.drop.CheckHold(c.now, early, !early, c.zone); err != nil {
		return passHolder{}, err
	}
	if early {
		return c.withAccount(passHolder{mailboxKey: mailbox}), nil
	}
	pass, err := c.passes.Check(ctx, c.tx, c.in.Pass, *c.drop, c.now)
	if err != nil {
		return passHolder{}, err
	}
	return c.withAccount(passHolder{mailboxKey: pass.MailboxKey, email: pass.Email, userID: pass.UserID, others: pass.Others}), nil
}

// withAccount adds the account of somebody who is signed in with the same mailbox.
func (c *cartReserver) withAccount(h passHolder) passHolder {
	if user := c.in.Buyer.User; user != nil && c.keys.Of(user.Email, nil).MailboxKey == h.mailboxKey {
		h.userID = &user.ID
		if h.email == "" {
			h.email = user.Email
		}
	}
	return h
}

// current is what the holder has of the product; the zero value is nothing. A
// reservation that has expired is ended first.
func (c *cartReserver) current(ctx context.Context, h passHolder) (shop.Reservation, error) {
	old, held, err := c.tx.Reservations.Held(ctx, c.in.ProductID, h.mailboxKey)
	if err != nil || !held {
		return shop.Reservation{}, err
	}
	if old.Usable(c.now) {
		return old, nil
	}
	if _, err := c.tx.Reservations.End(ctx, old.ID, c.now); err != nil {
		return old, err
	}
	if old.DropID != nil && old.Kind == shop.CartReservation { // its pass does not end: this request uses it
		if err := reservations.ReturnEarly(ctx, c.tx, c.drop, *old.DropID, old.ProductID, old.Units, c.now); err != nil {
			return old, err
		}
	}
	return shop.Reservation{}, c.units.PassOn(ctx, c.tx, old, c.drop)
}

// checkLimit checks the limit of units per household for what one mailbox has reserved and bought.
func (c *cartReserver) checkLimit(ctx context.Context, h passHolder, more, units int64) error {
	known, err := c.tx.Purchases.Of(ctx, []int64{c.drop.ID}, map[string][]string{shop.MailboxKind: {h.mailboxKey}})
	if err != nil {
		return err
	}
	key := store.PurchaseKey{DropID: c.drop.ID, Kind: shop.MailboxKind, Key: h.mailboxKey}
	has := known.Under(key)
	if known.Exceptions[key] && more <= c.drop.UnitsLeft(shop.KeyUnits{Reserved: has.Reserved}) {
		return nil
	}
	if has.Barred || units > c.drop.LimitUnits || more > 0 && more > c.drop.UnitsLeft(has) {
		return c.drop.TooManyUnits()
	}
	return nil
}

// leaveForOthers lowers the wanted units so that one free unit is left for everybody else whose pass is not used yet. The
// holder gets at least one.
func (c *cartReserver) leaveForOthers(ctx context.Context, h passHolder, has, units int64) (int64, error) {
	if units <= max(1, has) || h.others == 0 {
		return units, nil
	}
	ids := make([]int64, 0, len(c.drop.Products))
	for _, p := range c.drop.Products {
		ids = append(ids, p.ProductID)
	}
	products, err := c.tx.Products.ByIDs(ctx, ids)
	if err != nil {
		return units, err
	}
	free := int64(0)
	for _, p := range products {
		if n := p.Free(); n != nil {
			free += *n
		}
	}
	return min(units, max(1, has, has+free-h.others)), nil
}

// take takes units out of the stock, before the opening within the early share.
func (c *cartReserver) take(ctx context.Context, units int64) error {
	stock, counted, err := c.tx.Stock.Lock(ctx, c.in.ProductID)
	if err != nil {
		return err
	}
	if !counted || stock.Free() < units {
		return errNoUnitsLeft
	}
	if c.drop.PhaseAt(c.now) == shop.PhaseEarly {
		line, _ := c.drop.Product(c.in.ProductID)
		ok, err := c.tx.Drops.TakeEarlyUnits(ctx, c.drop.ID, c.in.ProductID, units, c.drop.EarlyQuota(line))
		if err != nil {
			return err
		}
		if !ok {
			return c.drop.EarlyUnitsGone(c.zone)
		}
	}
	if err := c.tx.Stock.Take(ctx, map[int64]int64{c.in.ProductID: units}); err != nil {
		return err
	}
	return c.units.EmitStock(ctx, c.tx, c.in.ProductID, stock.Free(), stock.Free()-units)
}

func (c *cartReserver) create(ctx context.Context, product shop.Product, h passHolder, units int64) (shop.Reservation, error) {
	if c.full {
		return shop.Reservation{}, errTooManyHeld
	}
	line, _ := c.drop.Product(product.ID)
	r := shop.Reservation{ProductID: product.ID, DropID: &c.drop.ID, Kind: shop.CartReservation, Units: units, Price: c.drop.PriceAt(line, product.Price, c.now),
		MailboxKey: h.mailboxKey, Email: h.email, UserID: h.userID, Network: c.client.Network, Network48: c.client.Network48,
		ExpiresAt: c.now.Add(c.drop.ReservationTime)}
	r, err := c.tx.Reservations.Create(ctx, r, c.now)
	reservations.EmitReservation(c.tx, r)
	return r, err
}

// lower gives units back that are not wanted any more.
func (c *cartReserver) lower(ctx context.Context, r shop.Reservation, units int64) (shop.Reservation, error) {
	back := r.Units - units
	r, err := c.changeUnits(ctx, r, units)
	if err != nil {
		return r, err
	}
	if err := reservations.ReturnEarly(ctx, c.tx, c.drop, *r.DropID, r.ProductID, back, c.now); err != nil {
		return r, err
	}
	return r, c.units.Release(ctx, c.tx, r.ProductID, back, 0, c.drop)
}

func (c *cartReserver) changeUnits(ctx context.Context, r shop.Reservation, units int64) (shop.Reservation, error) {
	changed, err := c.tx.Reservations.ChangeUnits(ctx, r, units, c.now)
	if err == nil && !changed {
		err = store.ErrStartOver
	}
	r.Units = units
	reservations.EmitReservation(c.tx, r)
	return r, err
}
