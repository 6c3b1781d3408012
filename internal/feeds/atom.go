package feeds

import (
	"encoding/xml"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
)

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  atomPerson  `xml:"author"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomPerson struct {
	Name string `xml:"name"`
	URI  string `xml:"uri"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string       `xml:"id"`
	Title     string       `xml:"title"`
	Published string       `xml:"published"`
	Updated   string       `xml:"updated"`
	Links     []atomLink   `xml:"link"`
	Category  atomCategory `xml:"category"`
	Content   atomText     `xml:"content"`
}

// atomCategory says in which phase a drop is.
type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// Atom writes drops as an Atom feed (RFC 4287).
func Atom(s Shop, list []drops.PublicDrop, at time.Time) ([]byte, error) {
	feed := atomFeed{ID: s.URL + "/drops.atom", Title: s.title(), Updated: feedUpdated(list, at).Format(time.RFC3339), Author: atomPerson{s.Name, s.URL + "/"},
		Links: []atomLink{{"self", "application/atom+xml", s.URL + "/drops.atom"}, {"alternate", "text/html", s.URL + "/drops"}}}
	for _, d := range list {
		feed.Entries = append(feed.Entries, atomEntry{ID: s.dropID(d), Title: d.Name, Published: d.TeasedAt.UTC().Format(time.RFC3339),
			Updated: dropUpdated(d, at).Format(time.RFC3339), Links: []atomLink{{"alternate", "text/html", s.dropURL(d)}},
			Category: atomCategory{string(d.Phase)}, Content: atomText{"html", s.dropHTML(d)}})
	}
	text, err := xml.Marshal(feed)
	return append([]byte(xml.Header), text...), err
}
