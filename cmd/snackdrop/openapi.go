package main

import (
	"context"
	"fmt"
	"io"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/services"
)

func openapi(_ context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("openapi")
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	api, err := httpapi.New(&services.Services{}, httpapi.Config{Version: "1"})
	if err != nil {
		return err
	}
	text, err := api.OpenAPI()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, string(text))
	return err
}
