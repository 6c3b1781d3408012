package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// measureWeight lets a browser that has nothing yet open the home page and the
// product page on a phone's screen and adds up what came over the wire.
func measureWeight(ctx context.Context, b *bench) error {
	shop, err := b.openShop(ctx)
	if err != nil {
		return err
	}
	defer shop.stop()
	if err := shop.warm(ctx, pages...); err != nil {
		return err
	}
	for _, page := range pages[:3] {
		total, kinds, err := firstVisit(ctx, shop.url(page.path))
		if err != nil {
			return err
		}
		b.add(row{what: "first visit, " + page.name + " page", ours: kB(total), beside: kinds})
	}
	return nil
}

// firstVisit is what a page weighs in all, in bytes, and by kind.
func firstVisit(ctx context.Context, url string) (total float64, kinds string, err error) {
	text, err := node(ctx, "weight.mjs", url)
	if err != nil {
		return 0, "", err
	}
	var bytes map[string]float64 // by kind
	if err := json.Unmarshal(text, &bytes); err != nil {
		return 0, "", err
	}
	var list []string
	for _, kind := range []string{"html", "js", "css", "fonts", "images", "other"} {
		total += bytes[kind]
		list = append(list, fmt.Sprintf("%s %.1f", kind, bytes[kind]/1000))
	}
	return total, strings.Join(list, ", "), nil
}

// node runs a script of this folder.
func node(ctx context.Context, script string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "node", append([]string{filepath.Join("bench", script)}, args...)...)
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", script, err)
	}
	return text, nil
}
