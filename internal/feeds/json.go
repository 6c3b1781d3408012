package feeds

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
)

type jsonFeed struct {
	Version     string       `json:"version"`
	Title       string       `json:"title"`
	HomePageURL string       `json:"home_page_url"`
	FeedURL     string       `json:"feed_url"`
	Language    string       `json:"language"`
	Authors     []jsonAuthor `json:"authors"`
	Items       []jsonItem   `json:"items"`
}

type jsonAuthor struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type jsonItem struct {
	ID            string   `json:"id"`
	URL           string   `json:"url"`
	Title         string   `json:"title"`
	ContentHTML   string   `json:"content_html"`
	Summary       string   `json:"summary"`
	Image         string   `json:"image,omitempty"`
	DatePublished string   `json:"date_published"`
	DateModified  string   `json:"date_modified"`
	Tags          []string `json:"tags"`
	Drop          jsonDrop `json:"_snackdrop"` // the format leaves names with an underscore to publishers
}

// jsonDrop is what a program wants to know of a drop beyond its words.
type jsonDrop struct {
	Slug    string     `json:"slug"`
	Mode    string     `json:"mode"`
	Phase   string     `json:"phase"`
	OpensAt time.Time  `json:"opens_at"`
	EndsAt  *time.Time `json:"ends_at"`
}

// JSON writes drops as a JSON Feed 1.1.
func JSON(s Shop, list []drops.PublicDrop, at time.Time) ([]byte, error) {
	feed := jsonFeed{Version: "https://jsonfeed.org/version/1.1", Title: s.title(), HomePageURL: s.URL + "/drops", FeedURL: s.URL + "/drops.json", Language: "en",
		Authors: []jsonAuthor{{s.Name, s.URL + "/"}}, Items: make([]jsonItem, 0, len(list))}
	for _, d := range list {
		item := jsonItem{ID: s.dropID(d), URL: s.dropURL(d), Title: d.Name, ContentHTML: s.dropHTML(d), Summary: s.dropWhen(d), Image: s.dropImage(d),
			DatePublished: d.TeasedAt.UTC().Format(time.RFC3339), DateModified: dropUpdated(d, at).Format(time.RFC3339), Tags: []string{string(d.Phase)},
			Drop: jsonDrop{Slug: d.Slug, Mode: string(d.Mode), Phase: string(d.Phase), OpensAt: d.OpensAt.UTC()}}
		if end, ends := d.EndAt(); ends {
			end = end.UTC()
			item.Drop.EndsAt = &end
		}
		feed.Items = append(feed.Items, item)
	}
	return line(feed)
}

// line is a value as one line of JSON.
func line(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}
