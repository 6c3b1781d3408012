// Package shop holds the rules of the shop as plain values and pure functions:
// money, products, carts, quotes, orders, settings. It reads no clock, touches
// no database and no network, and imports nothing else of this program.
package shop

import (
	"errors"
	"fmt"
)

// Code names a kind of refusal. It is part of the HTTP contract: clients may
// branch on it, so a code never changes its meaning.
type Code string

const (
	Invalid        Code = "invalid_input"
	NotFound       Code = "not_found"
	Conflict       Code = "conflict"
	Stale          Code = "changed_meanwhile"
	InUse          Code = "in_use"
	Unauthorized   Code = "not_signed_in"
	BadCredentials Code = "bad_credentials"
	Forbidden      Code = "forbidden"
	TooMany        Code = "too_many_requests"
	Expired        Code = "expired"
	OutOfStock     Code = "out_of_stock"
	TotalChanged   Code = "total_changed"
	PromoInvalid   Code = "promo_invalid"
	BelowMinimum   Code = "below_minimum"
	ZipState       Code = "zip_state_mismatch"
	PaymentFailed  Code = "payment_failed"
	KeyReused      Code = "idempotency_key_reused"
	Busy           Code = "busy"
	TooLarge       Code = "too_large"
	ImageType      Code = "image_type"
	ImageTooLarge  Code = "image_too_large"
	ImageBroken    Code = "image_broken"
	Unavailable    Code = "unavailable"

	SecondFactorRequired Code = "second_factor_required"
	ReservationExpired   Code = "reservation_expired"
	TooManyUnpaid        Code = "too_many_unpaid"

	NotOpen           Code = "not_open"
	DropPaused        Code = "drop_paused"
	LimitReached      Code = "limit_reached"
	LimitHeld         Code = "limit_held"
	AlreadyQueued     Code = "already_queued"
	NotYourTurn       Code = "not_your_turn"
	QueueFirst        Code = "queue_first"
	PassExpired       Code = "pass_expired"
	AccessCodeInvalid Code = "access_code_invalid"
)

// Error is a refusal that may be shown to the person who caused it. Fields says
// what is wrong with which input.
type Error struct {
	Code    Code
	Message string
	Fields  Problems
}

func (e *Error) Error() string { return e.Message }

// Errorf makes a refusal. The text reaches the client, so it never contains
// what the client sent.
func Errorf(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// FieldError refuses one input of a form.
func FieldError(code Code, field, message string) error {
	return &Error{Code: code, Message: message, Fields: Problems{{field, message}}}
}

// CodeOf returns the code of a refusal, or "" for any other error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// FieldMessage says what is wrong with one input.
type FieldMessage struct{ Field, Message string }

// Problems collects what is wrong with a form, so that the person sees all of it
// at once, in the order of the checks. A field is named once.
type Problems []FieldMessage

// Check adds the message for the field unless ok, keeping an earlier message for it.
func (p *Problems) Check(ok bool, field, message string) {
	if !ok && p.Message(field) == "" {
		*p = append(*p, FieldMessage{field, message})
	}
}

// Message is what is wrong with the field, "" when nothing is.
func (p Problems) Message(field string) string {
	for _, problem := range p {
		if problem.Field == field {
			return problem.Message
		}
	}
	return ""
}

// Err is nil when nothing was wrong.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Message: "Some fields need another look.", Fields: p}
}
