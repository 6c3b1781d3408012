package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Problem is the body of every error response (RFC 9457). It never contains
// what the client sent.
type Problem struct {
	Type   string       `json:"type" example:"about:blank"`
	Title  string       `json:"title"`
	Status int          `json:"status"`
	Detail string       `json:"detail" doc:"What to tell the person"`
	Code   string       `json:"code" doc:"Stable name of the refusal"`
	Errors []FieldError `json:"errors,omitempty"`
}

// FieldError says what is wrong with one input.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

func (p *Problem) Error() string             { return p.Detail }
func (p *Problem) GetStatus() int            { return p.Status }
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// Statuses is the one table that turns codes into HTTP.
var Statuses = map[shop.Code]int{
	shop.Invalid:        http.StatusUnprocessableEntity,
	shop.NotFound:       http.StatusNotFound,
	shop.Conflict:       http.StatusConflict,
	shop.Stale:          http.StatusConflict,
	shop.InUse:          http.StatusConflict,
	shop.Unauthorized:   http.StatusUnauthorized,
	shop.BadCredentials: http.StatusUnauthorized,
	shop.Forbidden:      http.StatusForbidden,
	shop.TooMany:        http.StatusTooManyRequests,
	shop.Expired:        http.StatusGone,
	shop.OutOfStock:     http.StatusConflict,
	shop.TooManyUnpaid:  http.StatusConflict,
	shop.TotalChanged:   http.StatusConflict,
	shop.PromoInvalid:   http.StatusUnprocessableEntity,
	shop.BelowMinimum:   http.StatusUnprocessableEntity,
	shop.ZipState:       http.StatusUnprocessableEntity,
	shop.PaymentFailed:  http.StatusBadGateway,
	shop.KeyReused:      http.StatusConflict,
	shop.Busy:           http.StatusServiceUnavailable,
	shop.Unavailable:    http.StatusServiceUnavailable,
	shop.TooLarge:       http.StatusRequestEntityTooLarge,
	shop.ImageType:      http.StatusUnsupportedMediaType,
	shop.ImageTooLarge:  http.StatusRequestEntityTooLarge,
	shop.ImageBroken:    http.StatusUnprocessableEntity,

	shop.SecondFactorRequired: http.StatusForbidden,
	shop.ReservationExpired:   http.StatusGone,

	shop.NotOpen:           http.StatusConflict,
	shop.DropPaused:        http.StatusConflict,
	shop.LimitReached:      http.StatusConflict,
	shop.LimitHeld:         http.StatusConflict,
	shop.AlreadyQueued:     http.StatusConflict,
	shop.NotYourTurn:       http.StatusConflict,
	shop.QueueFirst:        http.StatusForbidden,
	shop.PassExpired:       http.StatusGone,
	shop.AccessCodeInvalid: http.StatusUnprocessableEntity,
}

// Codes has the codes of errors that Huma reports before a handler runs.
var Codes = map[int]shop.Code{
	http.StatusBadRequest:            CodeBadRequest,
	http.StatusUnprocessableEntity:   shop.Invalid,
	http.StatusNotFound:              shop.NotFound,
	http.StatusMethodNotAllowed:      CodeMethodNotAllowed,
	http.StatusRequestEntityTooLarge: shop.TooLarge,
	http.StatusUnsupportedMediaType:  CodeMediaType,
	http.StatusNotAcceptable:         CodeNotAcceptable,
	http.StatusRequestTimeout:        CodeTimeout,
}

// Codes of refusals that no service makes.
const (
	CodeBadRequest       shop.Code = "bad_request"
	CodeCrossSite        shop.Code = "cross_site"
	CodeMethodNotAllowed shop.Code = "method_not_allowed"
	CodeMediaType        shop.Code = "unsupported_media_type"
	CodeNotAcceptable    shop.Code = "not_acceptable"
	CodeTimeout          shop.Code = "timeout"
	CodeInternal         shop.Code = "internal"
)

