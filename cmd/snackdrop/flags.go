package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// options is everything that can be said to the program.
type options struct {
	addr, data, databaseURL, assetsURL, publicURL, smtpURL string
	tlsCert, tlsKey                                        string
	domain, acmeDirectory, acmeEmail, httpAddr             string
	stripeAPI, paypalAPI                                   string
	metricsAddr, logFormat, secretKey, backupPassphrase    string
	cacheMB, holdSeconds, streamsPerNetwork, drainSeconds  int64
	demo, demoDrops, cdn                                   bool
	cdnPurgeURL, cdnPurgeHeader, backupTo                  string
	trustProxy                                             trustFlag
	clockShift                                             time.Duration
	set                                                    *flag.FlagSet
	unreadable                                             error // of the environment
}

func newOptions(name string) *options {
	o := &options{set: flag.NewFlagSet("snackdrop "+name, flag.ContinueOnError)}
	o.secretKey = os.Getenv("SNACKDROP_SECRET_KEY") // an environment variable only: arguments can be read by every process
	o.cdnPurgeHeader = os.Getenv("SNACKDROP_CDN_PURGE_HEADER")
	o.backupPassphrase = os.Getenv("SNACKDROP_BACKUP_PASSPHRASE")
	o.text(&o.data, "data", "./data", "folder of the shop's data")
	o.text(&o.databaseURL, "database-url", "", "postgres://… (unset: SQLite in the data folder)")
	return o
}

func env(name string) string {
	return "SNACKDROP_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

func (o *options) text(target *string, name, fallback, help string) {
	if value, ok := os.LookupEnv(env(name)); ok && value != "" {
		fallback = value
	}
	o.set.StringVar(target, name, fallback, help+" ["+env(name)+"]")
}

func (o *options) number(target *int64, name string, fallback int64, help string) {
	if text := os.Getenv(env(name)); text != "" {
		value, err := strconv.ParseInt(text, 10, 32)
		if err != nil || value < 0 {
			o.unreadable = errors.Join(o.unreadable, fmt.Errorf("%s must be a whole number from 0, not %q", env(name), text))
		}
		fallback = value
	}
	o.set.Int64Var(target, name, fallback, help+" ["+env(name)+"]")
}

func (o *options) flag(target *bool, name string, fallback bool, help string) {
	switch text := os.Getenv(env(name)); strings.ToLower(text) {
	case "":
	case "1", "true", "yes":
		fallback = true
	case "0", "false", "no":
		fallback = false
	default:
		o.unreadable = errors.Join(o.unreadable, fmt.Errorf("%s must be true or false, not %q", env(name), text))
	}
	o.set.BoolVar(target, name, fallback, help+" ["+env(name)+"]")
}

// trustFlag is --trust-proxy. Alone it means one proxy, as it always did.
type trustFlag struct{ text string }

func (f *trustFlag) String() string        { return f.text }
func (f *trustFlag) Set(text string) error { f.text = text; return nil }
func (f *trustFlag) IsBoolFlag() bool      { return true }

func (f *trustFlag) proxies() (httpapi.TrustedProxies, error) {
	trusted, err := httpapi.ParseTrustedProxies(f.text)
	if err != nil {
		return trusted, fmt.Errorf("--trust-proxy: %w", err)
	}
	return trusted, nil
}

// usualAddr is where the shop listens when nothing else is said.
const usualAddr = "127.0.0.1:8080"

func (o *options) serveFlags() {
	o.text(&o.addr, "addr", usualAddr, "address to listen on; with --domain :443 unless another is given")
	o.text(&o.domain, "domain", "", "get and renew a certificate for this name (or several, with commas) and serve HTTPS")
	o.text(&o.httpAddr, "http-addr", ":80", "with --domain: address of HTTP, which is sent on to HTTPS")
	o.text(&o.acmeDirectory, "acme-directory", autocert.DefaultACMEDirectory, "with --domain: directory URL of the certificate authority")
	o.text(&o.acmeEmail, "acme-email", "", "with --domain: where the certificate authority sends warnings")
	o.text(&o.tlsCert, "tls-cert", "", "certificate chain in PEM: serve HTTPS and HTTP/2 without a proxy")
	o.text(&o.tlsKey, "tls-key", "", "the certificate's private key in PEM")
	o.text(&o.assetsURL, "assets-url", "", "where pictures are stored: s3://bucket?region=… (unset: the data folder)")
	o.text(&o.publicURL, "public-url", "", "address that shoppers use, like https://snacks.example")
	o.flag(&o.cdn, "cdn", false, "a CDN or another shared cache is in front: say how long it may keep public responses")
	o.text(&o.cdnPurgeURL, "cdn-purge-url", "", "with --cdn: called when what the cache keeps is outdated")
	o.text(&o.smtpURL, "smtp-url", "", "smtp://user:password@host:587 (unset: mail is written to the data folder)")
	o.text(&o.backupTo, "backup-to", "", "where the shop backs itself up, every day by default: a folder or s3://bucket/name?region=… (unset: where the settings say)")
	o.text(&o.metricsAddr, "metrics-addr", "", "address of its own for /metrics")
	o.text(&o.logFormat, "log", "text", "log format: text or json")
	o.number(&o.cacheMB, "cache-mb", 64, "most memory for the response cache, in MB")
	o.text(&o.stripeAPI, "stripe-api", stripe.API, "address of Stripe's API")
	o.text(&o.paypalAPI, "paypal-api", paypal.API, "address of PayPal's API; the sandbox is https://api-m.sandbox.paypal.com")
	o.number(&o.holdSeconds, "hold-seconds", int64(shop.ReservationTime.Seconds()), "how long units wait for their payment")
	o.flag(&o.demo, "demo", false, "fill an empty shop with the demo catalogue")
	o.flag(&o.demoDrops, "demo-drops", true, "with --demo: also make three drops, one of which opens in minutes, and a draw")
	o.number(&o.streamsPerNetwork, "streams-per-network", 200, "most live-update streams of one address; pages beyond that poll")
	o.number(&o.drainSeconds, "drain-seconds", 0, "on a stop, how long /readyz fails before connections are refused")
	o.set.DurationVar(&o.clockShift, "clock-shift", 0, "by how much the shop's clock is ahead; for rehearsals")
	o.trustProxy.text = os.Getenv(env("trust-proxy"))
	o.set.Var(&o.trustProxy, "trust-proxy", "whose X-Forwarded-For is believed: --trust-proxy of one proxy in front, --trust-proxy=2 of two in a row, "+
		"or of those in --trust-proxy=10.0.0.0/8,… ["+env("trust-proxy")+"]")
}

// parse reads the flags and returns the remaining words. Help goes to out.
func (o *options) parse(args []string, out io.Writer, words int) ([]string, error) {
	var said bytes.Buffer
	o.set.SetOutput(&said)
	var rest []string
	for { // flags may come before and after the arguments
		err := o.set.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			_, _ = said.WriteTo(out)
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w; '%s --help' lists the flags", err, o.set.Name())
		}
		if o.set.NArg() == 0 {
			break
		}
		rest = append(rest, o.set.Arg(0))
		args = o.set.Args()[1:]
	}
	if len(rest) != words {
		return nil, fmt.Errorf("'%s' takes %d argument(s) beside its flags, not %d", o.set.Name(), words, len(rest))
	}
	return rest, o.check()
}

