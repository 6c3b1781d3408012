package adminapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// PromotionInput is the body of creating or changing a promo code.
type PromotionInput struct {
	Code           string             `json:"code" maxLength:"40"`
	Kind           string             `json:"kind" enum:"percent,amount,free_shipping"`
	Percent        int64              `json:"percent,omitempty" minimum:"0" maximum:"100" doc:"Of the goods; for the kind percent"`
	Amount         operations.Dollars `json:"amount,omitempty" doc:"Off the goods; for the kind amount"`
	Minimum        operations.Dollars `json:"minimum,omitempty" doc:"Of goods, before the discount"`
	StartsAt       *time.Time         `json:"starts_at,omitempty"`
	EndsAt         *time.Time         `json:"ends_at,omitempty"`
	MaxUses        *int64             `json:"max_uses,omitempty" minimum:"1" maximum:"1000000000"`
	MaxPerCustomer *int64             `json:"max_per_customer,omitempty" minimum:"1" maximum:"1000000"`
	Enabled        bool               `json:"enabled"`
}

// Promotion is a promo code.
type Promotion struct {
	ID             int64              `json:"id"`
	Code           string             `json:"code"`
	Kind           string             `json:"kind" enum:"percent,amount,free_shipping"`
	Percent        int64              `json:"percent"`
	Amount         operations.Dollars `json:"amount"`
	Minimum        operations.Dollars `json:"minimum"`
	StartsAt       *time.Time         `json:"starts_at"`
	EndsAt         *time.Time         `json:"ends_at"`
	MaxUses        *int64             `json:"max_uses"`
	MaxPerCustomer *int64             `json:"max_per_customer"`
	Enabled        bool               `json:"enabled"`
	Uses           int64              `json:"uses" doc:"Orders that hold it now"`
	State          string             `json:"state" enum:"on,off,not_started,ended,used_up" doc:"Whether shoppers can use it now, and why not"`
	Version        int64              `json:"version"`
}

func (in PromotionInput) shop() shop.Promotion {
	p := shop.Promotion{Code: in.Code, Kind: shop.PromoKind(in.Kind), Minimum: shop.Cents(in.Minimum), StartsAt: in.StartsAt, EndsAt: in.EndsAt,
		MaxUses: in.MaxUses, MaxPerCustomer: in.MaxPerCustomer, Enabled: in.Enabled}
	switch p.Kind {
	case shop.PercentOff:
		p.Value = in.Percent
	case shop.AmountOff:
		p.Value = int64(in.Amount)
	}
	return p
}

func promotionJSON(p shop.Promotion, now time.Time) Promotion {
	out := Promotion{ID: p.ID, Code: p.Code, Kind: string(p.Kind), Minimum: operations.Dollars(p.Minimum), StartsAt: p.StartsAt, EndsAt: p.EndsAt,
		MaxUses: p.MaxUses, MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, Uses: p.Uses, State: string(p.State(now)), Version: p.Version}
	switch p.Kind {
	case shop.PercentOff:
		out.Percent = p.Value
	case shop.AmountOff:
		out.Amount = operations.Dollars(p.Value)
	}
	return out
}

// promotionHandlers serve promotions to staff.
type promotionHandlers struct {
	catalog *catalog.Service
	now     func() time.Time
}

func (h promotionHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/promotions", "admin-list-promotions", "List promo codes",
		func(ctx context.Context, _ *struct{}) (*operations.Body[struct {
			Items []Promotion `json:"items"`
		}], error) {
			list, err := h.catalog.Promotions(ctx)
			if err != nil {
				return nil, err
			}
			out := &operations.Body[struct {
				Items []Promotion `json:"items"`
			}]{}
			out.Body.Items = make([]Promotion, 0, len(list))
			for _, p := range list {
				out.Body.Items = append(out.Body.Items, promotionJSON(p, h.now()))
			}
			return out, nil
		})
	operations.Register(s, "POST", "/api/admin/promotions", "admin-create-promotion", "Create a promo code",
		func(ctx context.Context, in *operations.Body[PromotionInput]) (*operations.Body[Promotion], error) {
			p, err := h.catalog.CreatePromotion(ctx, in.Body.shop(), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[Promotion]{Body: promotionJSON(p, h.now())}, nil
		})
	operations.Register(s, "PUT", "/api/admin/promotions/{id}", "admin-update-promotion", "Change a promo code",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				PromotionInput
				Version int64 `json:"version" doc:"The version the form was filled from"`
			}
		}) (*operations.Body[Promotion], error) {
			p := in.Body.shop()
			p.ID, p.Version = in.ID, in.Body.Version
			saved, err := h.catalog.ChangePromotion(ctx, p, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[Promotion]{Body: promotionJSON(saved, h.now())}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/promotions/{id}", "admin-delete-promotion", "Delete a promo code",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.catalog.DeletePromotion(ctx, in.ID, operations.Actor(ctx))
		})
}

func (in *PromotionInput) Resolve(ctx huma.Context) []error {
	found := append(in.Amount.Resolve(ctx, operations.BodyPath("amount")), in.Minimum.Resolve(ctx, operations.BodyPath("minimum"))...)
	found = append(found, operations.BrokenRules(in.shop().Check())...)
	for _, err := range found {
		// The value of a promotion has another name in JSON for each kind.
		if detailed, ok := err.(huma.ErrorDetailer); ok && detailed.ErrorDetail().Location == "body.value" {
			detailed.ErrorDetail().Location = "body.percent"
			if in.Kind == string(shop.AmountOff) {
				detailed.ErrorDetail().Location = "body.amount"
			}
		}
	}
	return found
}