// StatusOf is the HTTP status of a code.
func StatusOf(code shop.Code) int {
	if status, ok := Statuses[code]; ok {
		return status
	}
	for status, other := range Codes {
		if other == code {
			return status
		}
	}
	return map[shop.Code]int{CodeCrossSite: http.StatusForbidden, CodeInternal: http.StatusInternalServerError}[code]
}

func init() {
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		if status >= 500 {
			slog.Error("request failed", "status", status, "error", errors.Join(errs...))
			return problem(CodeInternal, Internal)
		}
		p := &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: plain(status), Code: string(Codes[status])}
		var detail string
		p.Errors, detail = fieldErrors(status, errs)
		p.Detail = cmp.Or(detail, p.Detail)
		return p
	}
}

func plain(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "The request could not be read."
	case http.StatusUnprocessableEntity:
		return "Some fields need another look."
	case http.StatusRequestEntityTooLarge:
		return "The request is too large."
	case http.StatusUnsupportedMediaType:
		return "Send this as JSON."
	}
	return http.StatusText(status)
}

// fieldName turns Huma's body.items[3].price into items[3].price.
func fieldName(location string) string {
	for _, part := range []string{"body.", "query.", "path.", "header."} {
		if name, ok := strings.CutPrefix(location, part); ok {
			return name
		}
	}
	return ""
}

// Internal is what clients are told of an error that is not for them.
const Internal = "Something went wrong on our side. Please try again."

func problem(code shop.Code, detail string) *Problem {
	status := cmp.Or(StatusOf(code), http.StatusBadRequest)
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Code: string(code)}
}

// RequestKey is the key under which a context has its request.
type RequestKey struct{}

// requestIDOf is the id that support finds the log lines of a request by.
func requestIDOf(ctx context.Context) string {
	if request, ok := ctx.Value(RequestKey{}).(interface{ LogID() string }); ok {
		return request.LogID()
	}
	return ""
}

// ProblemOf turns an error of a service into what the client may see.
func ProblemOf(ctx context.Context, err error) error {
	if limited, ok := errors.AsType[*ratelimit.TooManyError](err); ok {
		return huma.ErrorWithHeaders(problem(shop.TooMany, limited.Error()), http.Header{"Retry-After": {retryAfterLimit(limited.After)}})
	}
	if refusal, ok := errors.AsType[*shop.Error](err); ok {
		p := problem(refusal.Code, refusal.Message)
		for _, problem := range refusal.Fields {
			p.Errors = append(p.Errors, FieldError(problem))
		}
		if p.Status == http.StatusServiceUnavailable {
			return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {retryAfter()}})
		}
		return p
	}
	if services.IsUnavailable(ctx, err) {
		LogOnceASecond(slog.LevelError, "the database is not available", "cause", OutageCause(err), "request_id", requestIDOf(ctx))
		return huma.ErrorWithHeaders(Unavailable(), http.Header{"Retry-After": {retryAfter()}})
	}
	if ctx.Err() != nil { // the client disconnected or the deadline passed: not an error of the program
		return huma.ErrorWithHeaders(problem(shop.Busy, "This took too long. Please try again."), http.Header{"Retry-After": {retryAfter()}})
	}
	slog.Error("request failed", "request_id", requestIDOf(ctx), "error", err)
	return problem(CodeInternal, Internal)
}

// Refuse writes a problem outside of Huma's handlers, with the status of its code.
func Refuse(w http.ResponseWriter, code shop.Code, detail string) { write(w, problem(code, detail)) }

// RefuseError writes what the client may know of an error, outside of Huma's handlers.
func RefuseError(w http.ResponseWriter, r *http.Request, err error) {
	shown := ProblemOf(r.Context(), err)
	if with, ok := errors.AsType[huma.HeadersError](shown); ok {
		maps.Copy(w.Header(), with.GetHeaders())
	}
	p, ok := errors.AsType[*Problem](shown)
	if !ok {
		p = problem(CodeInternal, Internal)
	}
	write(w, p)
}

func write(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if (p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests) && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", retryAfter())
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}
