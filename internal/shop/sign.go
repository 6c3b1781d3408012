package shop

import "slices"

// Sign is a drawing that stands for a category, or for a page of the shop: a neon sign in the storefront, and the shape
// of the placeholder picture of the category's products without one.
type Sign string

// The drawings, named for what they show.
const (
	SignBox    Sign = "box" // stands for everything: a category has it until staff choose another
	SignBag    Sign = "bag"
	SignDrink  Sign = "drink"
	SignCandy  Sign = "candy"
	SignBar    Sign = "bar"
	SignCookie Sign = "cookie"
	SignBook   Sign = "book"
	SignShirt  Sign = "shirt"
	SignRecord Sign = "record"
	SignPlant  Sign = "plant"
	SignGem    Sign = "gem"
)

// Signs are all drawings, in the order in which staff see them.
var Signs = []Sign{SignBox, SignBag, SignDrink, SignCandy, SignBar, SignCookie, SignBook, SignShirt, SignRecord, SignPlant, SignGem}

// SignNames are the drawings as texts.
func SignNames() []string {
	names := make([]string, 0, len(Signs))
	for _, sign := range Signs {
		names = append(names, string(sign))
	}
	return names
}

// checkSign refuses a drawing that does not exist, and a color that is none.
func (in CategoryInput) checkSign(p *Problems) {
	p.Check(in.Sign == "" || slices.Contains(Signs, in.Sign), "sign", "Choose one of the signs.")
	p.Check(in.Color == nil || *in.Color == "" || IsColor(*in.Color), "color", "Use a color like #8B5CF6.")
}
