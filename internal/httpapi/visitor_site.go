package httpapi

import (
	"net/http"
	"regexp"
)

// hostForm is a host name or address with an optional port, and nothing that could end it in a URL.
var hostForm = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// visitorSite is the shop's address as the visitor's browser knows it, for a shop that
// was not told its public address: a phone that opened http://192.168.1.5:8080 cannot
// come back to http://localhost:8080. It is "" in a shop with a public address. The
// Host header is the visitor's own word, so it is used for nothing but sending the same
// visitor back; emails and cached pages have the public address.
func (s *Server) visitorSite(r *http.Request) string {
	if !s.services.AnyHost || !hostForm.MatchString(r.Host) {
		return ""
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
