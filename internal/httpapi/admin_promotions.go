package httpapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// PromotionInput is the body of creating or changing a promo code.
type PromotionInput struct {
	Code           string     `json:"code" maxLength:"40"`
	Kind           string     `json:"kind" enum:"percent,amount,free_shipping"`
	Percent        int64      `json:"percent,omitempty" minimum:"0" maximum:"100" doc:"Of the goods; for the kind percent"`
	Amount         Dollars    `json:"amount,omitempty" doc:"Off the goods; for the kind amount"`
	Minimum        Dollars    `json:"minimum,omitempty" doc:"Of goods, before the discount"`
	StartsAt       *time.Time `json:"starts_at,omitempty"`
	EndsAt         *time.Time `json:"ends_at,omitempty"`
	MaxUses        *int64     `json:"max_uses,omitempty" minimum:"1" maximum:"1000000000"`
	MaxPerCustomer *int64     `json:"max_per_customer,omitempty" minimum:"1" maximum:"1000000"`
	Enabled        bool       `json:"enabled"`
}

// Promotion is a promo code.
type Promotion struct {
	ID             int64      `json:"id"`
	Code           string     `json:"code"`
	Kind           string     `json:"kind" enum:"percent,amount,free_shipping"`
	Percent        int64      `json:"percent"`
	Amount         Dollars    `json:"amount"`
	Minimum        Dollars    `json:"minimum"`
	StartsAt       *time.Time `json:"starts_at"`
	EndsAt         *time.Time `json:"ends_at"`
	MaxUses        *int64     `json:"max_uses"`
	MaxPerCustomer *int64     `json:"max_per_customer"`
	Enabled        bool       `json:"enabled"`
	Uses           int64      `json:"uses" doc:"Orders that hold it now"`
	Version        int64      `json:"version"`
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

func promotionJSON(p shop.Promotion) Promotion {
	out := Promotion{ID: p.ID, Code: p.Code, Kind: string(p.Kind), Minimum: dollars(p.Minimum), StartsAt: p.StartsAt, EndsAt: p.EndsAt,
		MaxUses: p.MaxUses, MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, Uses: p.Uses, Version: p.Version}
	switch p.Kind {
	case shop.PercentOff:
		out.Percent = p.Value
	case shop.AmountOff:
		out.Amount = Dollars(p.Value)
	}
	return out
}

func (s *Server) registerAdminPromotions() {
	register(s, "GET", "/api/admin/promotions", "admin-list-promotions", "List promo codes",
		func(ctx context.Context, _ *struct{}) (*body[struct {
			Items []Promotion `json:"items"`
		}], error) {
			list, err := s.services.Catalog.Promotions(ctx)
			if err != nil {
				return nil, err
			}
			out := &body[struct {
				Items []Promotion `json:"items"`
			}]{}
			out.Body.Items = make([]Promotion, 0, len(list))
			for _, p := range list {
				out.Body.Items = append(out.Body.Items, promotionJSON(p))
			}
			return out, nil
		})
	register(s, "POST", "/api/admin/promotions", "admin-create-promotion", "Create a promo code",
		func(ctx context.Context, in *body[PromotionInput]) (*body[Promotion], error) {
			p, err := s.services.Catalog.CreatePromotion(ctx, in.Body.shop(), actor(ctx))
			if err != nil {
				return nil, err
			}
			return &body[Promotion]{promotionJSON(p)}, nil
		})
	register(s, "PUT", "/api/admin/promotions/{id}", "admin-update-promotion", "Change a promo code",
		func(ctx context.Context, in *struct {
			IDPath
			Body struct {
				PromotionInput
				Version int64 `json:"version" doc:"The version the form was filled from"`
			}
		}) (*body[Promotion], error) {
			p := in.Body.shop()
			p.ID, p.Version = in.ID, in.Body.Version
			saved, err := s.services.Catalog.ChangePromotion(ctx, p, actor(ctx))
			if err != nil {
				return nil, err
			}
			return &body[Promotion]{promotionJSON(saved)}, nil
		})
	register(s, "DELETE", "/api/admin/promotions/{id}", "admin-delete-promotion", "Delete a promo code",
		func(ctx context.Context, in *IDPath) (*struct{}, error) {
			return nil, s.services.Catalog.DeletePromotion(ctx, in.ID, actor(ctx))
		})
}
