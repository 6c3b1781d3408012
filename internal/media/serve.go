package media

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// ServeHTTP serves GET and HEAD of /site-assets/….
func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method Not Allowed", http.StatusMethodNotAllowed)
		return
	}
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	picture, err := s.Open(r.Context(), strings.TrimPrefix(r.URL.Path, "/"))
	if errors.Is(err, fs.ErrNotExist) {
		http.Error(w, "Not Found", http.StatusNotFound)
		return
	}
	if err != nil {
		slog.ErrorContext(r.Context(), "picture not served", "path", shop.LogText(r.URL.Path), "error", err)
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
		return
	}
	defer picture.Close()
	header.Set("Content-Type", types[path.Ext(r.URL.Path)])
	header.Set("Cache-Control", forever)
	// Should a picture ever be opened as a page of its own, it can run nothing.
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("ETag", fmt.Sprintf(`"%x-%x"`, picture.ModTime.UnixMicro(), picture.Size))
	http.ServeContent(w, r, "", picture.ModTime, picture)
}
