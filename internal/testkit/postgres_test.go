package testkit_test

import (
	"bufio"
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

func execute(t *testing.T, databaseURL, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func query(t *testing.T, databaseURL, statement string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var answer string
	if err := conn.QueryRow(t.Context(), statement).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return answer
}

func TestPostgresGivesEachTestItsOwnDatabase(t *testing.T) {
	t.Parallel()
	first, second := testkit.Postgres(t), testkit.Postgres(t)
	execute(t, first, "CREATE TABLE snacks ()")
	if got := query(t, second, "SELECT coalesce(to_regclass('snacks')::text, 'none')"); got != "none" {
		t.Errorf("the second database sees the first one's table: %s", got)
	}
}

func TestPostgresCopiesATemplateThatIsFilledOnce(t *testing.T) {
	t.Parallel()
	fills := 0
	shelf := testkit.Template{Name: "shelf", Fill: func(databaseURL string) error {
		fills++
		execute(t, databaseURL, "CREATE TABLE snacks AS SELECT 'Wasabi Peas' AS name")
		return nil
	}}
	for range 3 {
		if got := query(t, testkit.Postgres(t, shelf), "SELECT name FROM snacks"); got != "Wasabi Peas" {
			t.Errorf("got %q from the copy", got)
		}
	}
	if fills != 1 {
		t.Errorf("the template was filled %d times", fills)
	}
}

func TestPostgresDropsTheDatabaseAtTheEnd(t *testing.T) {
	t.Parallel()
	var gone string
	t.Run("a test", func(t *testing.T) { gone = testkit.Postgres(t) })
	if conn, err := pgx.Connect(t.Context(), gone); err == nil {
		conn.Close(t.Context())
		t.Error("the database outlived its test")
	}
}

// The server must not outlive a test process that is killed: this test kills one.
func TestPostgresEndsWithAKilledProcess(t *testing.T) {
	if os.Getenv("TESTKIT_HOLD_SERVER") != "" {
		server, _, err := testkit.StartPostgres()
		if err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("server " + server + "\n")
		select {}
	}
	temp := t.TempDir()
	openLikeTmp(t, temp)
	cmd := exec.Command(os.Args[0], "-test.run=^TestPostgresEndsWithAKilledProcess$")
	cmd.Env = append(os.Environ(), "TESTKIT_HOLD_SERVER=1", "TMPDIR="+temp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v (%s)", err, line)
	}
	server, err := url.Parse(strings.TrimSpace(strings.TrimPrefix(line, "server ")))
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		left, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := net.Dial("tcp", server.Host)
		if err != nil && len(left) == 0 {
			return
		}
		if err == nil {
			conn.Close()
		}
		if time.Now().After(deadline) {
			t.Fatalf("20 s later the server still answers (%v) or has files (%v)", err == nil, left)
		}
	}
}

// openLikeTmp lets the server's user work in a folder under t.TempDir as it may in /tmp.
func openLikeTmp(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	for parent := filepath.Dir(dir); strings.HasPrefix(parent, os.TempDir()+"/"); parent = filepath.Dir(parent) {
		if err := os.Chmod(parent, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
