package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/store"
)

// What one attacker on this machine tries, and what has to hold for everybody else.
const (
	attackStreams  = 3_000
	attackTime     = 5 * time.Second
	attackUploads  = 12
	uploadGoal     = 200 // MB more than before
	attackerIP     = "198.51.100.7"
	honestIP       = "203.0.113.9"
	perNetwork     = 200 // --streams-per-network as it is by default
	ordersPerSpell = 50  // orders that one address may place within attackTime
)

// measureAttack measures what a hostile visitor gets.
func measureAttack(ctx context.Context, b *bench) error {
	shop, err := b.openShop(ctx, "--trust-proxy", "--streams-per-network", fmt.Sprint(perNetwork))
	if err != nil {
		return err
	}
	defer shop.stop()
	if err := shop.warm(ctx, pages...); err != nil {
		return err
	}
	return errors.Join(b.attackStreams(ctx, shop), b.attackOrders(ctx, shop), b.attackUploads(ctx, shop), b.attackOutage(ctx), b.attackFailover(ctx))
}

// attackStreams opens event streams from one address, all at once, and asks for one from another.
func (b *bench) attackStreams(ctx context.Context, shop *process) error {
	var open []net.Conn
	defer func() {
		for _, c := range open {
			_ = c.Close()
		}
	}()
	accepted := 0
	response := make([]byte, 4096)
	for range attackStreams {
		c, err := net.Dial("tcp", shop.addr)
		if err != nil {
			return err
		}
		open = append(open, c)
		if _, err := fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n\r\n", shop.addr, attackerIP); err != nil {
			return err
		}
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		n, err := c.Read(response)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(response[:n], ok200) {
			accepted++
		}
	}
	start := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, shop.url("/api/events?once=1"), nil)
	if err != nil {
		return err
	}
	r.Header.Set("X-Forwarded-For", honestIP)
	other, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_ = other.Body.Close()
	_, err = get(ctx, shop.url("/product/10"))
	b.add(row{what: "event streams from one address", ours: fmt.Sprintf("%s opened, %d accepted, another address: stream %d and page within %s", count(attackStreams), accepted, other.StatusCode, ms(time.Since(start))),
		goal: fmt.Sprintf("≤ %d accepted, others served", perNetwork), met: holds(accepted <= perNetwork && other.StatusCode == http.StatusOK && err == nil)})
	return err
}

// attackOrders places orders from one address as fast as the shop answers, each to another recipient.
func (b *bench) attackOrders(ctx context.Context, shop *process) error {
	mails := func() int {
		files, _ := filepath.Glob(filepath.Join(shop.data, "mail", "*"))
		return len(files)
	}
	if err := unlimited(ctx, filepath.Join(shop.data, "snackdrop.db")); err != nil {
		return err
	}
	before := mails()
	var tried, accepted atomic.Int64
	var all sync.WaitGroup
	attack, stop := context.WithTimeout(ctx, attackTime)
	defer stop()
	for range 16 {
		all.Go(func() {
			for attack.Err() == nil {
				n := tried.Add(1)
				if status, err := shop.order(attack, attackerIP, fmt.Sprintf("bench-attack-%d", n), fmt.Sprintf("victim%d@example.com", n)); err == nil && status == http.StatusOK {
					accepted.Add(1)
				}
			}
		})
	}
	all.Wait()
	status, err := shop.order(ctx, honestIP, "bench-honest-buyer", "honest@example.com")
	for last := -1; last != mails() && ctx.Err() == nil; { // until the outbox is empty
		last = mails()
		pause(ctx, time.Second)
	}
	b.add(row{what: fmt.Sprintf("orders of one address in %.0f s", attackTime.Seconds()),
		ours: fmt.Sprintf("%s tried, %s accepted, %s mails; another address: %d", count(float64(tried.Load())), count(float64(accepted.Load())), count(float64(mails()-before)), status),
		goal: fmt.Sprintf("≤ %d accepted, others served", ordersPerSpell), met: holds(accepted.Load() <= ordersPerSpell && status == http.StatusOK && err == nil)})
	return err
}

