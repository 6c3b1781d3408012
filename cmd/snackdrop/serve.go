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
	"github.com/snackdrop/snackdrop/internal/demo"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/mailchimp"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

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
	config.CertificateExpires, config.AnyHost = expires, anyHost
	s, err := openShop(ctx, o, config)
	if err != nil {
		return err
	}
	if o.domain != "" { // not before there are services: certificates are written to the store, which reports its commits to them
		stop, err := serveHTTP(o.httpAddr, certificates.httpHandler(o.publicURL))
		if err != nil {
			return err
		}
		defer stop()
		background.Go("first certificate", func() { background.Run(ctx, "first certificate", certificates.first) })
	}
	pages, api, err := newHandlers(o, s)
	if err != nil {
		return err
	}
	defer pages.Close()
	if err := purgeCDN(ctx, o, s.Hub); err != nil {
		return err
	}
	if err := greet(ctx, s.Services, out); err != nil {
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
	return serveUntil(ctx, &loggedListener{Listener: listener}, secure, api, s.Services, time.Duration(o.drainSeconds)*time.Second)
}

// servedShop is a shop with what only the program that serves it has.
type servedShop struct {
	*services.Services
	pictures *media.Store
	demoPay  http.Handler // the pay page of the demo shop, or nil
}

// openShop makes the services of a shop with its pictures, mail, backups and payment providers, and fills the demo shop.
func openShop(ctx context.Context, o *options, config services.Config) (s servedShop, err error) {
	if s.pictures, err = o.openPictures(ctx); err != nil {
		return s, err
	}
	config.Media, config.MailingList = s.pictures, mailchimp.Client{}
	config.ReservationTime, config.Demo = time.Duration(o.holdSeconds)*time.Second, o.demo
	config.Program = health.Program{Version: version, Data: o.data, Bucket: strings.HasPrefix(o.assetsURL, "s3://")}
	if config.Backups, err = o.backups(s.pictures); err != nil {
		return s, err
	}
	config.SendsMail = o.smtpURL != ""
	if config.Mailer, err = mail.Open(o.smtpURL, filepath.Join(o.data, "mail")); err != nil {
		return s, err
	}
	config.Streams = events.DefaultLimits()
	config.Streams.PerNetwork = int(o.streamsPerNetwork)
	config.PayMeters = payments.Meters{"stripe": {}, "paypal": {}}
	config.Providers = func(account *settings.Service) (providers payments.Providers, err error) {
		providers, s.demoPay, err = paymentProviders(account, config, o)
		return providers, err
	}
	if s.Services, err = services.New(ctx, config); err != nil {
		return s, err
	}
	s.Clock.Shift(o.clockShift)
	if o.demo {
		err = fillDemo(ctx, s, o.demoDrops)
	}
	return s, err
}

// fillDemo fills the demo shop where it is empty.
func fillDemo(ctx context.Context, s servedShop, withDrops bool) error {
	catalogue, err := demo.Load()
	if err != nil {
		return err
	}
	if err := demo.Seed(ctx, s.Store, s.pictures, catalogue, s.Now()); err != nil {
		return fmt.Errorf("the demo shop could not be filled: %w", err)
	}
	if !withDrops {
		return nil
	}
	if err := seedDrops(ctx, s.Services); err != nil {
		return fmt.Errorf("the demo drops could not be made: %w", err)
	}
	return nil
}

// serveHTTP serves a handler on an address of its own, beside the shop's, until stop is called.
func serveHTTP(addr string, handler http.Handler) (stop func(), err error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	background.Go("server on "+addr, func() { _ = server.Serve(listener) })
	return func() { _ = server.Close() }, nil
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

func serveUntil(
	ctx context.Context, listener net.Listener, secure *tls.Config, handler *httpapi.Server, a *services.Services, drain time.Duration,
) error {
	// WriteTimeout is for cached responses; every other route sets its own. Without it the deadline of a connection's
	// request before would cut the next one short.
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
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
