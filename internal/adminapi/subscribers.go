package adminapi

import (
	"context"
	"encoding/csv"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Subscriber is an address on the early-access list.
type Subscriber struct {
	ID          int64      `json:"id"`
	Email       string     `json:"email"`
	Status      string     `json:"status" enum:"pending,confirmed,unsubscribed"`
	CreatedAt   time.Time  `json:"created_at"`
	ConfirmedAt *time.Time `json:"confirmed_at"`
}

// SubscriberList is one page of the early-access list.
type SubscriberList struct {
	Items        []Subscriber `json:"items"`
	NextCursor   *string      `json:"next_cursor"`
	Confirmed    int64        `json:"confirmed"`
	Pending      int64        `json:"pending"`
	Unsubscribed int64        `json:"unsubscribed"`
}

// subscriberHandlers serve the subscribers to staff.
type subscriberHandlers struct{ inbox *inbox.Service }

func (h subscriberHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/subscribers", "admin-list-subscribers", "List the early-access list, newest first",
		func(ctx context.Context, in *struct {
			Search string `query:"search" maxLength:"200"`
			Status string `query:"status" enum:"pending,confirmed,unsubscribed"`
			Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"25"`
			Cursor string `query:"cursor" maxLength:"2000"`
		}) (*operations.Body[SubscriberList], error) {
			list, next, err := h.inbox.Subscribers(ctx, in.Search, in.Status, in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			counts, err := h.inbox.SubscriberCounts(ctx)
			if err != nil {
				return nil, err
			}
			out := SubscriberList{Items: make([]Subscriber, 0, len(list)), NextCursor: operations.OrNull(next), Confirmed: counts.Confirmed,
				Pending: counts.Pending, Unsubscribed: counts.Unsubscribed}
			for _, sub := range list {
				out.Items = append(out.Items, Subscriber(sub))
			}
			return &operations.Body[SubscriberList]{Body: out}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/subscribers/{id}", "admin-delete-subscriber", "Forget an address",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.inbox.DeleteSubscriber(ctx, in.ID, operations.Actor(ctx))
		})
	s.Handle("GET /api/admin/subscribers.csv", http.HandlerFunc(h.exportSubscribers))
}

// exportSubscribers writes the list as it is read, however long it is.
func (h subscriberHandlers) exportSubscribers(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	status := query.Get("status")
	if status != "" && status != "pending" && status != "confirmed" && status != "unsubscribed" {
		operations.Refuse(w, shop.Invalid, "There is no such status.")
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="subscribers.csv"`)
	w.Header().Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	_ = out.Write([]string{"email", "status", "created_at", "confirmed_at"})
	err := h.inbox.EachSubscriber(r.Context(), query.Get("search"), status, func(sub shop.Subscriber) error {
		confirmed := ""
		if sub.ConfirmedAt != nil {
			confirmed = sub.ConfirmedAt.Format(time.RFC3339)
		}
		return out.Write([]string{plainCell(sub.Email), sub.Status, sub.CreatedAt.Format(time.RFC3339), confirmed})
	})
	out.Flush()
	if err != nil && r.Context().Err() == nil {
		slog.Error("export of subscribers broken off", "error", err)
	}
}

// plainCell keeps a spreadsheet from reading a visitor's text as a formula.
func plainCell(text string) string {
	if strings.IndexAny(text, "=+-@\t\r") == 0 {
		return "'" + text
	}
	return text
}
