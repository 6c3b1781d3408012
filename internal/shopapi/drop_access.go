package shopapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
)

// dropHandlers serve reminders of drops, early access to them and the lists of draws.
type dropHandlers struct {
	draws       *draws.Results
	earlyAccess *drops.EarlyAccess
	mailings    *drops.Mailings
}

func (h dropHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/drops/{slug}/reminders", "remind-of-drop", "Be reminded of a drop; a mail asks to open a link",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			Body struct {
				Email string `json:"email" maxLength:"254"`
			}
		}) (*struct{}, error) {
			return nil, h.mailings.Remind(ctx, in.Slug, in.Body.Email, operations.RequestInfoFrom(ctx).Client)
		})
	operations.Register(s, "POST", "/api/drops/{slug}/reminders/confirm", "confirm-drop-reminder", "Confirm a reminder with the mail's token",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			Body struct {
				Token string `json:"token" maxLength:"500"`
			}
		}) (*struct{}, error) {
			return nil, h.mailings.ConfirmReminder(ctx, in.Slug, in.Body.Token)
		})
	type unlocked struct {
		EarlyPass string `json:"early_pass"`
	}
	operations.Register(s, "POST", "/api/drops/{slug}/unlock", "unlock-drop", "Get an early pass with the token of the announcement, or with an access code and an email",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			Body struct {
				Token string `json:"token,omitempty" maxLength:"500"`
				Code  string `json:"code,omitempty" maxLength:"64"`
				Email string `json:"email,omitempty" maxLength:"254"`
			}
		}) (*operations.Body[unlocked], error) {
			var pass string
			var err error
			if in.Body.Token != "" {
				pass, err = h.earlyAccess.Unlock(ctx, in.Slug, in.Body.Token)
			} else {
				pass, err = h.earlyAccess.UnlockWithCode(ctx, in.Slug, in.Body.Code, in.Body.Email, operations.RequestInfoFrom(ctx).Client)
			}
			if err != nil {
				return nil, err
			}
			return &operations.Body[unlocked]{Body: unlocked{pass}}, nil
		})
	operations.Register(s, "GET", "/api/drops/{slug}/draw/entries.csv", "get-draw-entries", "The list that a draw was made from: number, receipt_hash, tier, withdrawn",
		func(ctx context.Context, in *operations.SlugPath) (*queueListResponse, error) {
			text, err := h.draws.EntriesCSV(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			// It never changes.
			return &queueListResponse{ContentType: "text/csv; charset=utf-8", CacheControl: "public, max-age=3600",
				Disposition: `attachment; filename="entries.csv"`, Body: []byte(text)}, nil
		})
}
