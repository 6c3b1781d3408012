package demo

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// slowness is how long the slow bank takes.
const slowness = 6 * time.Second

type view struct {
	Nonce   string
	Number  string
	Amount  string
	Back    string
	Open    bool
	Message string
}

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
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+nonce+"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	err := page.Execute(w, view{Nonce: nonce, Number: pay.Number, Amount: pay.amountText(), Back: pay.CancelURL,
		Open: pay.Status == shop.PaymentStateOpen, Message: message})
	if err != nil {
		slog.Error("demo pay", "error", err)
	}
}
