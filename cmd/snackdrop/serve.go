package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/cdn"
	"github.com/snackdrop/snackdrop/internal/demo"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/mailchimp"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/ssr"
	"github.com/snackdrop/snackdrop/internal/store"
)

// open connects to the shop's database, migrates it and makes the services, for a command that shows no pictures, sends no
// mail and takes no payments.
func open(ctx context.Context, o *options) (*services.Services, error) {
	config, err := openDatabase(ctx, o)
	if err != nil {
		return nil, err
	}
	return services.New(ctx, config)
}

// openDatabase connects to the shop's database and migrates it. What else the services need is left to the caller.
func openDatabase(ctx context.Context, o *options) (c services.Config, err error) {
	if err := o.dataFolder(); err != nil {
		return c, err
	}
	if err := o.keepPrivate(); err != nil {
		return c, err
	}
	if o.secretKey == "" {
		key, err := secrets.KeyFile(filepath.Join(o.data, "secret.key"))
		if err != nil {
			return c, err
		}
		o.secretKey = key
	}
	keys, err := secrets.New(o.secretKey)
	if err != nil {
		return c, err
	}
	connect, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s, err := store.Open(connect, o.database())
	if err != nil {
		return c, fmt.Errorf("the database does not answer: %w", err)
	}
	if err := s.Migrate(ctx); err != nil {
		_ = s.Close()
		return c, fmt.Errorf("the database could not be brought up to date: %w", err)
	}
	shared, err := services.DatabaseClock(ctx, s)
	if err != nil {
		_ = s.Close()
		return c, err
	}
	return services.Config{Store: s, Keys: keys, PublicURL: o.publicURL, Clock: shared}, nil
}

func serve(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("serve")
	o.serveFlags()
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	setLog(o.logFormat)
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", o.addr, err)
	}
	defer func() { _ = listener.Close() }()
	secure, expires, err := openCertificate(o.tlsCert, o.tlsKey)
	if err != nil {
		return err
	}
	anyHost := o.publicURL == ""
	if anyHost {
		o.publicURL = localURL(o.scheme(), listener.Addr().(*net.TCPAddr))
	}
	limitMemory(ctx, o.cacheMB)
	config, err := openDatabase(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = config.Store.Close() }()
	certificates := newACME(o, config)
	if o.domain != "" {
		secure, expires = certificates.config(), certificates.expiry
	}
	pictures, err := o.openPictures(ctx)
	if err != nil {
		return err
	}
	config.CertificateExpires, config.AnyHost, config.Media, config.MailingList = expires, anyHost, pictures, mailchimp.Client{}
	config.ReservationTime, config.Demo = time.Duration(o.holdSeconds)*time.Second, o.demo
	config.Program = health.Program{Version: version, Data: o.data, Bucket: strings.HasPrefix(o.assetsURL, "s3://")}
	if config.Backups, err = o.backups(pictures); err != nil {
		return err
	}
	config.SendsMail = o.smtpURL != ""
	if config.Mailer, err = mail.Open(o.smtpURL, filepath.Join(o.data, "mail")); err != nil {
		return err
	}
	var demoPay http.Handler
	config.PayMeters = payments.Meters{"stripe": {}, "paypal": {}}
	config.Providers = func(account *settings.Service) (providers payments.Providers, err error) {
		providers, demoPay, err = paymentProviders(account, config, o)
		return providers, err
	}
	a, err := services.New(ctx, config)
	if err != nil {
		return err
	}
	a.Clock.Shift(o.clockShift)
	if o.domain != "" { // not before there are services: certificates are written to the store, which reports its commits to them
		stop, err := serveHTTP(o.httpAddr, certificates.httpHandler(o.publicURL))
		if err != nil {
			return err
		}
		defer stop()
		background.Go("first certificate", func() { background.Run(ctx, "first certificate", certificates.first) })
	}
	if o.demo {
		catalogue, err := demo.Load()
		if err != nil {
			return err
		}
		if err := demo.Seed(ctx, a.Store, pictures, catalogue, a.Now()); err != nil {
			return fmt.Errorf("the demo shop could not be filled: %w", err)
		}
		if o.demoDrops {
			if err := seedDrops(ctx, a); err != nil {
				return fmt.Errorf("the demo drops could not be made: %w", err)
			}
		}
	}
	cache := httpcache.New(o.cacheMB << 20)
	public := publicapi.New(a, cache)
	pages, err := ssr.New(ssr.Config{Settings: a.Settings, Catalog: a.Catalog, Versions: a.Versions, Hub: a.Hub, Database: a, Lines: a.WaitingRoom, Drops: dropFiles{a.PublicDrops, pictures}, Now: a.Now, PublicURL: a.PublicURL, Cache: cache, API: public})
	if err != nil {
		return err
	}
	defer pages.Close()
	proxies, err := o.trustProxy.proxies()
	if err != nil {
		return err
	}
	streams := events.DefaultLimits()
	streams.PerNetwork = int(o.streamsPerNetwork)
	a.Hub.SetLimits(streams)
	api, err := httpapi.New(a, httpapi.Config{Version: version, Assets: pictures, Pages: pages, Preview: http.HandlerFunc(pages.Preview), Rendered: pages.Rendered, DemoPay: demoPay, TrustProxy: proxies, BehindCDN: o.cdn, Public: public,
		ReferenceScript: pages.BuiltFile("api-reference", ".js"), ReferenceStyle: pages.BuiltFile("api-reference", ".css")})
	if err != nil {
		return err
	}
	if o.cdnPurgeURL != "" {
		purger, err := cdn.NewPurger(o.cdnPurgeURL, o.cdnPurgeHeader)
		if err != nil {
			return err
		}
		a.Hub.Subscribe(purger.Receive)
		background.Go("purge the shared cache", func() { background.Run(ctx, "purge the shared cache", purger.Run) })
	}
	if err := greet(ctx, a, out); err != nil {
		return err
	}
	background.Go("render the first pages", pages.Warm)
	background.Go("pages ahead", func() { background.Run(ctx, "pages ahead", pages.RunAhead) })
	if o.metricsAddr != "" {
		stop, err := serveHTTP(o.metricsAddr, api.Metrics())
		if err != nil {
			return err
		}
		defer stop()
	}
	return serveUntil(ctx, &loggedListener{Listener: listener}, secure, api, a, time.Duration(o.drainSeconds)*time.Second)
}

