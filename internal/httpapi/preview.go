package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The preview shows admins the shop as it will be at another moment. Its pages are below /preview/{milliseconds}/ and
// rendered by the browser; their calls of the API carry the moment in a header.
const previewHeader = "X-Snackdrop-At"

// maxPreview is the end of the year 9999, the last that a time in JSON can have.
var maxPreview = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// asksForMoment is whether somebody asks for another moment. Whether they may is not looked at yet.
func asksForMoment(r *http.Request) bool { return len(r.Header[previewHeader]) > 0 }

// isAdmin says whether the request is an admin's. It fails when that cannot be known now.
func (s *Server) isAdmin(r *http.Request, info *operations.RequestInfo) (bool, error) {
	if token, _ := s.sessions.SessionToken(r); token == "" {
		return false, nil
	}
	err := s.checkAccess(r, info, Rule{Who: Admin})
	if shop.CodeOf(err) == shop.Unavailable {
		return false, err
	}
	return err == nil, nil
}

// atMoment gives the request of an admin who asks for another moment that moment. The header of anybody else is ignored.
// It is false when the request was refused: nothing is written at another moment.
func (s *Server) atMoment(w http.ResponseWriter, r *http.Request, info *operations.RequestInfo) (*http.Request, bool) {
	admin, err := s.isAdmin(r, info)
	switch {
	case err != nil:
		operations.RefuseError(w, r, err)
		return r, false
	case !admin:
		return r, true
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		operations.Refuse(w, shop.Conflict, "You are looking at another moment. Nothing can be changed from there.")
		return r, false
	}
	at, ok := readMoment(r.Header.Get(previewHeader))
	if !ok {
		operations.Refuse(w, operations.CodeBadRequest, "The moment is not a time in milliseconds.")
		return r, false
	}
	return r.WithContext(clock.WithPreview(r.Context(), at)), true
}

func readMoment(text string) (time.Time, bool) {
	milliseconds, err := strconv.ParseInt(text, 10, 64)
	at := time.UnixMilli(milliseconds).UTC()
	return at, err == nil && milliseconds >= 0 && !at.After(maxPreview)
}

// preview serves the pages of the preview to admins. Anybody else gets the page for an address that does not exist.
func (s *Server) preview(w http.ResponseWriter, r *http.Request) {
	admin, err := s.isAdmin(r, operations.RequestInfoFrom(r.Context()))
	_, valid := readMoment(r.PathValue("at"))
	switch {
	case err != nil:
		operations.RefuseError(w, r, err)
	case admin && valid:
		s.config.Preview.ServeHTTP(w, r)
	default:
		s.config.Pages.ServeHTTP(w, r)
	}
}
