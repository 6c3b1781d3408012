package mail_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/outbox/outboxtest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

func message(email outbox.Email) outbox.Message {
	return outbox.Message{ID: "7.1700000000000@shop.test", From: "hello@shop.test", FromName: "Crunch & Co", To: "casey@example.test",
		Date: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), Email: email,
		Brand: outbox.Brand{Name: "Crunch & Co", URL: "https://shop.test", Primary: "#8B5CF6", Secondary: "#F97316", Welcome: "Rare snacks, limited drops: the shelves are open.", Shop: "Shop Latest Drops", ListName: "Inner Circle", ListTitle: "Join The Inner Circle"}}
}

var order = outbox.OrderEmailData{Number: "ORD-007", CustomerName: "Casey <b>", URL: "https://shop.test/order/ORD-007?key=a&b=c",
	Lines:    []outbox.OrderEmailLine{{Name: "Wasabi Waves", Quantity: 2, Total: 900}, {Name: "Ube & Cream", Quantity: 1, Total: 1275}},
	Subtotal: 2175, Discount: 100, PromoCode: "DROP", Shipping: 599, Tax: 163, Total: shop.Cents(2837),
	Address: []string{"Casey", "7250 Melrose Ave", "Los Angeles, CA 90046"}}

var (
	usual   = outboxtest.Emails[0]
	contact = outbox.ContactEmail{Name: "Casey", Email: "casey@example.test", Subject: "Hello\r\nBcc: x@y.zz", Body: "One\nTwo <script>"}
)

// everyEmail has all kinds, some in more than one form.
var everyEmail = slices.Concat(outboxtest.Emails, []outbox.Email{
	outbox.AddressChangeNotice{Username: "casey", NewEmail: "new@example.test", Done: true},
	outbox.OrderConfirmationEmail{Order: order},
	outbox.OrderStatusEmail{Order: order, Status: "ready_for_pickup", StatusText: "Ready For Pickup", Note: "Ring the bell."},
	contact,
})

func TestEveryEmailHasBothPartsInTheShopsLook(t *testing.T) {
	for _, email := range everyEmail {
		rendered, err := mail.Render(message(email))
		if err != nil {
			t.Fatalf("%s: %v", email.Kind(), err)
		}
		if rendered.Subject == "" || strings.ContainsAny(rendered.Subject, "\r\n") {
			t.Errorf("%s: subject %q", email.Kind(), rendered.Subject)
		}
		for _, part := range []string{rendered.Subject, rendered.HTML, rendered.Text} {
			if strings.Contains(part, "%!") { // a value that does not fit its format
				t.Errorf("%s: %s", email.Kind(), part)
			}
		}
		if !strings.Contains(rendered.HTML, "#F97316") || !strings.Contains(rendered.HTML, "Crunch &amp; Co") || !strings.Contains(rendered.Text, "Crunch & Co") {
			t.Errorf("%s is not in the shop's look:\n%s", email.Kind(), rendered.HTML)
		}
		if strings.Contains(rendered.HTML, "<script>") || strings.Contains(rendered.HTML, "Casey <b>") {
			t.Errorf("%s lets HTML in:\n%s", email.Kind(), rendered.HTML)
		}
	}
}

func TestTheMailOfADropNamesTheMailingList(t *testing.T) {
	for list, want := range map[string]string{"Inner Circle": "You are in the Inner Circle: your early access begins Thursday.", "Night Owls": "You are in the Night Owls: your early access begins Thursday."} {
		m := message(outbox.DropEmail{Drop: "Kelp Night", Opens: "Friday", Early: "Thursday", URL: "https://shop.test/drop/kelp"})
		m.Brand.ListName = list
		rendered, err := mail.Render(m)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(rendered.Text, want) || !strings.Contains(rendered.HTML, want) {
			t.Errorf("the mail lacks %q:\n%s", want, rendered.Text)
		}
	}
}

func TestAnOrderEmailShowsLinesTotalsAndTheLink(t *testing.T) {
	rendered, err := mail.Render(message(outbox.OrderConfirmationEmail{Order: order}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ORD-007", "2 x Wasabi Waves: $9.00", "1 x Ube & Cream: $12.75", "Subtotal: $21.75", "Discount (DROP): -$1.00",
		"Shipping: $5.99", "Tax: $1.63", "Total: $28.37", "7250 Melrose Ave", order.URL} {
		if !strings.Contains(rendered.Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, rendered.Text)
		}
	}
	const account = "choose a password"
	offered, err := mail.Render(message(outbox.OrderConfirmationEmail{Order: order, OfferAccount: true}))
	if err != nil || strings.Contains(rendered.Text+rendered.HTML, account) || !strings.Contains(offered.Text, account) || !strings.Contains(offered.HTML, account) {
		t.Errorf("an account is not offered where it should be, or is where not: %v\n%s\n%s", err, rendered.Text, offered.Text)
	}
	for _, want := range []string{"2 × Wasabi Waves", "$28.37", `href="https://shop.test/order/ORD-007?key=a&amp;b=c"`} {
		if !strings.Contains(rendered.HTML, want) {
			t.Errorf("the HTML lacks %q:\n%s", want, rendered.HTML)
		}
	}
}