func (o *options) check() error {
	if o.unreadable != nil {
		return o.unreadable
	}
	if o.databaseURL != "" && !strings.HasPrefix(o.databaseURL, "postgres://") && !strings.HasPrefix(o.databaseURL, "postgresql://") {
		return errors.New("--database-url must start with postgres://")
	}
	if o.domain != "" {
		if o.tlsCert != "" {
			return errors.New("--domain gets a certificate, --tls-cert brings one: give one of them")
		}
		if len(o.domains()) == 0 {
			return errors.New("--domain must be like snacks.example")
		}
		for _, name := range o.domains() {
			if !strings.Contains(name, ".") || strings.ContainsAny(name, ":/* ") {
				return fmt.Errorf("--domain: %q is no name like snacks.example", name)
			}
		}
		if o.addr == usualAddr {
			o.addr = ":443"
		}
		if o.publicURL == "" {
			o.publicURL = "https://" + o.domains()[0]
		}
	}
	if u, err := url.Parse(o.cdnPurgeURL); o.cdnPurgeURL != "" && (!o.cdn || err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("--cdn-purge-url must begin with https:// or http:// and needs --cdn")
	}
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	if o.assetsURL != "" && !strings.HasPrefix(o.assetsURL, "s3://") && !strings.HasPrefix(o.assetsURL, "file://") {
		return errors.New("--assets-url must start with s3:// or file://")
	}
	if strings.Contains(o.backupTo, "://") && !strings.HasPrefix(o.backupTo, "s3://") {
		return errors.New("--backup-to must be a folder or start with s3://")
	}
	if o.backupPassphrase != "" && len(o.backupPassphrase) < backup.MinPassphrase {
		return fmt.Errorf("SNACKDROP_BACKUP_PASSPHRASE must have at least %d characters", backup.MinPassphrase)
	}
	if o.publicURL != "" {
		u, err := url.Parse(o.publicURL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
			return errors.New("--public-url must be like https://snacks.example")
		}
		o.publicURL = u.Scheme + "://" + u.Host
	}
	if _, err := o.trustProxy.proxies(); err != nil {
		return err
	}
	if o.addr != "" && o.holdSeconds < 1 {
		return errors.New("--hold-seconds must be at least 1")
	}
	if o.logFormat != "" && o.logFormat != "text" && o.logFormat != "json" {
		return errors.New("--log must be text or json")
	}
	return nil
}

// database is where the shop is kept: a PostgreSQL URL or a file.
func (o *options) database() string {
	if o.databaseURL != "" {
		return o.databaseURL
	}
	return filepath.Join(o.data, "snackdrop.db")
}

// dataFolder creates the data folder and checks that it is writable.
func (o *options) dataFolder() error {
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	probe, err := os.CreateTemp(o.data, ".write-*")
	if err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	_ = probe.Close()
	return os.Remove(probe.Name())
}

// keepPrivate takes the files with the shop's data and keys from everybody but
// their owner, whatever the folder allows. SQLite gives its journal the database's mode.
func (o *options) keepPrivate() error {
	files := []string{filepath.Join(o.data, "secret.key")}
	if o.databaseURL == "" {
		database := o.database()
		created, err := os.OpenFile(database, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("the database cannot be opened: %w", err)
		}
		_ = created.Close()
		files = append(files, database, database+"-wal", database+"-shm")
	}
	for _, file := range files {
		if err := os.Chmod(file, 0o600); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s cannot be made private: %w", file, err)
		}
	}
	return nil
}
