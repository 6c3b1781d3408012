package ssr

import (
	"context"
	"net/http"
	"time"
)

// Preview sends the page of the time machine: a shell without data, which the browser fills by asking for the moment that
// its address names. Who may see it is decided before.
func (s *Handler) Preview(w http.ResponseWriter, r *http.Request) {
	shown, err := s.readLook(context.WithoutCancel(r.Context()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	data := pageData{json: "[]", theme: shown.css, createdAt: time.Now(), version: s.c.Versions.Catalog(),
		head: head{Status: http.StatusOK, Site: shown.site, Title: shown.site, NoIndex: true}}
	s.assemble(route{Key: r.URL.Path, Client: true}, data, "").ServeHTTP(w, r)
}
