package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/bigshop"
)

// typingGoal is the longest delay of a keystroke that users do not notice.
const typingGoal = 200 * time.Millisecond

// measureTyping looks for something in a shop of 10,000 products, on a slow phone.
func measureTyping(ctx context.Context, b *bench) error {
	slowest := func(products int) (time.Duration, error) {
		folder, err := os.MkdirTemp("", "snackdrop-typing-")
		if err != nil {
			return 0, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		if err := bigshop.Fill(ctx, filepath.Join(folder, "snackdrop.db"), bigshop.Size{Products: products, Orders: 100}, func(string) {}); err != nil {
			return 0, err
		}
		shop, err := b.openShopIn(ctx, folder)
		if err != nil {
			return 0, err
		}
		defer shop.stop()
		text, err := node(ctx, "typing.mjs", shop.url("/products"))
		if err != nil {
			return 0, err
		}
		var delays []float64
		if err := json.Unmarshal(text, &delays); err != nil {
			return 0, err
		}
		if len(delays) == 0 {
			return 0, errors.New("no key was pressed")
		}
		return time.Duration(slices.Max(delays) * float64(time.Millisecond)), nil
	}
	small, err := slowest(50)
	if err != nil {
		return err
	}
	large, err := slowest(10_000)
	b.add(row{what: "typing a search, 10,000 products, slow phone", ours: "slowest key " + ms(large), beside: ms(small) + " with 50",
		goal: fmt.Sprintf("≤ %s", ms(typingGoal)), met: holds(large <= typingGoal)})
	return err
}
