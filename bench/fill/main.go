// Command fill makes a very large shop in an empty data folder or database, to
// look at or to measure:
//
//	go run -tags nodynamic ./bench/fill --data DIR --products 100000 --orders 1000000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/snackdrop/snackdrop/internal/store/bigshop"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fill: "+err.Error())
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	data := flag.String("data", "", "data folder of the shop")
	url := flag.String("database-url", "", "PostgreSQL, instead of a data folder")
	var size bigshop.Size
	flag.IntVar(&size.Products, "products", 100_000, "how many products")
	flag.IntVar(&size.Orders, "orders", 1_000_000, "how many orders")
	flag.Parse()
	location := *url
	if location == "" {
		if *data == "" {
			return errors.New("say where: --data DIR or --database-url URL")
		}
		if err := os.MkdirAll(*data, 0o700); err != nil {
			return err
		}
		location = filepath.Join(*data, "snackdrop.db")
	}
	return bigshop.Fill(ctx, location, size, func(text string) { fmt.Println(text) })
}
