// Command withpostgres runs a command beside one PostgreSQL server that all its
// test processes share: withpostgres go test ./...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(command []string) int {
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "usage: withpostgres COMMAND [ARGUMENT…]")
		return 2
	}
	server, stop, err := testkit.StartPostgres()
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		return 1
	}
	defer stop()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), testkit.PostgresURLVariable+"="+server)
	// The terminal sends Ctrl-C to the command too: let it finish, then stop the server.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(exit.ExitCode(), 1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		return 1
	}
	return 0
}
