package rehearsal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

// Report is the outcome of a rehearsal.
type Report struct {
	Drop      string
	Mode      string
	Buyers    int
	Bots      int
	Scalper   bool
	Domains   int
	Instances int
	Engine    string
	Seconds   float64
	Findings  Findings
	Units     Units
	Latencies []Latency
	Peak      int // requests in one second
	MemoryMB  int64
	Cores     int
	// PeoplePerMinute is the recommended setting of the drop: half of the orders that went quickly.
	PeoplePerMinute int
	PerSecond       []int // requests, from the start on
	OrdersPerSecond []int
	Refusals        map[string]int // by request and code
}

// Run rehearses a drop and calls progress as it goes on.
func Run(ctx context.Context, o Options, progress func(step string, done, of int)) (Report, error) {
	var report Report
	c, err := makeCopy(ctx, o)
	if err != nil {
		return report, err
	}
	defer c.remove()
	progress("Starting the copy of the shop", 0, 1)
	shops, err := startInstances(o, c)
	defer stopAll(shops)
	if err != nil {
		return report, err
	}
	urls := make([]string, len(shops))
	for i, s := range shops {
		urls[i] = s.url
	}
	begun, m := time.Now(), newMeasurements()
	crowd := newCrowd(o, c, urls, m)
	crowd.opening = c.drop.OpensAt.Add(-c.shift)
	crowd.end = crowd.opening.Add(o.Stays)
	crowd.play(ctx, func(done, of int) {
		step := "People are coming"
		if time.Now().After(crowd.opening) {
			step = "The drop is open"
		}
		progress(step, done, of)
	})
	if ctx.Err() != nil {
		return report, ctx.Err()
	}
	memory := int64(0)
	for _, s := range shops {
		memory += s.memory()
	}
	stopAll(shops) // gracefully: requests under way are finished
	report = Report{Drop: c.drop.Name, Mode: string(c.drop.Mode), Buyers: o.Buyers, Bots: o.Bots, Scalper: o.Scalper, Domains: o.ScalperDomains, Instances: len(shops),
		Engine: string(c.store.Engine()), Seconds: time.Since(begun).Seconds(), Latencies: m.latencies(), Peak: m.peak(), MemoryMB: memory >> 20,
		Cores: runtime.NumCPU(), PeoplePerMinute: 60 * m.quickOrders() / 2}
	report.PerSecond, report.OrdersPerSecond = m.series(begun)
	report.Refusals = m.refusals
	report.Findings, report.Units, err = crowd.compare(ctx)
	return report, err
}

// instance is one running process of the program.
type instance struct {
	url  string
	cmd  *exec.Cmd
	done chan struct{}
}

func startInstances(o Options, c *shopCopy) ([]*instance, error) {
	n := max(1, o.Instances)
	if c.onFile && n > 1 {
		return nil, errors.New("several instances need PostgreSQL: give --rehearsal-url")
	}
	var shops []*instance
	for range n {
		s, err := startInstance(o, c)
		if err != nil {
			return shops, err
		}
		shops = append(shops, s)
	}
	return shops, nil
}

// startInstance serves the copy: demo payments, mail to a folder, nothing of the environment that names other services.
func startInstance(o Options, c *shopCopy) (*instance, error) {
	args := []string{"serve", "--demo", "--demo-drops=false", "--data", c.dir, "--addr", "127.0.0.1:0", "--trust-proxy", "--clock-shift", c.shift.String()}
	if !c.onFile {
		args = append(args, "--database-url", c.location)
	}
	cmd := exec.Command(o.Program, args...)
	cmd.Env = append([]string{"SNACKDROP_SECRET_KEY=" + c.key, "PATH=" + os.Getenv("PATH"), "HOME=" + c.dir, "TMPDIR=" + os.TempDir()}, o.Env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = io.Discard
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &instance{cmd: cmd, done: make(chan struct{})}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), " is open: "); ok {
			s.url = strings.Replace(strings.TrimSpace(url), "localhost", "127.0.0.1", 1)
			break
		}
	}
	background.Go("instance", func() {
		_, _ = io.Copy(io.Discard, out) // a full pipe would stop it
		_ = cmd.Wait()
		close(s.done)
	})
	if s.url == "" {
		return nil, fmt.Errorf("the copy of the shop did not start: %v", lines.Err())
	}
	return s, nil
}

func stopAll(shops []*instance) {
	for _, s := range shops {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
	}
	for _, s := range shops {
		select {
		case <-s.done:
		case <-time.After(20 * time.Second):
			_ = s.cmd.Process.Kill()
			<-s.done
		}
	}
}