// serveHTTP serves a handler on an address of its own, beside the shop's, until stop is called.
func serveHTTP(addr string, handler http.Handler) (stop func(), err error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	background.Go("server on "+addr, func() { _ = server.Serve(listener) })
	return func() { _ = server.Close() }, nil
}

// dropFiles are the drops, and what draws the pictures of shared links to them.
type dropFiles struct {
	*drops.PublicDrops
	pictures *media.Store
}

func (f dropFiles) Card(ctx context.Context, card shop.Card) ([]byte, error) {
	return f.pictures.Card(ctx, card)
}

// seedDrops makes the drops of a demo shop.
func seedDrops(ctx context.Context, a *services.Services) error {
	settings, err := a.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return demo.SeedDrops(ctx, a.Store, a.Media, settings.DropZone(), a.Now(), func(ctx context.Context, d shop.Drop) error {
		draft, err := a.Drops.Create(ctx, d, audit.CommandLine)
		if err != nil {
			return err
		}
		_, err = a.Drops.Schedule(ctx, draft.ID, draft.Version, audit.CommandLine)
		return err
	})
}

// greet says where the shop is and how to become admin.
func greet(ctx context.Context, a *services.Services, out io.Writer) error {
	fmt.Fprintf(out, "Snackdrop %s is open: %s\n", version, a.PublicURL)
	link, err := a.Admins.NewSetupLink(ctx)
	if err != nil {
		return err
	}
	if link != "" {
		fmt.Fprintf(out, "There is no admin yet. This link creates one and works once:\n  %s\n", link)
	} else {
		fmt.Fprintf(out, "The back office: %s/admin\n", a.PublicURL)
	}
	return nil
}

func serveUntil(ctx context.Context, listener net.Listener, secure *tls.Config, handler *httpapi.Server, a *services.Services, drain time.Duration) error {
	// WriteTimeout is for cached responses; every other route sets its own. Without it the deadline of a connection's
	// request before would cut the next one short.
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ConnState: handler.CountConnection, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug)}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	worked := make(chan struct{})
	background.Go("background work", func() {
		defer close(worked)
		background.Run(work, "background work", a.Run)
	})
	background.Go("database watch", func() { background.Run(work, "database watch", handler.Watch) })
	failed := make(chan error, 1)
	background.Go("listener", func() {
		if secure == nil {
			failed <- server.Serve(listener)
			return
		}
		server.TLSConfig = secure
		failed <- server.ServeTLS(listener, "", "") // HTTP/2 with clients that support it
	})
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping: finishing what was begun")
	handler.Stop()
	time.Sleep(drain) // load balancers see that /readyz fails before connections are refused
	a.Hub.Shutdown()
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	if err := server.Shutdown(finish); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("not every request could be finished: %w", err)
	}
	stop()
	select {
	case <-worked:
	case <-finish.Done():
		slog.Warn("stopping before the background work was finished")
	}
	return nil
}

func localURL(scheme string, addr *net.TCPAddr) string {
	host := addr.IP.String()
	if addr.IP.IsUnspecified() || addr.IP.IsLoopback() {
		host = "localhost"
	}
	return fmt.Sprintf("%s://%s", scheme, net.JoinHostPort(host, fmt.Sprint(addr.Port)))
}

func setLog(format string) {
	if format == "json" {
		slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
		return
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))
}

func migrate(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("migrate")
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	a, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = a.Store.Close() }()
	_, err = fmt.Fprintln(out, "The database is up to date.")
	return err
}

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
