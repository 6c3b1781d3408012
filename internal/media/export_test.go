package media

import "context"

// ReserveAll takes all memory for pictures that are being decoded.
func ReserveAll(ctx context.Context) (release func(), err error) {
	return ForStaff.reserve(ctx, decodeBudget)
}
