package ssr

import (
	"encoding/json"
	"io"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// lineHTML is the page of a line. It has every element that its script may show; those that the view does not show are hidden.
func lineHTML(v lineView) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(lineMeta, h.TitleEl(g.Text(v.Title+" · "+v.Brand.SiteName)), g.Raw(tabIconLink(v.Brand)), h.StyleEl(g.Raw(v.Style))),
		h.Body(g.If(len(v.Own.Turn) > 0, h.Class("turn")),
			h.Main(
				h.P(h.Class("site"), h.A(h.Href("/drop/"+v.Slug), lineLogo(v.Brand.Logo), g.Text(v.Brand.SiteName))),
				h.H1(h.ID("h1"), g.Text(v.Title)),
				linePlace(v),
				lineTurn,
				h.A(h.ID("next"), hot, h.Href("/drops"), hiddenUnless(v.Over), g.Text("See the next drop")),
				joinForm(v),
				waitForm(v),
				earlyForm(v),
				tokenForm(v),
				ownForm(v),
				h.P(h.ID("error"), h.Role("alert"), g.Text(v.Error)),
				lineEnd,
			),
			scriptData("config", v.Config),
			h.Script(g.Raw(v.Script)),
		),
	))
}

// renderOnce renders elements that never change, because in a rush the page is rendered for every request.
func renderOnce(elements ...g.Node) g.Node { return g.Raw(g.Group(elements).String()) }

var (
	hidden = g.Attr("hidden")
	hot    = h.Class("hot")
	quiet  = h.Class("quiet")
)

func hiddenUnless(shown bool) g.Node { return g.If(!shown, hidden) }

var (
	lineMeta = renderOnce(
		h.Meta(h.Charset("utf-8")),
		h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1, viewport-fit=cover")),
		h.Meta(h.Name("robots"), h.Content("noindex")),
		h.Meta(h.Name("theme-color"), h.Content("#120a1f")),
		h.NoScript(h.Meta(g.Attr("http-equiv", "refresh"), h.Content("60"))),
	)
	lineMark = renderOnce(h.Img(h.Src("/"+vectorIcon), h.Width("28"), h.Height("28"), h.Alt("")))
	lineBar  = renderOnce(h.Div(h.ID("bar"), hidden, h.I(h.ID("done"))))
	lineTurn = renderOnce(
		h.P(h.ID("timer"), h.Role("timer"), h.Aria("label", "Time left to go in"), hidden),
		h.Button(h.ID("go"), hot, hidden, g.Text("Go in")),
		h.Button(h.ID("again"), hot, hidden, g.Text("Join again")),
	)
	lineEnd = renderOnce(
		h.Label(h.ID("ask"), h.Class("check"), hidden, h.Input(h.ID("sound"), h.Type("checkbox")), g.Text(" Play a sound when it is my turn")),
		h.Button(h.ID("leave"), quiet, hidden, g.Text("Leave the line")),
	)
)

// lineLogo is the merchant's logo, or the built-in mark.
func lineLogo(uploaded string) g.Node {
	if uploaded == "" {
		return lineMark
	}
	return h.Img(h.Src(uploaded), h.Height("28"), h.Alt(""))
}

// linePlace is what the page says about the line and the visitor's place.
func linePlace(v lineView) g.Node {
	return h.Div(h.ID("place"), h.Aria("atomic", "true"),
		h.P(h.ID("big"), hidden),
		h.P(h.ID("say"), g.Text(v.Say)),
		lineBar,
		h.P(h.ID("note"), g.Text(v.Note)),
		h.P(h.ID("safe"), g.Text(v.Safe)),
	)
}

// lineForm is a form of the page. A browser without scripts sends it to the page's own address.
func lineForm(v lineView, fields ...g.Node) g.Node {
	return h.Form(h.Method("post"), h.Action("/drop/"+v.Slug+"/line"), g.Group(fields))
}

func hiddenInput(name, value string) g.Node {
	return h.Input(h.Type("hidden"), h.Name(name), h.Value(value))
}

func maxLength(characters int) g.Node { return h.MaxLength(strconv.Itoa(characters)) }

