package rehearsal

import (
	"strings"
	"testing"
)

func TestTheReportSaysWhatAReviewWouldTakeBack(t *testing.T) {
	r := Report{Drop: "Midnight Box", Scalper: true, Domains: 250, Units: Units{ForSale: 200, Sold: 150, Scalper: 40, Honest: 110, Reviewed: Reviewed{Scalper: 31, Honest: 2}}}
	var text, page strings.Builder
	r.Write(&text)
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	for name, report := range map[string]string{"text": text.String(), "page": page.String()} {
		for _, want := range []string{"Cancel and pass on", "250 domains", "40"} {
			if !strings.Contains(report, want) {
				t.Errorf("the %s lacks %q", name, want)
			}
		}
	}
	if !strings.Contains(text.String(), "9 to the scalper; 2 units of people") || !strings.Contains(page.String(), "the scalper keeps 9, and 2 units of people") {
		t.Errorf("%s\n%s", &text, &page)
	}
	r.Scalper = false
	text.Reset()
	if r.Write(&text); strings.Contains(text.String(), "Cancel and pass on") {
		t.Error("without a scalper there is nothing to take back")
	}
}

func TestTheReportEscapesTheDropsName(t *testing.T) {
	var page strings.Builder
	if err := (Report{Drop: "</title><b>"}).WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page.String(), "<b>") || !strings.Contains(page.String(), "<title>Rehearsal of &lt;/title&gt;&lt;b&gt;</title>") {
		t.Errorf("the page has the drop's name as elements: %s", &page)
	}
}
