package payments

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/store"
)

// PayAfterCheck is the part of Pay that comes after it has looked at the order.
func (p *Service) PayAfterCheck(ctx context.Context, orderID int64, provider string) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		_, _, err := p.paymentToMake(ctx, tx, orderID, provider)
		return err
	})
}
