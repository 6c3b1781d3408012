package app

import (
	"context"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

var wrongPromos = Limit{60, 10 * time.Minute}

// QuoteRequest is what a page wants to know the price of.
type QuoteRequest struct {
	Lines       []shop.CheckoutLine
	Fulfillment shop.Fulfillment
	Method      string
	State       string
	PromoCode   string
	Email       string // for caps per customer; "" while it is not known
}

// QuoteAnswer is the price, and what stands in the way of buying.
type QuoteAnswer struct {
	shop.Quote
	Problems   []shop.LineProblem
	PromoError string
}

// Quote prices a basket as an order of this moment would be. It holds nothing.
func (a *App) Quote(ctx context.Context, in QuoteRequest, client Client) (QuoteAnswer, error) {
	var answer QuoteAnswer
	rules, err := a.rules(ctx)
	if err != nil {
		return answer, err
	}
	basket, gone, err := a.basket(ctx, shop.SumLines(in.Lines))
	if err != nil {
		return answer, err
	}
	for _, id := range gone {
		answer.Problems = append(answer.Problems, *shop.Gone(id))
	}
	for _, line := range basket.Lines {
		if problem := shop.CheckLine(line); problem != nil {
			answer.Problems = append(answer.Problems, *problem)
		}
	}
	basket.Fulfillment, basket.Method, basket.State = in.Fulfillment, in.Method, strings.ToUpper(in.State)
	if code := strings.TrimSpace(in.PromoCode); code != "" {
		basket.Promo, err = a.usablePromo(ctx, code, basket.Goods(), in.Email, client)
		if shop.CodeOf(err) == shop.PromoInvalid {
			answer.PromoError = shop.PromoWrong
		} else if err != nil {
			return answer, err
		}
	}
	answer.Quote = shop.QuoteFor(basket, rules, a.Now())
	return answer, nil
}

// CheckPromo says what a code gives on these lines, or refuses it.
func (a *App) CheckPromo(ctx context.Context, code string, lines []shop.CheckoutLine, client Client) (shop.Promotion, shop.Cents, error) {
	if strings.TrimSpace(code) == "" {
		return shop.Promotion{}, 0, shop.FieldError(shop.PromoInvalid, "promo_code", shop.PromoMissing)
	}
	basket, _, err := a.basket(ctx, shop.SumLines(lines))
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	promo, err := a.usablePromo(ctx, code, basket.Goods(), "", client)
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	return *promo, promo.Discount(basket.Goods()), nil
}

// usablePromo finds a code that grants something now. Wrong ones are counted
// per address, so that codes cannot be found by trying.
func (a *App) usablePromo(ctx context.Context, code string, goods shop.Cents, email string, client Client) (*shop.Promotion, error) {
	key := "promo " + client.IP
	if err := a.limits.refused(key, wrongPromos, a.Now()); err != nil {
		return nil, err
	}
	promo, err := a.Store.Promo(ctx, code)
	if err != nil && shop.CodeOf(err) != shop.NotFound {
		return nil, err
	}
	ok := err == nil && promo.Grants(goods, a.Now())
	if ok && promo.MaxPerCustomer != nil && email != "" {
		used, err := a.Store.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promo.ID, CustomerKey: shop.EmailKey(email)})
		if err != nil {
			return nil, err
		}
		ok = used < *promo.MaxPerCustomer
	}
	if !ok {
		if err := a.limits.take(key, wrongPromos, a.Now()); err != nil {
			return nil, err
		}
		return nil, shop.BadPromo()
	}
	return &promo, nil
}

// basket looks the products of the lines up; those that are gone are named.
func (a *App) basket(ctx context.Context, lines []shop.CheckoutLine) (basket shop.Basket, gone []int64, err error) {
	ids := make([]int64, len(lines))
	for i, line := range lines {
		ids[i] = line.ProductID
	}
	products, err := a.Store.ProductsByID(ctx, ids)
	if err != nil {
		return basket, nil, err
	}
	byID := make(map[int64]shop.Product, len(products))
	for _, p := range products {
		byID[p.ID] = p
	}
	for _, line := range lines {
		if p, ok := byID[line.ProductID]; ok {
			basket.Lines = append(basket.Lines, shop.BasketLine{Product: p, Quantity: line.Quantity})
		} else {
			gone = append(gone, line.ProductID)
		}
	}
	return basket, gone, nil
}

// rules are the shop's terms under the settings of this moment.
func (a *App) rules(ctx context.Context) (shop.Rules, error) {
	settings, err := a.Settings(ctx)
	if err != nil {
		return shop.Rules{}, err
	}
	rates, err := a.taxes.get(a.Version(), func() (map[string]int64, error) { return a.Store.TaxRates(ctx) })
	if err != nil {
		return shop.Rules{}, err
	}
	return shop.RulesOf(settings, rates), nil
}
