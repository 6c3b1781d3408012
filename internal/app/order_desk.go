package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const (
	deskQueue = 2_000
	// More orders in one transaction would only make the first of them wait longer.
	deskBatch = 128
	deskTime  = 20 * time.Second
)

// deskJob is one checkout at the desk. A job is answered exactly once.
type deskJob struct {
	checkout    shop.Checkout
	key         string // Idempotency-Key
	requestHash string
	userID      *int64
	customerKey string
	client      Client
	provider    string
	noProvider  error      // why the way to pay is not offered; an order that costs nothing needs none
	minimum     shop.Cents // of the provider
	settings    shop.Settings
	rules       shop.Rules
	done        chan deskAnswer
}

type deskAnswer struct {
	number string
	order  *store.NewOrder // nil when it was placed before
	err    error
}

// desk takes orders. Those that arrive together share one transaction, so a
// rush costs one disk sync and one lock of a hot product, not one each. It has
// no life of its own: it works while somebody waits.
type desk struct {
	app   *App
	queue chan *deskJob
	busy  atomic.Bool
	last  atomic.Int64 // when it last served, in ms
}

func newDesk(a *App) *desk { return &desk{app: a, queue: make(chan *deskJob, deskQueue)} }

// submit waits for the desk's answer. A full queue refuses at once: waiting in
// it would take longer than a shopper waits.
func (d *desk) submit(ctx context.Context, job *deskJob) (deskAnswer, error) {
	job.done = make(chan deskAnswer, 1)
	select {
	case d.queue <- job:
	default:
		return deskAnswer{}, shop.Errorf(shop.Busy, "So many are buying right now. Please try again in a moment.")
	}
	if d.busy.CompareAndSwap(false, true) {
		go d.work()
	}
	select {
	case answer := <-job.done:
		return answer, answer.err
	case <-ctx.Done(): // the order may still be placed; the same key finds it
		return deskAnswer{}, ctx.Err()
	}
}

// work serves until nobody waits.
func (d *desk) work() {
	for {
		jobs := d.gather()
		if len(jobs) > 0 {
			d.serve(jobs)
			continue
		}
		d.busy.Store(false)
		// Somebody may have come between the look and the sign.
		if len(d.queue) == 0 || !d.busy.CompareAndSwap(false, true) {
			return
		}
	}
}

func (d *desk) gather() []*deskJob {
	var jobs []*deskJob
	for len(jobs) < deskBatch {
		select {
		case job := <-d.queue:
			jobs = append(jobs, job)
		default:
			return jobs
		}
	}
	return jobs
}

// serve places a batch. Should the whole fail for a reason that is nobody's
// order in particular, each is tried alone, so that one cannot spoil the rest.
func (d *desk) serve(jobs []*deskJob) {
	ctx, cancel := context.WithTimeout(context.Background(), deskTime)
	defer cancel()
	answers, err := d.place(ctx, jobs)
	d.last.Store(time.Now().UnixMilli())
	if err != nil && len(jobs) > 1 {
		slog.Warn("a batch of orders failed, placing them one by one", "orders", len(jobs), "error", err)
		for _, job := range jobs {
			d.serve([]*deskJob{job})
		}
		return
	}
	for i, job := range jobs {
		if err != nil {
			job.done <- deskAnswer{err: err}
			continue
		}
		job.done <- answers[i]
	}
}

// calm waits until nobody has ordered for a moment, but not longer than most:
// what can be done later must not stand in the way of who buys now.
func (d *desk) calm(ctx context.Context, most time.Duration) {
	const moment = 100 * time.Millisecond
	for end := time.Now().Add(most); time.Now().Before(end) && time.Since(time.UnixMilli(d.last.Load())) < moment; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(moment / 4):
		}
	}
}

// place decides and writes one batch in one transaction.
func (d *desk) place(ctx context.Context, jobs []*deskJob) (answers []deskAnswer, err error) {
	err = d.app.Store.Write(ctx, func(tx *store.Tx) error {
		answers = make([]deskAnswer, len(jobs)) // the transaction may run again
		sale, err := openSale(ctx, tx, jobs, d.app.Now())
		if err != nil {
			return err
		}
		var accepted []*store.NewOrder
		for i, job := range jobs {
			answers[i] = sale.answer(ctx, d.app, job)
			if refusal := answers[i].err; refusal != nil && shop.CodeOf(refusal) == "" {
				return refusal // not a refusal but an accident
			}
			if answers[i].order != nil {
				accepted = append(accepted, answers[i].order)
			}
		}
		if err := sale.close(ctx, d.app, accepted); err != nil {
			return err
		}
		for i := range answers {
			if order := answers[i].order; order != nil {
				answers[i].number = order.Number
			} else if answers[i].err == nil && answers[i].number == "" { // placed in this very batch
				answers[i].number = sale.placed[jobs[i].key].Number
			}
		}
		return nil
	})
	return answers, err
}

