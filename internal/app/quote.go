package app

import (
	"context"
	"errors"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// QuoteRequest is what a page wants to know the price of.
type QuoteRequest struct {
	Lines       []shop.CheckoutLine
	Fulfillment shop.Fulfillment
	Method      string
	State       string
	PromoCode   string
	Buyer       Buyer
}

// customer is who limits per customer are held against. A quote tells a guest
// nothing of them: the address could be anybody's. The desk holds them when a guest orders.
func (in QuoteRequest) customer() (emailKey string, userID *int64) {
	if user := in.Buyer.User; user != nil {
		return shop.EmailKey(user.Email), &user.ID
	}
	return "", nil
}

// QuoteAnswer is the price, and what stands in the way of buying.
type QuoteAnswer struct {
	shop.Quote
	Problems   []shop.LineProblem
	PromoError string
}

// Quote prices a basket as an order of this moment would be. It holds nothing.
func (a *App) Quote(ctx context.Context, in QuoteRequest) (QuoteAnswer, error) {
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
	customer, userID := in.customer()
	for _, line := range basket.Lines {
		problem := shop.CheckLine(line)
		if problem == nil && line.Product.MaxPerCustomer != nil && customer != "" {
			bought, err := a.Store.UnitsBoughtBy(ctx, db.UnitsBoughtByParams{ProductID: &line.Product.ID, EmailKey: customer, UserID: userID})
			if err != nil {
				return answer, err
			}
			problem = shop.CheckCustomer(line, bought)
		}
		if problem != nil {
			answer.Problems = append(answer.Problems, *problem)
		}
	}
	basket.Fulfillment, basket.Method, basket.State = in.Fulfillment, in.Method, strings.ToUpper(in.State)
	if code := strings.TrimSpace(in.PromoCode); code != "" {
		basket.Promo, err = a.usablePromo(ctx, code, basket.Goods(), customer, in.Buyer.Client)
		tooMany := (*TooManyError)(nil)
		switch {
		case shop.CodeOf(err) == shop.PromoInvalid:
			answer.PromoError = shop.PromoWrong
		case errors.As(err, &tooMany): // whoever tries codes can still buy without one
			answer.PromoError = err.Error()
		case err != nil:
			return answer, err
		}
	}
	answer.Quote = shop.QuoteFor(basket, rules, a.Now())
	return answer, nil
}

// CheckPromo says what a code gives on these lines, or refuses it.
func (a *App) CheckPromo(ctx context.Context, in QuoteRequest) (shop.Promotion, shop.Cents, error) {
	if strings.TrimSpace(in.PromoCode) == "" {
		return shop.Promotion{}, 0, shop.FieldError(shop.PromoInvalid, "promo_code", shop.PromoMissing)
	}
	basket, _, err := a.basket(ctx, shop.SumLines(in.Lines))
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	customer, _ := in.customer()
	promo, err := a.usablePromo(ctx, in.PromoCode, basket.Goods(), customer, in.Buyer.Client)
	if err != nil {
		return shop.Promotion{}, 0, err
	}
	return *promo, promo.Discount(basket.Goods()), nil
}

// usablePromo finds a code that grants something now.
func (a *App) usablePromo(ctx context.Context, code string, goods shop.Cents, customer string, client Client) (*shop.Promotion, error) {
	if err := a.mayTryPromo(client); err != nil {
		return nil, err
	}
	promo, err := a.Store.PromotionByCode(ctx, code)
	if err != nil && shop.CodeOf(err) != shop.NotFound {
		return nil, err
	}
	ok := err == nil && promo.Grants(goods, a.Now())
	if ok && promo.MaxPerCustomer != nil && customer != "" {
		used, err := a.Store.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promo.ID, CustomerKey: customer})
		if err != nil {
			return nil, err
		}
		ok = used < *promo.MaxPerCustomer
	}
	if !ok {
		a.triedPromo(client, code)
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
func (a *App) rules(ctx context.Context) (shop.Rules, error) { return a.ShopSettings.Rules(ctx) }