func emailInput(id string, more ...g.Node) g.Node {
	return g.Group{
		h.Label(h.For(id), g.Text("Email")),
		h.Input(h.ID(id), h.Name("email"), h.Type("email"), g.Group(more), h.Required(), maxLength(shop.MaxEmail)),
	}
}

var (
	fillsIn    = g.Group{h.AutoComplete("email"), g.Attr("inputmode", "email")}
	joinButton = renderOnce(h.Button(hot, g.Text("Join the line")))
	joinFields = renderOnce(
		emailInput("email", fillsIn),
		h.Label(h.Class("check"), h.Input(h.ID("notify"), h.Name("notify"), h.Type("checkbox"), h.Value("1")), g.Text(" Write to me when it is almost my turn")),
		joinButton,
	)
	waitEmail  = renderOnce(emailInput("mail", fillsIn))
	waitButton = renderOnce(h.Button(hot, g.Text("Put me on the waitlist")))
)

func joinForm(v lineView) g.Node {
	return lineForm(v, h.ID("form"), hiddenUnless(v.Form), joinFields)
}

func waitForm(v lineView) g.Node {
	return lineForm(v, h.ID("wait"), hiddenUnless(len(v.Wait) > 0), waitEmail, productChoice("one", "waitlist", v.Wait), waitButton)
}

// productChoice asks which product it shall be, when there is more than one.
func productChoice(id, name string, products []lineProduct) g.Node {
	switch len(products) {
	case 0:
		return nil
	case 1:
		return hiddenInput(name, strconv.FormatInt(products[0].ID, 10))
	}
	return g.Group{
		h.Label(h.For(id), g.Text("Which one?")),
		h.Select(h.ID(id), h.Name(name), g.Map(products, func(p lineProduct) g.Node {
			return h.Option(h.Value(strconv.FormatInt(p.ID, 10)), g.Text(p.Name))
		})),
	}
}

// The forms below are for browsers without scripts: the script does the same with what is above.
var (
	earlyEmail  = renderOnce(emailInput("who"))
	accessCode  = renderOnce(h.Label(h.For("code"), g.Text("Access code")), h.Input(h.ID("code"), h.Name("code"), h.Required(), maxLength(shop.MaxAccessCode)))
	openButton  = renderOnce(h.Button(hot, g.Text("Open my place")))
	goButton    = renderOnce(h.Button(hot, g.Text("Go in")))
	againButton = renderOnce(h.Button(hot, h.Name("again"), h.Value("1"), g.Text("Join again")))
	leaveButton = renderOnce(h.Button(quiet, h.Name("leave"), h.Value("1"), g.Text("Leave the line")))
)

// earlyForm joins the early line, with a mailed link or an access code.
func earlyForm(v lineView) g.Node {
	if !v.Early {
		return nil
	}
	words, proof := "You have an access code? Join the early line.", accessCode
	if v.Link != "" {
		words, proof = "You have early access.", hiddenInput("early", v.Link)
	}
	return h.NoScript(lineForm(v, h.P(g.Text(words)), earlyEmail, proof, joinButton))
}

// tokenForm opens the place of a mailed link.
func tokenForm(v lineView) g.Node {
	if v.Token == "" {
		return nil
	}
	return h.NoScript(lineForm(v, hiddenInput("entry", v.Token), openButton))
}

// ownForm has the buttons to go in, join again or leave.
func ownForm(v lineView) g.Node {
	own, turn := v.Own, len(v.Own.Turn) > 0
	if !own.Leave && !own.Again && !turn {
		return nil
	}
	return h.NoScript(lineForm(v,
		productChoice("which", "go", own.Turn),
		g.If(turn, goButton),
		g.If(own.Again, againButton),
		g.If(own.Leave, leaveButton),
	))
}

// scriptData is an element with a value for the page's script. json.Marshal writes < as \u003c, so no text in the value ends
// the element.
func scriptData(id string, value any) g.Node {
	return h.Script(h.Type("application/json"), h.ID(id), g.NodeFunc(func(w io.Writer) error {
		text, err := json.Marshal(value)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}))
}