// sale is what a batch knows: read and locked at its start, counted down in
// memory as orders are accepted, written at its end in guarded statements.
type sale struct {
	tx       *store.Tx
	now      time.Time
	before   map[string]string // idempotency key → number of an order placed earlier
	hashes   map[string]string
	products map[int64]shop.Product
	promos   map[string]shop.Promotion
	placed   map[string]*store.NewOrder
	taken    map[int64]int64
	used     map[int64]int64
	bought   map[customerProduct]int64
	usedBy   map[customerPromo]int64
}

type customerProduct struct {
	customer string
	product  int64
}

type customerPromo struct {
	customer string
	promo    int64
}

func openSale(ctx context.Context, tx *store.Tx, jobs []*deskJob, now time.Time) (*sale, error) {
	s := &sale{tx: tx, now: now, placed: map[string]*store.NewOrder{}, taken: map[int64]int64{}, used: map[int64]int64{},
		bought: map[customerProduct]int64{}, usedBy: map[customerPromo]int64{}}
	var keys, codes []string
	var ids []int64
	for _, job := range jobs {
		keys = append(keys, job.key)
		for _, line := range job.checkout.Lines {
			ids = append(ids, line.ProductID)
		}
		if job.checkout.PromoCode != "" {
			codes = append(codes, shop.PromoKey(job.checkout.PromoCode))
		}
	}
	var err error
	if s.before, s.hashes, err = tx.PlacedBefore(ctx, keys); err != nil {
		return nil, err
	}
	if s.products, err = tx.ProductsForSale(ctx, ids); err != nil {
		return nil, err
	}
	s.promos, err = tx.PromosForUse(ctx, codes)
	return s, err
}

var errKeyReused = shop.Errorf(shop.KeyReused, "This order was sent before with other contents. Please start again.")

func (s *sale) answer(ctx context.Context, a *App, job *deskJob) deskAnswer {
	if number, ok := s.before[job.key]; ok {
		if s.hashes[job.key] != job.requestHash {
			return deskAnswer{err: errKeyReused}
		}
		return deskAnswer{number: number}
	}
	if order, ok := s.placed[job.key]; ok {
		if order.RequestHash != job.requestHash {
			return deskAnswer{err: errKeyReused}
		}
		return deskAnswer{}
	}
	order, err := s.agree(ctx, a, job)
	if err != nil {
		return deskAnswer{err: err}
	}
	s.placed[job.key] = order
	return deskAnswer{order: order}
}

// agree checks everything about one checkout against the state of this moment
// and counts it in. It refuses with a shop error and then changes nothing.
func (s *sale) agree(ctx context.Context, a *App, job *deskJob) (*store.NewOrder, error) {
	c := job.checkout
	basket := shop.Basket{Fulfillment: c.Fulfillment, Method: c.Method, State: c.Address.State}
	problems := shop.Problems{}
	for _, line := range c.Lines {
		product, ok := s.products[line.ProductID]
		if !ok {
			problems.Check(false, lineField(line.ProductID), shop.Gone(line.ProductID).Message)
			continue
		}
		if product.Stock != nil {
			left := *product.Stock - s.taken[product.ID]
			product.Stock = &left
		}
		basket.Lines = append(basket.Lines, shop.BasketLine{Product: product, Quantity: line.Quantity})
		if problem := shop.CheckLine(basket.Lines[len(basket.Lines)-1]); problem != nil {
			problems.Check(false, lineField(product.ID), problem.Message)
		} else if err := s.checkLimit(ctx, a, job, product, line.Quantity, &problems); err != nil {
			return nil, err
		}
	}
	if len(problems) > 0 {
		return nil, &shop.Error{Code: shop.OutOfStock, Message: firstOf(problems), Fields: problems}
	}
	if c.PromoCode != "" {
		promo, err := s.checkPromo(ctx, a, job, basket.Goods())
		if err != nil {
			return nil, err
		}
		basket.Promo = promo
	}
	quote := shop.QuoteFor(basket, job.rules, s.now)
	if quote.Total > shop.MaxPrice {
		return nil, shop.FieldError(shop.Invalid, "lines", "An order of this size is beyond the web shop. Please contact us.")
	}
	if quote.Total != c.ExpectedTotal {
		return nil, shop.FieldError(shop.TotalChanged, "expected_total", "The total has changed to "+
			job.settings.Payments.Format(quote.Total)+". Please look at it again.")
	}
	if err := job.payable(quote.Total); err != nil {
		return nil, err
	}
	order := a.orderFrom(job, quote, s.now)
	s.count(job, order, basket)
	return order, nil
}

// payable refuses a total that cannot be paid in the chosen way, before anybody is asked for money.
func (j *deskJob) payable(total shop.Cents) error {
	if total == 0 {
		return nil
	}
	if j.noProvider != nil {
		return j.noProvider
	}
	if total < j.minimum {
		return shop.FieldError(shop.BelowMinimum, "payment_method", "This way to pay starts at "+
			j.settings.Payments.Format(j.minimum)+". Please choose another.")
	}
	return nil
}

