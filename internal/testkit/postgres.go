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
	if err := runShared("CREATE DATABASE " + name + " TEMPLATE " + template); err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := runShared("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
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

// sharedConnection creates and drops the databases of all tests of this process: opening one takes longer than that.
var (
	sharedMu         sync.Mutex
	sharedConnection = sync.OnceValues(func() (*pgx.Conn, error) {
		server, err := sharedServer()
		if err != nil {
			return nil, err
		}
		return pgx.Connect(context.Background(), server)
	})
)

// runShared runs a statement on the shared server.
func runShared(statement string) error {
	sharedMu.Lock()
	defer sharedMu.Unlock()
	conn, err := sharedConnection()
	if err != nil {
		return err
	}
	_, err = conn.Exec(context.Background(), statement)
	return err
}

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
	if err := runShared("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	if err := from.Fill(withDatabase(server, name)); err != nil {
		return "", err
	}
	// A connection that Fill left open would make every copy fail.
	if err := runShared("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false"); err != nil {
		return "", err
	}
	templates[from.Name] = name
	return name, nil
}

// StartPostgres starts a server that is not durable (fsync is
// off, unless the settings, name=value, turn it on) and gives the URL of its
// maintenance database. It ends with stop, or with this process.
func StartPostgres(settings ...string) (serverURL string, stop func(), err error) {
	p, err := newPostgres()
	if err != nil {
		return "", nil, err
	}
	if err := p.initdb(); err != nil {
		_ = os.RemoveAll(p.dir)
		return "", nil, err
	}
	if err := p.start(settings...); err != nil {
		return "", nil, err
	}
	return p.url(), p.server.end, nil
}

// postgresServer is one server with its folder.
type postgresServer struct {
	bin, dir, port, password string
	cred                     *syscall.Credential
	server                   *server
}

func newPostgres() (*postgresServer, error) {
	bin, err := postgresBinaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "snackdrop-postgres-")
	if err != nil {
		return nil, err
	}
	p := &postgresServer{bin: bin, dir: dir, password: rand.Text()}
	if p.cred, err = postgresUser(dir); err != nil {
		return nil, err
	}
	p.port, err = freePort()
	return p, err
}

func (p *postgresServer) data() string { return filepath.Join(p.dir, "data") }

// url is the address of the database that every server has.
func (p *postgresServer) url() string {
	at := url.URL{
		Scheme: "postgres", User: url.UserPassword("snackdrop", p.password),
		Host: "127.0.0.1:" + p.port, Path: "/postgres", RawQuery: "sslmode=disable",
	}
	return at.String()
}

// start runs the server on its data folder and waits until it answers.
func (p *postgresServer) start(settings ...string) (err error) {
	args := []string{filepath.Join(p.bin, "postgres"), "-D", p.data(), "-p", p.port}
	for _, setting := range append([]string{
		"listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300",
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off", "shared_buffers=64MB", "autovacuum=off",
	}, settings...) {
		args = append(args, "-c", setting)
	}
	if p.server, err = startServer(p.dir, p.cred, args...); err != nil {
		return err
	}
	if err := p.server.waitFor(func() error { return run(p.url(), "SELECT 1") }); err != nil {
		p.server.end()
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	return nil
}

func (p *postgresServer) initdb() error {
	secret := filepath.Join(p.dir, "password")
	if err := os.WriteFile(secret, []byte(p.password), 0o600); err != nil {
		return err
	}
	if p.cred != nil {
		if err := os.Chown(secret, int(p.cred.Uid), int(p.cred.Gid)); err != nil {
			return err
		}
	}
	// MD5: SCRAM costs several milliseconds per connection, and this server listens on loopback only.
	return p.command("initdb", "-D", p.data(), "-U", "snackdrop",
		"--auth=md5", "--pwfile="+secret, "--encoding=UTF8", "--locale=C", "--no-sync")
}

// command runs one of PostgreSQL's own commands as the server's user.
func (p *postgresServer) command(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PGPASSWORD="+p.password)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.cred}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
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
