package waitingroom

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// JoinTogether serves joins as one batch: the first one is a join of the first drop.
func (w *Service) JoinTogether(ctx context.Context, drops []shop.Drop, joins []JoinInput) ([]batch.Result[Joined], error) {
	requests := make([]*joinRequest, len(joins))
	for i, in := range joins {
		var err error
		if requests[i], err = w.entries.request(drops[i], in); err != nil {
			return nil, err
		}
	}
	return w.joinBatch(ctx, requests)
}
