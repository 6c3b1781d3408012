package demo

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
)

//go:embed page.css
var pageStyle string

// slowness is how long the slow bank takes.
const slowness = 6 * time.Second

// ServeHTTP shows the pay page at /demo-pay/{ref} and takes its buttons.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	pay, err := p.read(r.PathValue("ref"))
	p.mu.Unlock()
	if errors.Is(err, os.ErrNotExist) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		slog.Error("demo pay", "error", err)
		http.Error(w, "The demo payment could not be read.", http.StatusInternalServerError)
		return
	}
	if r.Method == http.MethodPost {
		p.act(w, r, pay)
		return
	}
	message := ""
	if pay.Status == shop.PaymentStatePaid {
		message = "This payment is done."
	} else if pay.Status == shop.PaymentStateFailed {
		message = "This payment page is closed."
	}
	p.show(w, pay, message)
}

func (p *Provider) act(w http.ResponseWriter, r *http.Request, pay storedPayment) {
	switch r.FormValue("do") {
	case "pay":
		p.settle(pay.Ref, p.Pay)
		http.Redirect(w, r, pay.ReturnURL, http.StatusSeeOther)
	case "decline":
		p.settle(pay.Ref, p.Decline)
		http.Redirect(w, r, pay.CancelURL+"&declined=1", http.StatusSeeOther)
	case "slow":
		time.AfterFunc(slowness, func() { p.settle(pay.Ref, p.Pay) })
		http.Redirect(w, r, pay.ReturnURL, http.StatusSeeOther)
	case "leave":
		p.settle(pay.Ref, p.Pay)
		pay.Status = shop.PaymentStatePaid
		p.show(w, pay, "Paid. You can close this tab: the shop hears of it by itself.")
	default:
		http.Redirect(w, r, pay.CancelURL, http.StatusSeeOther)
	}
}

// settle changes the payment and sends the webhook asynchronously, as a provider does.
func (p *Provider) settle(ref string, mark func(string) error) {
	if err := mark(ref); err != nil {
		slog.Error("demo pay", "error", err)
		return
	}
	background.Go("demo pay", func() { p.tell(ref) })
}

func (p *Provider) show(w http.ResponseWriter, pay storedPayment, message string) {
	nonce := rand.Text()
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+nonce+"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	if err := payPage(pay, message, nonce).Render(w); err != nil {
		slog.Error("demo pay", "error", err)
	}
}

func payPage(pay storedPayment, message, nonce string) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("robots"), h.Content("noindex")),
			h.TitleEl(g.Text("Demo payment for "+pay.Number)),
			h.StyleEl(g.Attr("nonce", nonce), g.Raw(pageStyle)),
		),
		h.Body(h.Main(
			h.Span(h.Class("note"), g.Text("DEMO PAYMENT")),
			h.H1(g.Text("Order "+pay.Number)),
			h.P(h.Class("amount"), g.Text(pay.amountText())),
			g.If(message != "", h.P(h.Role("status"), h.Strong(g.Text(message)))),
			g.If(pay.Status == shop.PaymentStateOpen, payForm(pay.amountText())),
			h.P(h.A(h.Href(pay.backURL()), g.Text("Back to the shop"))),
			h.P(h.Class("small"), g.Text("No money moves here. A real shop sends you to Stripe or PayPal instead.")),
		)),
	))
}

func payForm(amount string) g.Node {
	button := func(do, words string) g.Node {
		return h.Button(g.If(do == "pay", h.Class("main")), h.Name("do"), h.Value(do), g.Text(words))
	}
	return h.Form(h.Method("post"),
		button("pay", "Pay "+amount),
		button("decline", "Decline"),
		button("slow", "Pay slowly"),
		button("leave", "Pay and never return"),
	)
}

// backURL is where the link back to the shop leads. A browser would run an address like javascript:.
func (pay storedPayment) backURL() string {
	if !shop.IsWebLink(pay.CancelURL) {
		return "/"
	}
	return pay.CancelURL
}
