package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// StaffWebhook is a webhook as staff see it.
type StaffWebhook struct {
	ID        int64     `json:"id"`
	URL       string    `json:"url"`
	Events    []string  `json:"events"`
	Format    string    `json:"format" enum:"standard,discord"`
	CreatedAt time.Time `json:"created_at"`
	Waiting   int64     `json:"waiting" doc:"Deliveries that were not accepted yet"`
	Failed    int64     `json:"failed" doc:"Deliveries that were given up and need attention"`
}

// WebhookDelivery is one event for one webhook, with the response to the last attempt.
type WebhookDelivery struct {
	ID          int64      `json:"id"`
	Event       string     `json:"event"`
	MessageID   string     `json:"message_id" doc:"The header webhook-id, the same at every attempt"`
	Status      string     `json:"status" enum:"waiting,sent,failed"`
	Attempts    int64      `json:"attempts"`
	CreatedAt   time.Time  `json:"created_at"`
	NextAt      *time.Time `json:"next_at" doc:"Of the next attempt"`
	RespondedAt *time.Time `json:"responded_at" doc:"When the last attempt ended"`
	Code        int64      `json:"code" doc:"HTTP status of the last response; 0: there was none"`
	Response    string     `json:"response" doc:"The first part of the last response"`
	Error       string     `json:"error" doc:"Why the last attempt failed"`
}

// StaffAPIKey is an API key as staff see it.
type StaffAPIKey struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name"`
	Hint       string     `json:"hint" doc:"The first characters of the key"`
	Scopes     []string   `json:"scopes"`
	CreatedBy  string     `json:"created_by"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"To the minute; null: never"`
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, value := range list {
		out[i] = string(value)
	}
	return out
}

func named[T ~string](list []string) []T {
	out := make([]T, len(list))
	for i, value := range list {
		out[i] = T(value)
	}
	return out
}

func webhookJSON(w shop.Webhook) StaffWebhook {
	return StaffWebhook{ID: w.ID, URL: w.URL, Events: texts(w.Events), Format: string(w.Format), CreatedAt: w.CreatedAt, Waiting: w.Waiting, Failed: w.Failed}
}

func deliveryJSON(d shop.WebhookDelivery) WebhookDelivery {
	return WebhookDelivery{ID: d.ID, Event: string(d.Event), MessageID: d.MessageID, Status: string(d.Status), Attempts: d.Attempts, CreatedAt: d.CreatedAt,
		NextAt: d.NextAt, RespondedAt: d.RespondedAt, Code: d.Code, Response: d.Response, Error: d.Error}
}

func apiKeyJSON(k shop.APIKey) StaffAPIKey {
	return StaffAPIKey{ID: k.ID, Name: k.Name, Hint: k.Hint, Scopes: texts(k.Scopes), CreatedBy: k.CreatedBy, CreatedAt: k.CreatedAt, LastUsedAt: k.LastUsed}
}

// WebhookList is all webhooks.
type WebhookList struct {
	Items []StaffWebhook `json:"items"`
}

// NewWebhook is a webhook that was added.
type NewWebhook struct {
	Webhook StaffWebhook `json:"webhook"`
	Secret  string       `json:"secret" doc:"With which messages are signed; not shown again"`
}

