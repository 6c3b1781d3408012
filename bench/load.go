package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

const connections = 32

// load is what one round of requests gave.
type load struct {
	took  time.Duration
	waits []time.Duration // of each request
}

func (l load) perSecond() float64 { return float64(len(l.waits)) / l.took.Seconds() }

// target is one address under load, over connections that stay open.
type target struct {
	request []byte
	conns   []*conn
}

type conn struct {
	net.Conn
	in *bufio.Reader
}

func newConn(c net.Conn) *conn { return &conn{c, bufio.NewReaderSize(c, 64<<10)} }

// aim opens the connections. The generator speaks just enough HTTP to know where
// a response ends, so that it is not what is measured.
func aim(addr, path string, n int) (*target, error) {
	conns, err := connect(addr, n)
	return &target{fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip, deflate, br\r\nAccept: */*\r\n\r\n", path, addr), conns}, err
}

func connect(addr string, n int) ([]*conn, error) {
	var t target
	for range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.close()
			return nil, err
		}
		t.conns = append(t.conns, newConn(c))
	}
	return t.conns, nil
}

func (t *target) close() {
	for _, c := range t.conns {
		_ = c.Close()
	}
}

// fire sends the same request for the given time.
func (t *target) fire(ctx context.Context, length time.Duration) (load, error) {
	return fire(ctx, t.conns, length, func() func() []byte {
		return func() []byte { return t.request }
	})
}

// fire sends requests for the given time, each connection the next one as soon as
// it has its response. Each has a writer of its own.
func fire(ctx context.Context, conns []*conn, length time.Duration, writer func() func() []byte) (load, error) {
	var all sync.WaitGroup
	results, failures := make([][]time.Duration, len(conns)), make([]error, len(conns))
	start := time.Now()
	end := start.Add(length)
	for i, c := range conns {
		all.Go(func() {
			next := writer()
			for last := time.Now(); last.Before(end) && ctx.Err() == nil; {
				if err := c.ask(next()); err != nil {
					failures[i] = err
					return
				}
				now := time.Now()
				results[i] = append(results[i], now.Sub(last))
				last = now
			}
		})
	}
	all.Wait()
	return load{time.Since(start), slices.Concat(results...)}, errors.Join(failures...)
}

// pace sends this many requests a second for the given time, whether or not the ones before were answered in time: a wait
// begins when a request was due.
func pace(ctx context.Context, conns []*conn, perSecond int, length time.Duration, writer func() func() []byte) (load, error) {
	var all sync.WaitGroup
	results, failures := make([][]time.Duration, len(conns)), make([]error, len(conns))
	start := time.Now()
	between := time.Second * time.Duration(len(conns)) / time.Duration(perSecond)
	for i, c := range conns {
		all.Go(func() {
			next := writer()
			for due := start.Add(between * time.Duration(i) / time.Duration(len(conns))); due.Sub(start) < length && ctx.Err() == nil; due = due.Add(between) {
				pause(ctx, time.Until(due))
				if err := c.ask(next()); err != nil {
					failures[i] = err
					return
				}
				results[i] = append(results[i], time.Since(due))
			}
		})
	}
	all.Wait()
	return load{time.Since(start), slices.Concat(results...)}, errors.Join(failures...)
}

var (
	ok200         = []byte("HTTP/1.1 200 ")
	contentLength = []byte("Content-Length: ")
)

// ask sends one request and reads its response to the end.
func (c *conn) ask(request []byte) error {
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return err
	}
	if _, err := c.Write(request); err != nil {
		return err
	}
	length := -1
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		switch {
		case first && !bytes.HasPrefix(line, ok200):
			return fmt.Errorf("the response is %q", bytes.TrimSpace(line))
		case bytes.HasPrefix(line, contentLength):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(contentLength):]))); err != nil {
				return err
			}
		case len(line) <= 2:
			if length < 0 {
				return errors.New("the response does not say its length")
			}
			_, err := io.CopyN(io.Discard, c.in, int64(length))
			return err
		}
	}
}
