package mail

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"slices"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

// connection is a connection to the mail server, encrypted and logged in.
type connection struct {
	client   *smtp.Client
	messages int         // handed over or refused so far
	expiry   *time.Timer // set while it is idle
}

// outcome is how handing over one message went.
type outcome struct {
	err    error // nil: the server has accepted it
	usable bool  // the connection is in order
	// retry: the server has certainly not accepted the message, and the reason may be
	// the connection, not the message.
	retry bool
}

// check asks whether an idle connection still works, and clears what a refused
// message left behind.
func (c *connection) check() error {
	if err := c.client.UpdateDeadline(checkTime); err != nil {
		return err
	}
	return c.client.Reset()
}

func (c *connection) hand(ctx context.Context, msg *gomail.Msg, to string) outcome {
	limit := handTime
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end))
	}
	if err := c.client.UpdateDeadline(limit); err != nil {
		return outcome{err: err, retry: true}
	}
	from, err := msg.GetSender(false)
	if err != nil {
		return outcome{err: err, usable: true}
	}
	// A server that wants no more messages over this connection refuses this command.
	if err := c.client.Mail(from); err != nil {
		return outcome{err: fmt.Errorf("sender refused: %w", err), retry: true}
	}
	if err := c.client.Rcpt(to); err != nil {
		result := outcome{usable: !broken(err), retry: broken(err)}
		if refused, ok := errors.AsType[*textproto.Error](err); ok && refused.Code >= 500 { // otherwise the connection broke, or the server is busy
			err = fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
		}
		result.err = fmt.Errorf("recipient refused: %w", err)
		return result
	}
	data, err := c.client.Data()
	if err != nil {
		return outcome{err: fmt.Errorf("email refused: %w", err), usable: !broken(err), retry: broken(err)}
	}
	// Without the final dot, which Close writes, the server drops the message.
	if _, err := msg.WriteTo(data); err != nil {
		return outcome{err: fmt.Errorf("email not handed over: %w", err), retry: true}
	}
	if err := data.Close(); err != nil { // the server says yes or no here; a lost connection is neither
		return outcome{err: fmt.Errorf("email refused: %w", err), usable: !broken(err)}
	}
	return outcome{usable: true}
}

// broken says whether an error ends the connection: it is no reply of the server, or
// the one with which a server hangs up.
func broken(err error) bool {
	reply, ok := errors.AsType[*textproto.Error](err)
	return !ok || reply.Code == 421
}

func (c *connection) close() { _ = c.client.Close() }

// quit says goodbye and closes.
func (c *connection) quit() {
	_ = c.client.UpdateDeadline(goodbyeTime)
	_ = c.client.Quit()
	c.close()
}

// idleConnections are open connections that nobody uses at the moment. There are at
// most as many as messages were sent at the same time.
type idleConnections struct {
	most time.Duration // how long one stays open
	mu   sync.Mutex
	list []*connection // the one used last at the end
}

// take gives the connection that was used last, nil when there is none.
func (i *idleConnections) take() *connection {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.list) == 0 {
		return nil
	}
	c := i.list[len(i.list)-1]
	i.list = i.list[:len(i.list)-1]
	c.expiry.Stop()
	return c
}

// put keeps a connection until it is taken, or closes it when it was idle for too long.
func (i *idleConnections) put(c *connection) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.list = append(i.list, c)
	c.expiry = time.AfterFunc(i.most, func() {
		background.Protect("leave the mail server", func() {
			if i.remove(c) {
				c.quit()
			}
		})
	})
}

// remove is false when the connection was taken just before.
func (i *idleConnections) remove(c *connection) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	at := slices.Index(i.list, c)
	if at < 0 {
		return false
	}
	i.list = slices.Delete(i.list, at, at+1)
	return true
}