// DeliveryPage is one page of deliveries, the newest first.
type DeliveryPage struct {
	Items      []WebhookDelivery `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

// integrationHandlers serve webhooks and API keys to staff.
type integrationHandlers struct {
	apiKeys  *apikeys.Service
	webhooks *webhooks.Service
}

func (h integrationHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/webhooks", "admin-list-webhooks", "List webhooks",
		func(ctx context.Context, _ *struct{}) (*operations.Body[WebhookList], error) {
			list, err := h.webhooks.List(ctx)
			if err != nil {
				return nil, err
			}
			out := WebhookList{Items: make([]StaffWebhook, 0, len(list))}
			for _, w := range list {
				out.Items = append(out.Items, webhookJSON(w))
			}
			return &operations.Body[WebhookList]{Body: out}, nil
		})
	operations.Register(s, "POST", "/api/admin/webhooks", "admin-add-webhook", "Add a webhook; its secret is shown once",
		func(ctx context.Context, in *operations.Body[struct {
			URL    string   `json:"url" maxLength:"2000" doc:"Begins with https://"`
			Events []string `json:"events" maxItems:"20" doc:"drop.opened, drop.sold_out, drop.ended, order.paid, order.cancelled, waitlist.offered, draw.done"`
			Format string   `json:"format,omitempty" enum:"standard,discord" default:"standard" doc:"discord: a message for a channel, of drop.opened alone"`
		}]) (*operations.Body[NewWebhook], error) {
			w, secret, err := h.webhooks.Add(ctx, shop.Webhook{URL: in.Body.URL, Events: named[shop.WebhookEvent](in.Body.Events), Format: shop.WebhookFormat(in.Body.Format)}, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[NewWebhook]{Body: NewWebhook{webhookJSON(w), secret}}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/webhooks/{id}", "admin-delete-webhook", "Delete a webhook with its deliveries",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.webhooks.Remove(ctx, in.ID, operations.Actor(ctx))
		})
	operations.Register(s, "POST", "/api/admin/webhooks/{id}/test", "admin-test-webhook", "Send a test message and wait for the response",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[WebhookDelivery], error) {
			d, err := h.webhooks.Test(ctx, in.ID, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[WebhookDelivery]{Body: deliveryJSON(d)}, nil
		})
	operations.Register(s, "GET", "/api/admin/webhooks/{id}/deliveries", "admin-list-webhook-deliveries", "List what was sent to a webhook in the last 30 days, the newest first",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
			Cursor string `query:"cursor" maxLength:"2000"`
		}) (*operations.Body[DeliveryPage], error) {
			list, next, err := h.webhooks.Deliveries(ctx, in.ID, in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			out := DeliveryPage{Items: make([]WebhookDelivery, 0, len(list)), NextCursor: operations.OrNull(next)}
			for _, d := range list {
				out.Items = append(out.Items, deliveryJSON(d))
			}
			return &operations.Body[DeliveryPage]{Body: out}, nil
		})
	operations.Register(s, "POST", "/api/admin/webhooks/{id}/deliveries/{delivery}/resend", "admin-resend-webhook-delivery", "Send a delivery again that was given up",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Delivery int64 `path:"delivery" minimum:"1" maximum:"9007199254740991"`
		}) (*struct{}, error) {
			return nil, h.webhooks.SendAgain(ctx, in.ID, in.Delivery, operations.Actor(ctx))
		})
	h.keyRoutes(s)
}

// APIKeyList is all keys that are not revoked.
type APIKeyList struct {
	Items []StaffAPIKey `json:"items"`
}

// NewAPIKey is a key that was made.
type NewAPIKey struct {
	APIKey StaffAPIKey `json:"api_key"`
	Key    string      `json:"key" doc:"For the header Authorization: Bearer; not shown again"`
}

func (h integrationHandlers) keyRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/api-keys", "admin-list-api-keys", "List API keys",
		func(ctx context.Context, _ *struct{}) (*operations.Body[APIKeyList], error) {
			list, err := h.apiKeys.List(ctx)
			if err != nil {
				return nil, err
			}
			out := APIKeyList{Items: make([]StaffAPIKey, 0, len(list))}
			for _, k := range list {
				out.Items = append(out.Items, apiKeyJSON(k))
			}
			return &operations.Body[APIKeyList]{Body: out}, nil
		})
	operations.Register(s, "POST", "/api/admin/api-keys", "admin-create-api-key", "Make an API key; the key is shown once",
		func(ctx context.Context, in *operations.Body[struct {
			Name   string   `json:"name" maxLength:"200" doc:"The audit log names it"`
			Scopes []string `json:"scopes" maxItems:"20" doc:"catalogue:read, catalogue:write, orders:read, orders:fulfil"`
		}]) (*operations.Body[NewAPIKey], error) {
			k, text, err := h.apiKeys.Create(ctx, in.Body.Name, named[shop.Scope](in.Body.Scopes), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[NewAPIKey]{Body: NewAPIKey{apiKeyJSON(k), text}}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/api-keys/{id}", "admin-revoke-api-key", "Revoke an API key; it stops at once",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.apiKeys.Revoke(ctx, in.ID, operations.Actor(ctx))
		})
}
