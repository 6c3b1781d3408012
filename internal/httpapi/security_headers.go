package httpapi

import (
	"net/http"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// secureHeaders sets what every response carries; pages replace the content
// security policy, pictures the resource policy, with their own.
func (s *Server) secureHeaders(h http.Header) {
	for _, line := range securityHeaders {
		h[line.name] = line.value
	}
	if s.https() {
		h["Strict-Transport-Security"] = strictTransport
	}
}

var securityHeaders = []struct {
	name  string
	value []string
}{
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"X-Frame-Options", []string{"DENY"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
	{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
	{"Permissions-Policy", []string{"camera=(self), geolocation=(), microphone=()"}},
	{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
}

// One year, without includeSubDomains: subdomains may belong to other services.
var strictTransport = []string{"max-age=31536000"}

// https says whether shoppers reach the shop over TLS, its own or a proxy's.
func (s *Server) https() bool { return strings.HasPrefix(s.publicURL, "https://") }

// showElsewhere lets other sites show a response: pictures of products, which webmail shows in its own pages.
func showElsewhere(pictures http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		pictures.ServeHTTP(w, r)
	})
}

func pathInLog(r *http.Request) string { return shop.LogText(r.URL.Path) }