func lineField(productID int64) string { return "lines." + idText(productID) }

func firstOf(p shop.Problems) string {
	messages := make([]string, 0, len(p))
	for _, problem := range p {
		messages = append(messages, problem.Message)
	}
	return strings.Join(messages, " ")
}

// checkLimit holds a product's limit per customer over all their orders. What it
// says to a guest is said of whoever has the address they typed, so it is not said often.
func (s *sale) checkLimit(ctx context.Context, a *App, job *deskJob, p shop.Product, quantity int64, problems *shop.Problems) error {
	if p.MaxPerCustomer == nil {
		return nil
	}
	if err := a.mayTellGuest(job); err != nil {
		return err
	}
	key := customerProduct{job.customerKey, p.ID}
	if _, known := s.bought[key]; !known {
		n, err := s.tx.UnitsBoughtBy(ctx, db.UnitsBoughtByParams{ProductID: &p.ID, EmailKey: job.customerKey, UserID: job.userID})
		if err != nil {
			return err
		}
		s.bought[key] = n
	}
	if problem := shop.CheckCustomer(shop.BasketLine{Product: p, Quantity: quantity}, s.bought[key]); problem != nil {
		a.toldGuest(job, "product "+idText(p.ID))
		problems.Check(false, lineField(p.ID), problem.Message)
	}
	return nil
}

// checkPromo finds the code among those locked by this batch and holds its caps.
func (s *sale) checkPromo(ctx context.Context, a *App, job *deskJob, goods shop.Cents) (*shop.Promotion, error) {
	if err := a.mayTryPromo(job.client); err != nil {
		return nil, err
	}
	promo, ok := s.promos[shop.PromoKey(job.checkout.PromoCode)]
	promo.Uses += s.used[promo.ID]
	if !ok || !promo.Grants(goods, s.now) {
		a.triedPromo(job.client, job.checkout.PromoCode)
		return nil, shop.BadPromo()
	}
	if promo.MaxPerCustomer != nil {
		if err := a.mayTellGuest(job); err != nil {
			return nil, err
		}
		key := customerPromo{job.customerKey, promo.ID}
		if _, known := s.usedBy[key]; !known {
			n, err := s.tx.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promo.ID, CustomerKey: job.customerKey})
			if err != nil {
				return nil, err
			}
			s.usedBy[key] = n
		}
		if s.usedBy[key] >= *promo.MaxPerCustomer {
			a.toldGuest(job, "promo "+idText(promo.ID))
			return nil, shop.BadPromo()
		}
	}
	return &promo, nil
}

func (s *sale) count(job *deskJob, order *store.NewOrder, basket shop.Basket) {
	for i, line := range basket.Lines {
		if line.Product.Stock != nil {
			s.taken[line.Product.ID] += line.Quantity
			order.Lines[i].Counted = true
		}
		if line.Product.MaxPerCustomer != nil {
			s.bought[customerProduct{job.customerKey, line.Product.ID}] += line.Quantity
		}
	}
	if basket.Promo != nil {
		order.PromoID = basket.Promo.ID
		s.used[basket.Promo.ID]++
		s.usedBy[customerPromo{job.customerKey, basket.Promo.ID}]++
	}
}

var errRaceLost = errors.New("stock or promo changed under a lock")

// close writes what was agreed. The statements are guarded although the rows
// are locked: a wrong count must fail here, not in the warehouse.
func (s *sale) close(ctx context.Context, a *App, accepted []*store.NewOrder) error {
	if err := s.tx.TakeUnits(ctx, s.taken); err != nil {
		return errors.Join(errRaceLost, err)
	}
	for id, n := range s.used {
		rows, err := s.tx.UsePromo(ctx, db.UsePromoParams{N: n, ID: id})
		if err != nil {
			return err
		}
		if rows != 1 {
			return errRaceLost
		}
	}
	if err := s.tx.InsertOrders(ctx, accepted, s.now); err != nil {
		return err
	}
	for id, n := range s.taken {
		before := *s.products[id].Stock
		if err := stockMoved(ctx, s.tx, id, before, before-n); err != nil {
			return err
		}
	}
	var settled []shop.Order // nothing more has to happen before they are confirmed
	for _, order := range accepted {
		emitOrder(s.tx, order.Order)
		if order.Provider == "" {
			settled = append(settled, order.Order)
		}
	}
	return a.confirmByMail(ctx, s.tx, settled...)
}

// emitOrder tells the back office, and the customer if they have an account.
func emitOrder(tx *store.Tx, order shop.Order) {
	event := shop.Event{Type: shop.EventOrder, ID: order.ID, Audience: shop.ToAdmins}
	if order.UserID != nil {
		event.Audience, event.UserID = shop.ToOwner, *order.UserID
	}
	tx.Emit(event)
}