func TestAnOrderEmailIsInItsCurrencyAsTheShopWritesIt(t *testing.T) {
	euros := order
	euros.Currency = "EUR"
	for format, want := range map[string]string{"symbol": "Total: €28.37\n", "code": "Total: EUR\u00a028.37\n", "both": "Total: €28.37\u00a0EUR\n"} {
		for _, email := range []outbox.Email{outbox.OrderConfirmationEmail{Order: euros}, outbox.OrderStatusEmail{Order: euros, Status: "completed", StatusText: "Completed"}} {
			m := message(email)
			m.Brand.Money = format
			rendered, err := mail.Render(m)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(rendered.Text, want) || strings.Contains(rendered.Text+rendered.HTML, "$") {
				t.Errorf("%s by %s:\n%s", email.Kind(), format, rendered.Text)
			}
		}
	}
}

func TestTheServerGetsOneMessageWithTwoParts(t *testing.T) {
	box := testkit.SMTP(t)
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), message(contact)); err != nil {
		t.Fatal(err)
	}
	got := box.Wait(t, 1)[0]
	if got.Header.Get("Message-Id") != "<7.1700000000000@shop.test>" || got.Header.Get("Bcc") != "" || len(got.To) != 1 || got.From != "hello@shop.test" {
		t.Errorf("%v to %v", got.Header, got.To)
	}
	text, html := parts(t, got.Raw)
	if !strings.Contains(text, "Two <script>") || !strings.Contains(html, "Two &lt;script&gt;") {
		t.Errorf("text:\n%s\nhtml:\n%s", text, html)
	}
}

func TestAShopsNameNeedsNoPlainLetters(t *testing.T) {
	box := testkit.SMTP(t)
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{`6" Snacks`, `Snacks "R" Us, Inc.`, `Back\slash`, "Süßes <b>", "スナック", "Snacks\r\nBcc: x@y.zz", "(Snacks)"}
	for i, name := range names {
		m := message(usual)
		m.FromName = name
		if err := mailer.Send(t.Context(), m); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		got := box.Wait(t, i+1)[i]
		from, err := got.Header.AddressList("From")
		if err != nil || len(from) != 1 || from[0].Name != name || from[0].Address != "hello@shop.test" || got.Header.Get("Bcc") != "" {
			t.Errorf("%q arrived as %v in %q: %v", name, from, got.Header.Get("From"), err)
		}
	}
}

func TestWithoutAServerEmailsBecomeFiles(t *testing.T) {
	before, log := slog.Default(), &bytes.Buffer{}
	slog.SetDefault(slog.New(slog.NewJSONHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	folder := filepath.Join(t.TempDir(), "mail")
	mailer, err := mail.Open("", folder)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a second try is the same file
		if err := mailer.Send(t.Context(), message(usual)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 || !strings.HasSuffix(files[0], "-welcome-7.1700000000000.eml") {
		t.Fatalf("%v %v", files, err)
	}
	if !strings.Contains(log.String(), files[0]) {
		t.Errorf("the log does not say where the email is: %s", log)
	}
	raw, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if text, html := parts(t, raw); !strings.Contains(text, "casey") || !strings.Contains(html, "casey") {
		t.Errorf("text:\n%s\nhtml:\n%s", text, html)
	}
}

// talk is a mail server that says its lines in turn, each after it was spoken to,
// and then nothing any more. At an empty line it hangs up.
func talk(t *testing.T, says ...string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		heard := bufio.NewScanner(conn)
		for _, line := range says {
			if line == "" {
				return
			}
			_, _ = io.WriteString(conn, line+"\r\n")
			email := strings.HasPrefix(line, "354")
			for heard.Scan() && email && heard.Text() != "." {
			}
		}
		<-t.Context().Done()
	}()
	return "smtp://" + listener.Addr().String()
}

func TestTheServersYesIsTheEndOfIt(t *testing.T) {
	mailer, err := mail.Open(talk(t, "220 Hi", "250 Hi", "250 OK", "250 OK", "354 Go on", "250 Taken"), "")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := mailer.Send(t.Context(), message(usual)); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(start); waited > 4*time.Second {
		t.Errorf("it waited %v for a goodbye that does not come", waited)
	}
}

func TestALineThatBreaksIsNoRefusalForGood(t *testing.T) {
	mailer, err := mail.Open(talk(t, "220 Hi", "250 Hi", "250 OK", ""), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), message(usual)); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Error(err)
	}
}

func TestAPassingRefusalIsNotUndeliverable(t *testing.T) {
	box := testkit.SMTP(t)
	box.FailNext(1)
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), message(usual)); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Error(err)
	}
	broken := message(usual)
	broken.To = "nobody"
	if err := mailer.Send(t.Context(), broken); !errors.Is(err, outbox.ErrUndeliverable) {
		t.Error(err)
	}
}

func TestAddressesOfServersAreChecked(t *testing.T) {
	for _, good := range []string{"smtp://localhost", "smtp://u:p@mail.test:2525", "smtps://u:p%40ss@mail.test"} {
		if _, err := mail.NewSMTP(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"mail.test", "http://mail.test", "smtp://", "smtp://mail.test:0", "smtp://u:secret@[", "smtp://mail.test:99999"} {
		if _, err := mail.NewSMTP(bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func parts(t *testing.T, raw []byte) (text, html string) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s %v", kind, err)
	}
	reader := multipart.NewReader(m.Body, params["boundary"])
	read := func(want string) string {
		part, err := reader.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if got := part.Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Fatalf("part is %s, want %s", got, want)
		}
		content, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	return read("text/plain"), read("text/html")
}
