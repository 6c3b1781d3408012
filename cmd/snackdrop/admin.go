package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
)

func admin(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("say 'admin create', 'admin list', 'admin remove' or 'admin unlock'")
	}
	o := newOptions("admin " + args[0])
	var email string
	var fromStdin bool
	switch args[0] {
	case "create":
		o.set.StringVar(&email, "email", "", "email of the admin")
		o.set.BoolVar(&fromStdin, "password-stdin", false, "read the password from standard input (unset: one is made up and printed)")
	case "remove", "unlock":
		o.set.StringVar(&email, "email", "", "email of the admin")
	case "list":
	default:
		return fmt.Errorf("there is no 'admin %s'; say create, list, remove or unlock", args[0])
	}
	if _, err := o.parse(args[1:], out, 0); err != nil {
		return err
	}
	if args[0] != "list" && email == "" {
		return errors.New("--email is missing")
	}
	a, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = a.Store.Close() }()
	switch args[0] {
	case "create":
		password, made := "", !fromStdin
		if made {
			password = strings.ToLower(rand.Text())
		} else if password, err = firstLine(in); err != nil {
			return err
		}
		if err := a.Admins.Create(ctx, email, password); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s is an admin now.\n", email)
		if made {
			fmt.Fprintf(out, "Password: %s\n", password)
		}
		return nil
	case "remove":
		if err := a.Admins.Remove(ctx, email); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s is no admin any more.\n", email)
		return nil
	case "unlock":
		if err := a.SecondFactor.RemoveAll(ctx, email); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s signs in with the password alone now.\n", email)
		return nil
	}
	admins, err := a.Admins.List(ctx)
	if err != nil {
		return err
	}
	for _, user := range admins {
		fmt.Fprintln(out, user.Email)
	}
	return nil
}

func firstLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
