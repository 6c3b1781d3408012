// Command snackdrop is the whole shop in one program. This package reads flags and
// environment and connects the other packages. No business rule belongs here.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// version is set at build time.
var version = "dev"

const usage = `snackdrop: a shop for limited drops

  snackdrop serve        serve the shop
  snackdrop migrate      bring the database up to this version and stop
  snackdrop admin        create, list, remove or unlock admins (unlock: a lost second factor)
  snackdrop backup FILE  write the shop and its pictures to a file or into a bucket, also while it serves
  snackdrop restore FILE put a backup into an empty data folder or database
  snackdrop move         copy a whole shop to PostgreSQL and a bucket, or back into a data folder
  snackdrop rehearse     play the opening of a drop with a crowd on a copy of the shop
  snackdrop openapi      print the HTTP contract
  snackdrop healthcheck  ask a running shop whether it is well
  snackdrop version      print the version

'snackdrop COMMAND --help' lists the flags and their environment variables.
`

// command runs one subcommand.
type command func(ctx context.Context, args []string, in io.Reader, out io.Writer) error

var commands = map[string]command{
	"serve": serve, "migrate": migrate, "admin": admin, "backup": backUp, "restore": restore, "move": moveShop, "rehearse": rehearse,
	"openapi": openapi, "healthcheck": healthcheck, "version": printVersion,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "snackdrop: "+oneLine(err))
			os.Exit(1)
		}
	}
}

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		fmt.Fprint(out, usage)
		return nil
	}
	do, ok := commands[args[0]]
	if !ok {
		return fmt.Errorf("there is no command %q; 'snackdrop help' lists them", args[0])
	}
	return do(ctx, args[1:], in, out)
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

func printVersion(_ context.Context, _ []string, _ io.Reader, out io.Writer) error {
	_, err := fmt.Fprintln(out, version)
	return err
}
