package mail

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// layout is the page around every email. Mail programs know little CSS: it has tables, and styles in attributes.
func layout(brand outbox.Brand, title string, body g.Node) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light")),
			h.TitleEl(g.Text(title)),
		),
		h.Body(h.Style("margin:0;padding:0;background:#faf6ef;color:"+ink+";font-family:Figtree,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55"),
			table(h.Tr(h.Td(g.Attr("align", "center"), h.Style("padding:24px 12px"),
				table(h.Style("max-width:560px;background:#ffffff;border:1px solid #dccfbb;border-radius:14px;overflow:hidden"),
					h.Tr(h.Td(h.Style("background:"+ink+";padding:22px 28px;border-bottom:4px solid "+brand.Secondary),
						h.A(href(brand.URL), h.Style("color:#ffffff;text-decoration:none;font-size:22px;font-weight:800;letter-spacing:.02em"), g.Text(brand.Name)))),
					h.Tr(h.Td(h.Style("padding:28px"), body)),
				),
				h.P(h.Style("margin:16px 0 0;font-size:13px;color:"+muted), g.Text(brand.Name+" · "), mutedLink(brand.URL, brand.URL)),
			))),
		),
	))
}

// table is for the layout only: screen readers do not announce it as a table.
func table(children ...g.Node) g.Node {
	return h.Table(h.Role("presentation"), h.Width("100%"), g.Attr("cellpadding", "0"), g.Attr("cellspacing", "0"), g.Attr("border", "0"), g.Group(children))
}

func heading(text string) g.Node {
	return h.H1(h.Style("margin:0 0 16px;font-size:26px;line-height:1.2"), g.Text(text))
}

func paragraph(children ...g.Node) g.Node {
	return h.P(h.Style("margin:0 0 16px"), g.Group(children))
}

func smallPrint(children ...g.Node) g.Node {
	return h.P(h.Style("margin:0;font-size:14px;color:"+muted), g.Group(children))
}

func strong(text string) g.Node { return h.Strong(g.Text(text)) }

// button is the one thing that the email asks its reader to do.
func button(brand outbox.Brand, url, label string) g.Node {
	return h.P(h.Style("margin:24px 0"), h.A(href(url),
		h.Style("display:inline-block;background:"+brand.Primary+";color:"+textOn(brand.Primary)+";padding:13px 26px;border-radius:999px;text-decoration:none;font-weight:700"),
		g.Text(label)))
}

// mutedLink is a link in small print.
func mutedLink(url, label string) g.Node {
	return h.A(href(url), h.Style("color:"+muted), g.Text(label))
}

// href takes links to web pages only. Instead of anything else the link is empty.
func href(url string) g.Node {
	if !shop.IsWebLink(url) {
		url = ""
	}
	return h.Href(url)
}
