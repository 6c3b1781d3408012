package ssr

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// Preview sends a page of the preview: a shell without data. The browser requests the data as of the moment in the page's
// address. The caller has checked who may see it.
func (s *Handler) Preview(w http.ResponseWriter, r *http.Request) {
	if drop, isLine := strings.CutSuffix(r.URL.Path, "/line"); isLine { // a line has nobody in it yet
		http.Redirect(w, r, drop, http.StatusSeeOther)
		return
	}
	shown, err := s.readTheme(context.WithoutCancel(r.Context()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	data := pageData{json: "[]", theme: shown, createdAt: time.Now(), version: s.c.Versions.Catalog(),
		head: head{Status: http.StatusOK, Site: shown.brand.SiteName, Title: shown.brand.SiteName, NoIndex: true}}
	s.assemble(route{Key: r.URL.Path, Client: true}, data, "").ServeHTTP(w, r)
}
