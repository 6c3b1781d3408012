package httpapi_test

import (
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/publicapi"
)

func TestTheTextsOfAPageAreSettings(t *testing.T) {
	s := apitest.New(t)
	admin, visitor := s.Admin(t), s.Visitor(t)
	save := func(status int, values map[string]string) apitest.Response {
		t.Helper()
		return admin.Must("PUT", "/api/admin/settings", fields{"settings": values}, status)
	}
	texts := func(page string) publicapi.PageTexts {
		t.Helper()
		return apitest.Read[publicapi.PageTexts](t, visitor.Must("GET", "/api/texts/"+page, nil, 200))
	}
	public := func() publicapi.PublicSettings {
		t.Helper()
		return apitest.Read[publicapi.PublicSettings](t, visitor.Must("GET", "/api/settings", nil, 200))
	}
	if faq := texts("faq"); !strings.Contains(faq["faq_questions"], "### What is a drop?") || len(faq) != 4 {
		t.Errorf("the FAQ by default: %v", faq)
	}
	if problem := visitor.Must("GET", "/api/texts/nothing", nil, 404).Problem(t); problem.Code != "not_found" {
		t.Errorf("%+v", problem)
	}

	save(204, map[string]string{"faq_questions": "### Why?\n\nBecause.", "terms_text": "", "hero_badge": "", "site_name": ""})
	if got := texts("faq")["faq_questions"]; got != "### Why?\n\nBecause." {
		t.Errorf("saved questions: %q", got)
	}
	if got, sent := texts("terms")["terms_text"]; got != "" || !sent {
		t.Errorf("terms that were emptied: %q", got)
	}
	settings := public()
	if badge, sent := settings["hero_badge"]; badge != "" || !sent {
		t.Errorf("a badge that was emptied: %q %t", badge, sent)
	}
	if settings["site_name"] != "Snackdrop" {
		t.Errorf("a shop has a name: %q", settings["site_name"])
	}
	if _, sent := settings["faq_questions"]; sent {
		t.Error("every page carries the text of one")
	}

	save(204, map[string]string{"hero_badge": "LIMITED DROPS"})
	if _, sent := public()["hero_badge"]; sent {
		t.Error("a restored default is sent")
	}
	if problem := save(422, map[string]string{"faq_questions": strings.Repeat("x", 20_001)}).Problem(t); len(problem.Errors) != 1 {
		t.Errorf("a text that is too long: %+v", problem)
	}
}
