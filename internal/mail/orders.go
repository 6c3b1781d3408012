package mail

import (
	"cmp"
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func orderConfirmationEmail(brand outbox.Brand, e outbox.OrderConfirmationEmail) content {
	const account = "Your account is one step away: choose a password on that page, and this order is in it."
	order := e.Order
	thanks := "Thank you"
	if order.CustomerName != "" {
		thanks += ", " + order.CustomerName
	}
	thanks += "!"
	c := content{
		subject: "Your " + brand.Name + " order " + order.Number,
		text:    paragraphs(thanks, "We have your order "+order.Number+".", orderText(brand, order)+"\nFollow it here: "+order.URL),
		html: g.Group{
			heading(thanks),
			paragraph(g.Text("We have your order "), strong(order.Number), g.Text(".")),
			orderHTML(brand, order),
			button(brand, order.URL, "See your order"),
		},
	}
	if e.OfferAccount {
		c.text = paragraphs(c.text, account)
		c.html = append(c.html, paragraph(g.Text(account)))
	}
	return c
}

func orderStatusEmail(brand outbox.Brand, e outbox.OrderStatusEmail) content {
	order := e.Order
	hi := "Hi"
	if order.CustomerName != "" {
		hi += " " + order.CustomerName
	}
	hi += ","
	subject := "Order " + order.Number + ": " + e.StatusText
	text := []string{hi, statusSentence(e.Status), subject}
	if e.Note != "" {
		text = append(text, e.Note)
	}
	text = append(text, orderText(brand, order)+"\nSee it here: "+order.URL)
	return content{
		subject: subject,
		text:    paragraphs(text...),
		html: g.Group{
			heading(e.StatusText),
			paragraph(g.Text(hi + " " + statusSentence(e.Status))),
			g.If(e.Note != "", paragraph(g.Text(e.Note))),
			paragraph(g.Text("Order "), strong(order.Number)),
			orderHTML(brand, order),
			button(brand, order.URL, "See your order"),
		},
	}
}

func statusSentence(status string) string {
	switch shop.Status(status) {
	case shop.StatusProcessing:
		return "We are packing your order."
	case shop.StatusReadyForPickup:
		return "Your order waits for you at the shop."
	case shop.StatusReadyForDelivery:
		return "Your order is packed and leaves the shop soon."
	case shop.StatusPickedUp:
		return "You picked your order up. Enjoy!"
	case shop.StatusDelivered:
		return "Your order was delivered. Enjoy!"
	case shop.StatusCompleted:
		return "Your order is complete. Thank you!"
	case shop.StatusOnHold:
		return "Your order waits for a moment. We come back to you."
	case shop.StatusCancelled:
		return "Your order was cancelled. Whatever you paid comes back to you."
	case shop.StatusRefunded:
		return "Your order was refunded."
	}
	return "Your order moved on."
}

// amounts writes the amounts of an order: in its currency, as the shop writes them.
func amounts(brand outbox.Brand, o outbox.OrderEmailData) func(shop.Cents) string {
	currency := cmp.Or(o.Currency, shop.DefaultSettings().Payments.Currency)
	return func(c shop.Cents) string { return shop.MoneyText(c, currency, brand.Money) }
}

func discountLabel(o outbox.OrderEmailData) string {
	if o.PromoCode == "" {
		return "Discount"
	}
	return "Discount (" + o.PromoCode + ")"
}

func taxLabel(o outbox.OrderEmailData) string {
	if o.TaxIncluded {
		return "Tax (included)"
	}
	return "Tax"
}

// orderText is the lines and sums of an order, and how it is delivered and paid.
func orderText(brand outbox.Brand, o outbox.OrderEmailData) string {
	var b strings.Builder
	money := amounts(brand, o)
	for _, line := range o.Lines {
		fmt.Fprintf(&b, "  %d x %s: %s\n", line.Quantity, line.Name, money(line.Total))
	}
	fmt.Fprintf(&b, "\n  Subtotal: %s\n", money(o.Subtotal))
	if o.Discount != 0 {
		fmt.Fprintf(&b, "  %s: -%s\n", discountLabel(o), money(o.Discount))
	}
	fmt.Fprintf(&b, "  Shipping: %s\n", money(o.Shipping))
	if o.Tax != 0 {
		fmt.Fprintf(&b, "  %s: %s\n", taxLabel(o), money(o.Tax))
	}
	fmt.Fprintf(&b, "  Total: %s\n", money(o.Total))
	switch {
	case o.Pickup:
		b.WriteString("\nPickup")
		if o.PickupAt != "" {
			b.WriteString(" at " + o.PickupAt)
		}
		if o.PickupCode != "" {
			b.WriteString("\nYour pickup code: " + o.PickupCode)
		}
	case len(o.Address) > 0:
		b.WriteString("\nDelivery to:\n")
		for _, line := range o.Address {
			b.WriteString("  " + line + "\n")
		}
	}
	if o.PaymentNote != "" {
		b.WriteString("\n" + o.PaymentNote + "\n")
	}
	if o.HeldUntil != "" {
		b.WriteString("\nHeld until " + o.HeldUntil + ".\n")
	}
	if o.ConfirmURL != "" {
		b.WriteString("\nOpen this link before then, so that we keep it for you: " + o.ConfirmURL + "\n")
	}
	return b.String()
}

// orderHTML says the same as orderText.
func orderHTML(brand outbox.Brand, o outbox.OrderEmailData) g.Group {
	const (
		line  = "padding:10px 0;border-bottom:1px solid #f0e8da"
		first = "padding:10px 0 2px"
		sum   = "padding:2px 0;color:" + muted
		total = "padding:8px 0;font-weight:800;font-size:18px"
	)
	money := amounts(brand, o)
	parts := g.Group{table(h.Style("margin:20px 0;border-top:1px solid #dccfbb"),
		g.Map(o.Lines, func(l outbox.OrderEmailLine) g.Node {
			return row(fmt.Sprintf("%d × %s", l.Quantity, l.Name), line, money(l.Total), line+";white-space:nowrap")
		}),
		row("Subtotal", first+";color:"+muted, money(o.Subtotal), first),
		g.If(o.Discount != 0, row(discountLabel(o), sum, "-"+money(o.Discount), "")),
		row("Shipping", sum, money(o.Shipping), ""),
		g.If(o.Tax != 0, row(taxLabel(o), sum, money(o.Tax), "")),
		row("Total", total, money(o.Total), total),
	)}
	switch {
	case o.Pickup:
		parts = append(parts, paragraph(strong("Pickup"), g.If(o.PickupAt != "", g.Text(" at "+o.PickupAt))))
		if o.PickupCode != "" {
			parts = append(parts, paragraph(g.Text("Your pickup code: "), h.Strong(h.Style("font-size:22px;letter-spacing:.12em"), g.Text(o.PickupCode))))
		}
	case len(o.Address) > 0:
		parts = append(parts, paragraph(strong("Delivery to"), g.Map(o.Address, func(line string) g.Node { return g.Group{h.Br(), g.Text(line)} })))
	}
	if o.PaymentNote != "" {
		parts = append(parts, paragraph(g.Text(o.PaymentNote)))
	}
	if o.HeldUntil != "" {
		parts = append(parts, paragraph(strong("Held until "+o.HeldUntil+"."), g.If(o.ConfirmURL != "", g.Group{
			g.Text(" "), h.A(href(o.ConfirmURL), g.Text("Open this link")), g.Text(" before then, so that we keep it for you."),
		})))
	}
	return parts
}

// row has words at the left and an amount at the right.
func row(words, style, amount, amountStyle string) g.Node {
	return h.Tr(
		h.Td(h.Style(style), g.Text(words)),
		h.Td(g.Attr("align", "right"), g.If(amountStyle != "", h.Style(amountStyle)), g.Text(amount)),
	)
}
