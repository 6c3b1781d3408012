package testkit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// PostgresPair is a primary with a synchronous standby: what the primary has committed, the standby has too.
type PostgresPair struct {
	// URL names both servers and takes whichever can be written to.
	URL              string
	primary, standby *postgresServer
}

// StartPostgresPair starts both servers with an empty database. They end with the test.
func StartPostgresPair(t testing.TB) *PostgresPair {
	t.Helper()
	p, err := startPair()
	if err != nil {
		t.Fatalf("a pair of PostgreSQL servers: %v", err)
	}
	t.Cleanup(p.Stop)
	return p
}

// NewPostgresPair is StartPostgresPair outside of tests. The caller stops it.
func NewPostgresPair() (*PostgresPair, error) { return startPair() }

func startPair() (*PostgresPair, error) {
	p := &PostgresPair{}
	var err error
	if p.primary, err = newPostgres(); err != nil {
		return nil, err
	}
	if err = p.primary.initdb(); err != nil {
		return nil, err
	}
	if err = p.primary.start("synchronous_commit=on", "wal_level=replica", "max_wal_senders=4"); err != nil {
		return nil, err
	}
	if err = p.addStandby(); err != nil {
		p.Stop()
		return nil, err
	}
	if _, err = NewDatabase(p.primary.url(), "shop"); err != nil {
		p.Stop()
		return nil, err
	}
	both := url.URL{Scheme: "postgres", User: url.UserPassword("snackdrop", p.primary.password), Path: "/shop",
		Host:     "127.0.0.1:" + p.primary.port + ",127.0.0.1:" + p.standby.port,
		RawQuery: "sslmode=disable&target_session_attrs=read-write"}
	p.URL = both.String()
	return p, nil
}

// addStandby copies the primary, starts the copy and has the primary wait for it in every commit.
func (p *PostgresPair) addStandby() (err error) {
	if p.standby, err = newPostgres(); err != nil {
		return err
	}
	p.standby.password = p.primary.password
	if err := p.standby.command("pg_basebackup", "-h", "127.0.0.1", "-p", p.primary.port, "-U", "snackdrop", "-D", p.standby.data(),
		"-R", "-X", "stream", "--checkpoint=fast", "--no-sync"); err != nil {
		return err
	}
	if err := p.standby.start("synchronous_commit=on", "hot_standby=on"); err != nil {
		return err
	}
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if err := run(p.primary.url(), statement); err != nil {
			return err
		}
	}
	return p.primary.server.waitFor(func() error {
		ctx := context.Background()
		conn, err := pgx.Connect(ctx, p.primary.url())
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		var synchronous int
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").Scan(&synchronous); err != nil {
			return err
		}
		if synchronous != 1 {
			return errors.New("the standby is not synchronous yet")
		}
		return nil
	})
}

// FreezePrimary stops the primary's processes without ending them: connections stay open and nobody answers.
func (p *PostgresPair) FreezePrimary() error { return p.primary.signal(syscall.SIGSTOP) }

// ResumePrimary lets a frozen primary go on.
func (p *PostgresPair) ResumePrimary() error { return p.primary.signal(syscall.SIGCONT) }

// KillPrimary ends the primary's processes at once, as a power cut does.
func (p *PostgresPair) KillPrimary() error { return p.primary.signal(syscall.SIGKILL) }

// PromoteStandby makes the standby the primary. It has no standby of its own.
func (p *PostgresPair) PromoteStandby() error {
	return run(p.standby.url(), "SELECT pg_promote(true, 20)")
}

// Stop ends both servers.
func (p *PostgresPair) Stop() {
	_ = p.ResumePrimary() // a frozen process cannot end
	for _, s := range []*postgresServer{p.primary, p.standby} {
		if s != nil && s.server != nil {
			s.server.end()
		}
	}
}

// signal sends a signal to the server's main process, then to the ones it started.
func (p *postgresServer) signal(signal syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return fmt.Errorf("postmaster.pid: %w", err)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil { // it starts no others now
		return err
	}
	children, _ := exec.Command("pgrep", "-P", first).Output() // fails when there are none
	if err := syscall.Kill(pid, signal); err != nil {
		return err
	}
	for child := range strings.FieldsSeq(string(children)) {
		if id, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(id, signal) // it may have ended meanwhile
		}
	}
	return nil
}