// order places one order of the demo shop's mystery box.
func (p *process) order(ctx context.Context, ip, key, email string) (int, error) {
	text := fmt.Sprintf(`{"lines":[{"product_id":10,"quantity":1}],"email":%q,"name":"Maya","fulfillment_type":"pickup","payment_method":"manual","expected_total":32.16}`, email)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url("/api/orders"), strings.NewReader(text))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", key)
	return sendFrom(ip, r)
}

// unlimited lets the demo shop's mystery box be sold without end.
func unlimited(ctx context.Context, location string) error {
	s, err := store.Open(ctx, location)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.Write(ctx, func(tx *store.Tx) error { return tx.Stock.Set(ctx, 10, nil) })
}

// attackUploads sends pictures that are small as files and huge when decoded, all at once.
func (b *bench) attackUploads(ctx context.Context, shop *process) error {
	signUp, err := http.NewRequestWithContext(ctx, http.MethodPost, shop.url("/api/users"), strings.NewReader(fmt.Sprintf(`{"username":"mallory","email":"mallory@example.com","password":%q}`, password)))
	if err != nil {
		return err
	}
	signUp.Header.Set("Content-Type", "application/json")
	signUp.Header.Set("X-Forwarded-For", attackerIP)
	response, err := http.DefaultClient.Do(signUp)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	cookie, _, _ := strings.Cut(response.Header.Get("Set-Cookie"), ";")
	bomb, largest := hostilePNG(7000, 7000), hostilePNG(2400, 2400)
	before, err := shop.memory()
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	most := before.resident
	sending := make(chan struct{})
	all.Go(func() {
		for {
			select {
			case <-sending:
				return
			case <-time.After(5 * time.Millisecond):
				if now, err := shop.memory(); err == nil {
					most = max(most, now.resident)
				}
			}
		}
	})
	var uploads sync.WaitGroup
	for i := range attackUploads {
		uploads.Go(func() {
			status, err := shop.upload(ctx, cookie, [][]byte{bomb, largest}[i%2])
			if err != nil {
				status = 0
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	uploads.Wait()
	close(sending)
	all.Wait()
	b.add(row{what: fmt.Sprintf("memory of %d hostile pictures at once", attackUploads), ours: fmt.Sprintf("%.0f MB more than before, responses %s", most-before.resident, byStatus(statuses)),
		goal: fmt.Sprintf("≤ %d MB more", uploadGoal), met: holds(most-before.resident <= uploadGoal && statuses[0] == 0)})
	return nil
}

// hostilePNG is an empty picture of 16 bits a channel: some kilobytes that decode to eight bytes a pixel.
func hostilePNG(width, height int) []byte {
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	_ = encoder.Encode(&file, blank{image.Rect(0, 0, width, height)}) // a buffer takes everything
	return file.Bytes()
}

// blank is a picture without memory of its own.
type blank struct{ image.Rectangle }

func (b blank) ColorModel() color.Model { return color.NRGBA64Model }
func (b blank) Bounds() image.Rectangle { return b.Rectangle }
func (b blank) At(int, int) color.Color { return color.NRGBA64{A: 0x8000} }

func (p *process) upload(ctx context.Context, cookie string, picture []byte) (int, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "me.png")
	if err != nil {
		return 0, err
	}
	_, _ = file.Write(picture)
	_ = form.Close()
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, p.url("/api/account/avatar"), &body)
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Cookie", cookie)
	return sendFrom(attackerIP, r)
}

// byStatus writes how often each status came.
func byStatus(statuses map[int]int) string {
	var words []string
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		words = append(words, fmt.Sprintf("%s × %d", count(float64(statuses[status])), status))
	}
	return strings.Join(words, ", ")
}
