package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
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
			return InternalProblem()
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

// InternalProblem is the problem of an error that is not for clients.
func InternalProblem() *Problem {
	return &Problem{Type: "about:blank", Title: "Internal Server Error", Status: 500, Code: "internal",
		Detail: "Something went wrong on our side. Please try again."}
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
		p := &Problem{Type: "about:blank", Title: "Too Many Requests", Status: 429, Code: string(shop.TooMany), Detail: limited.Error()}
		return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {RetryAfterLimit(limited.After)}})
	}
	if refusal, ok := errors.AsType[*shop.Error](err); ok {
		status := Statuses[refusal.Code]
		if status == 0 {
			status = http.StatusBadRequest
		}
		p := &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: refusal.Message, Code: string(refusal.Code)}
		for _, problem := range refusal.Fields {
			p.Errors = append(p.Errors, FieldError(problem))
		}
		if status == http.StatusServiceUnavailable {
			return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {retryAfter()}})
		}
		return p
	}
	if services.IsUnavailable(ctx, err) {
		LogOnceASecond(slog.LevelError, "the database is not available", "cause", OutageCause(err), "request_id", requestIDOf(ctx))
		return huma.ErrorWithHeaders(Unavailable(), http.Header{"Retry-After": {retryAfter()}})
	}
	if ctx.Err() != nil { // the client disconnected or the deadline passed: not an error of the program
		p := &Problem{Type: "about:blank", Title: "Service Unavailable", Status: 503, Code: string(shop.Busy), Detail: "This took too long. Please try again."}
		return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {retryAfter()}})
	}
	slog.Error("request failed", "request_id", requestIDOf(ctx), "error", err)
	return InternalProblem()
}

// Refuse writes a problem outside of Huma's handlers.
func Refuse(w http.ResponseWriter, status int, code shop.Code, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if (status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests) && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", retryAfter())
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(&Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Code: string(code)})
}
