package shop

// Card is what the picture of a shared link shows.
type Card struct {
	Title   string
	When    []string // two short lines
	Site    string
	Color   string // of the light behind the picture, #rrggbb
	Picture string // its URL in the shop; empty: none
}
