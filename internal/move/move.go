// Package move copies a whole shop, its database and its pictures, to another
// database and another place for pictures. It can be stopped at any moment and
// started again. Nothing of the shop that is copied is changed.
package move

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/store/transfer"
)

// Plan says what is copied where. Databases are a PostgreSQL URL or a SQLite file,
// pictures a folder or s3://….
type Plan struct {
	From, To                 string
	FromPictures, ToPictures string // the same twice: pictures stay where they are
	Out                      io.Writer
}

// Report is what was copied and compared.
type Report struct {
	Tables   map[string]transfer.Digest
	Rows     int64
	Pictures int
}

// Run copies what the plan says and compares both sides at the end.
func Run(ctx context.Context, plan Plan) (report Report, err error) {
	from, err := transfer.OpenSource(ctx, plan.From)
	if err != nil {
		return report, err
	}
	defer func() { _ = from.Close() }()
	var source, target *media.Store
	if plan.FromPictures != plan.ToPictures {
		if source, err = media.Open(ctx, plan.FromPictures); err != nil {
			return report, err
		}
		if target, err = media.Open(ctx, plan.ToPictures); err != nil {
			return report, err
		}
	}
	to, err := transfer.OpenTarget(ctx, plan.To, from.Version, from.Tables)
	if err != nil {
		return report, err
	}
	defer func() { _ = to.Close() }()
	lines := &progressLines{out: plan.Out}
	if to.Resumed {
		_, _ = fmt.Fprintln(plan.Out, "Part of the shop is in the target already: going on from there.")
	}
	if source != nil { // first, so that the target becomes a shop when everything is there
		if report.Pictures, err = pictures(ctx, source, target, lines.pictures); err != nil {
			return report, err
		}
	}
	if report.Tables, err = transfer.Copy(ctx, from, to, lines.say); err != nil {
		return report, err
	}
	for _, digest := range report.Tables {
		report.Rows += digest.Rows
	}
	return report, nil
}

// progressLines writes a line for every table, and one every few seconds within a large one.
type progressLines struct {
	out  io.Writer
	last time.Time
}

const lineInterval = 2 * time.Second

func (l *progressLines) say(p transfer.Progress) {
	over := p.Done == p.Of
	if p.Of == 0 || !over && time.Since(l.last) < lineInterval {
		return
	}
	l.last = time.Now()
	switch {
	case p.Step == transfer.Indexing:
		_, _ = fmt.Fprintf(l.out, "making indexes: %d of %d\n", p.Done, p.Of)
	case over:
		_, _ = fmt.Fprintf(l.out, "%s %s: %d rows\n", p.Step, p.Table, p.Of)
	case p.Done > 0:
		_, _ = fmt.Fprintf(l.out, "%s %s: %d of %d rows (%d%%)\n", p.Step, p.Table, p.Done, p.Of, 100*p.Done/p.Of)
	}
}

func (l *progressLines) pictures(step string, done, of int) {
	if done < of && time.Since(l.last) < lineInterval {
		return
	}
	l.last = time.Now()
	_, _ = fmt.Fprintf(l.out, "%s pictures: %d of %d\n", step, done, of)
}
