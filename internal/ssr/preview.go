package ssr

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// Preview sends the page of the time machine: a shell without data, which the browser fills by asking for the moment that
// its address names. Who may see it is decided before.
func (s *Handler) Preview(w http.ResponseWriter, r *http.Request) {
	if drop, isLine := strings.CutSuffix(r.URL.Path, "/line"); isLine { // a line has nobody in it yet
		http.Redirect(w, r, drop, http.StatusSeeOther)
		return
	}
	shown, err := s.readLook(context.WithoutCancel(r.Context()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	data := pageData{json: "[]", theme: shown.css, createdAt: time.Now(), version: s.c.Versions.Catalog(),
		head: head{Status: http.StatusOK, Site: shown.site, Title: shown.site, NoIndex: true}}
	s.assemble(route{Key: r.URL.Path, Client: true}, data, "").ServeHTTP(w, r)
}
