// Command make compiles a script of the server: make IN.js OUT. The web build calls it.
package main

import (
	"fmt"
	"os"

	"github.com/snackdrop/snackdrop/internal/ssr/bytecode"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bytecode: "+err.Error())
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) != 2 {
		return fmt.Errorf("say which file and where to: IN.js OUT")
	}
	script, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	code, err := bytecode.Compile(string(script))
	if err != nil {
		return err
	}
	return os.WriteFile(files[1], bytecode.Pack(code), 0o644)
}
