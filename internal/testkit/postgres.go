package testkit

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// PostgresURLVariable names a running server that tests use instead of starting
// their own. Its user must be allowed to create databases.
const PostgresURLVariable = "SNACKDROP_TEST_POSTGRES_URL"

// Template is a database prepared once a process and copied for each test.
type Template struct {
	Name string
	Fill func(databaseURL string) error
}

// Postgres gives the URL of a fresh database on a real PostgreSQL server, empty
// or a copy of the given template. The database is dropped when the test ends.
func Postgres(t testing.TB, from ...Template) string {
	t.Helper()
	server, err := sharedServer()
	if err != nil {
		t.Fatalf("PostgreSQL for the tests: %v", err)
	}
	template := "template1"
	if len(from) > 0 {
		if template, err = prepared(server, from[0]); err != nil {
			t.Fatalf("PostgreSQL template %s: %v", from[0].Name, err)
		}
	}
	name := "test_" + strings.ToLower(rand.Text())
	if err := run(server, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := run(server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	return withDatabase(server, name)
}

var sharedServer = sync.OnceValues(func() (string, error) {
	if given := os.Getenv(PostgresURLVariable); given != "" {
		return given, nil
	}
	server, _, err := StartPostgres()
	return server, err
})

var (
	templatesMu sync.Mutex
	templates   = map[string]string{}
)

func prepared(server string, from Template) (string, error) {
	templatesMu.Lock()
	defer templatesMu.Unlock()
	if name, ok := templates[from.Name]; ok {
		return name, nil
	}
	// Random, because several test processes may share one server.
	name := "template_" + strings.ToLower(rand.Text())
	if err := run(server, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	if err := from.Fill(withDatabase(server, name)); err != nil {
		return "", err
	}
	// A connection that Fill left open would make every copy fail.
	if err := run(server, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false"); err != nil {
		return "", err
	}
	templates[from.Name] = name
	return name, nil
}

// StartPostgres starts a server that is not durable (fsync is
// off, unless the settings, name=value, turn it on) and gives the URL of its
// maintenance database. It ends with stop, or with this process.
func StartPostgres(settings ...string) (serverURL string, stop func(), err error) {
	bin, err := postgresBinaries()
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "snackdrop-postgres-")
	if err != nil {
		return "", nil, err
	}
	cred, err := postgresUser(dir)
	if err != nil {
		return "", nil, err
	}
	password := rand.Text()
	if err := initdb(bin, dir, password, cred); err != nil {
		_ = os.RemoveAll(dir)
		return "", nil, err
	}
	port, err := freePort()
	if err != nil {
		return "", nil, err
	}
	args := []string{filepath.Join(bin, "postgres"), "-D", filepath.Join(dir, "data"), "-p", port}
	for _, setting := range append([]string{
		"listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300",
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off", "shared_buffers=64MB",
	}, settings...) {
		args = append(args, "-c", setting)
	}
	server, err := startServer(dir, cred, args...)
	if err != nil {
		return "", nil, err
	}
	at := url.URL{
		Scheme: "postgres", User: url.UserPassword("snackdrop", password),
		Host: "127.0.0.1:" + port, Path: "/postgres", RawQuery: "sslmode=disable",
	}
	if err := server.waitFor(func() error { return run(at.String(), "SELECT 1") }); err != nil {
		server.end()
		return "", nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return at.String(), server.end, nil
}

func initdb(bin, dir, password string, cred *syscall.Credential) error {
	secret := filepath.Join(dir, "password")
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return err
	}
	if cred != nil {
		if err := os.Chown(secret, int(cred.Uid), int(cred.Gid)); err != nil {
			return err
		}
	}
	// Plain passwords: SCRAM costs several milliseconds per connection, and this server listens on loopback only.
	cmd := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "snackdrop",
		"--auth=password", "--pwfile="+secret, "--encoding=UTF8", "--locale=C", "--no-sync")
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// postgresUser makes dir owned by the user that PostgreSQL runs as: it refuses to run as root.
func postgresUser(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, int(uid), int(gid))
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root and there is no user postgres")
}

// postgresBinaries finds initdb and postgres: in PATH, else the newest that Debian or Homebrew installed.
func postgresBinaries() (string, error) {
	var folders []string
	if found, err := exec.LookPath("initdb"); err == nil {
		folders = append(folders, filepath.Dir(found))
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin"} {
		installed, _ := filepath.Glob(pattern)
		slices.Reverse(installed)
		folders = append(folders, installed...)
	}
	for _, folder := range folders {
		// A linked initdb would look for its libraries beside the link.
		if real, err := filepath.EvalSymlinks(filepath.Join(folder, "initdb")); err == nil {
			folder = filepath.Dir(real)
		}
		if _, err := os.Stat(filepath.Join(folder, "postgres")); err == nil {
			return folder, nil
		}
	}
	return "", fmt.Errorf("no PostgreSQL server found: install PostgreSQL 14 or newer (Debian: apt-get install postgresql)")
}

func run(databaseURL, statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

func withDatabase(serverURL, name string) string {
	u, err := url.Parse(serverURL)
	if err != nil {
		return serverURL
	}
	u.Path = "/" + name
	return u.String()
}

// NewDatabase makes an empty database on a server that StartPostgres started.
func NewDatabase(serverURL, name string) (databaseURL string, err error) {
	return withDatabase(serverURL, name), run(serverURL, "CREATE DATABASE "+name)
}
