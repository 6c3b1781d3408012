package orders

import (
	"context"
	"errors"
	"strings"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// QuoteRequest is what a page wants to know the price of.
type QuoteRequest struct {
	Lines       []shop.CheckoutLine
	Fulfillment shop.Fulfillment
	Method      string
	State       string
	PromoCode   string
	Reserved    []string // tokens of reservations
	Pass        string   // of a drop
	Buyer       Buyer
}

// customer is whose purchases limits per customer count. For a guest there is none: anybody's address
// could have been typed, so a quote does not check these limits. They are checked when a guest orders.
func (in QuoteRequest) customer() (emailKey string, userID *int64) {
	if user := in.Buyer.User; user != nil {
		return shop.EmailKey(user.Email), &user.ID
	}
	return "", nil
}

// Quoted is the price, and the reasons why the cart cannot be bought now.
type Quoted struct {
	shop.Quote
	Problems   []shop.LineProblem
	PromoError string
}

// Quote prices a basket as an order of this moment would be. It reserves nothing.
func (s *Service) Quote(ctx context.Context, in QuoteRequest) (Quoted, error) {
	var out Quoted
	rules, err := s.settings.Rules(ctx)
	if err != nil {
		return out, err
	}
	basket, gone, err := s.basket(ctx, shop.SumLines(in.Lines))
	if err != nil {
		return out, err
	}
	for _, id := range gone {
		out.Problems = append(out.Problems, *shop.Gone(id))
	}
	customer, userID := in.customer()
	reserved, err := s.reservedUnits(ctx, in.Reserved)
	if err != nil {
		return out, err
	}
	sale, err := s.DropSale(ctx)
	if err != nil {
		return out, err
	}
	pass, err := s.readPass(in.Pass)
	if err != nil {
		return out, err
	}
	var lines []shop.BasketLine
	for _, line := range basket.Lines {
		r := reserved[line.Product.ID]
		line, priced := line.InDrop(sale.Of(line.Product.ID), sale.Now).Reserve(r)
		lines = append(lines, priced...)
		problem, err := s.checkDrop(ctx, sale, line, r, pass)
		if err != nil {
			return out, err
		}
		if problem == nil {
			problem = shop.CheckLine(line)
		}
		if problem == nil && line.Product.MaxPerCustomer != nil && customer != "" {
			buyer := s.keys.Of(customer, userID)
			bought, err := s.store.Purchases.UnitsBought(ctx, []int64{line.Product.ID}, []store.Buyer{buyer})
			if err != nil {
				return out, err
			}
			problem = shop.CheckCustomer(line, orderbook.UnitsOf(bought, line.Product.ID, buyer))
		}
		if problem != nil {
			out.Problems = append(out.Problems, *problem)
		}
	}
	basket.Lines = lines
	basket.Fulfillment, basket.Method, basket.State = in.Fulfillment, in.Method, strings.ToUpper(in.State)
	if code := strings.TrimSpace(in.PromoCode); code != "" {
		basket.Promo, err = s.usablePromo(ctx, code, basket.Goods(), customer, in.Buyer.Client)
		_, tooMany := errors.AsType[*ratelimit.TooManyError](err)
		switch {
		case shop.CodeOf(err) == shop.PromoInvalid:
			out.PromoError = shop.PromoWrong
		case tooMany: // the cart can still be bought without a code
			out.PromoError = err.Error()
		case err != nil:
			return out, err
		}
	}
	out.Quote = shop.QuoteFor(basket, rules, sale.Now)
	return out, nil
}

// reservedUnits finds the reservations that can be used now, by product. One that
// cannot is left out: the line then says what is missing.
func (s *Service) reservedUnits(ctx context.Context, tokens []string) (map[int64]shop.Reservation, error) {
	out := map[int64]shop.Reservation{}
	for _, token := range tokens {
		r, err := s.units.Reservation(ctx, token)
		if err != nil && shop.CodeOf(err) != shop.NotFound {
			return nil, err
		}
		if err == nil && r.Usable(s.now()) {
			out[r.ProductID] = r
		}
	}
	return out, nil
}

// CheckPromo says what a code gives on these lines, or refuses it.
func (s *Service) CheckPromo(ctx context.Context, in QuoteRequest) (shop.Promotion, shop.Cents, error) {
	if strings.TrimSpace(in.PromoCode) == "" {
		return shop.Promotion{}, 0, shop.FieldError(shop.PromoInvalid, "promo_code", shop.PromoMissing)
	}
	basket, _, err := s.basket(ctx, shop.SumLines(in.Lines))
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	customer, _ := in.customer()
	promo, err := s.usablePromo(ctx, in.PromoCode, basket.Goods(), customer, in.Buyer.Client)
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	return *promo, promo.Discount(basket.Goods()), nil
}

// usablePromo finds a code that grants something now.
func (s *Service) usablePromo(ctx context.Context, code string, goods shop.Cents, customer string, client shop.Client) (*shop.Promotion, error) {
	if err := s.guard.allowPromo(client); err != nil {
		return nil, err
	}
	promo, err := s.store.Promotions.ByCode(ctx, code)
	if err != nil && shop.CodeOf(err) != shop.NotFound {
		return nil, err
	}
	ok := err == nil && promo.Grants(goods, s.now())
	if ok && promo.MaxPerCustomer != nil && customer != "" {
		used, err := s.store.Promotions.UsesBy(ctx, promo.ID, customer)
		if err != nil {
			return nil, err
		}
		ok = !promo.UsedUpBy(used)
	}
	if !ok {
		s.guard.recordWrongPromo(client, code)
		return nil, shop.BadPromo()
	}
	return &promo, nil
}

// basket looks up the products of the lines; the ids of those that are gone come apart.
func (s *Service) basket(ctx context.Context, lines []shop.CheckoutLine) (basket shop.Basket, gone []int64, err error) {
	byID, err := orderbook.ProductsByID(ctx, &s.store.Reader, lines, func(line shop.CheckoutLine) int64 { return line.ProductID })
	if err != nil {
		return basket, nil, err
	}
	now := s.now()
	for _, line := range lines {
		if p, ok := byID[line.ProductID]; ok && p.Published(now) {
			basket.Lines = append(basket.Lines, shop.BasketLine{Product: p, Quantity: line.Quantity})
		} else {
			gone = append(gone, line.ProductID)
		}
	}
	return basket, gone, nil
}
