package adminapi

import (
	"context"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// SettingValues are the settings as staff see them: every known key but the
// secrets, and whatever other keys are stored.
type SettingValues map[string]string

// Schema describes all settings. Secrets are only written: a response has none.
func (SettingValues) Schema(r huma.Registry) *huma.Schema {
	schema := publicapi.SettingsSchema(func(shop.Setting) bool { return true }, &huma.Schema{Type: huma.TypeString})
	return publicapi.NamedSchema(r, "SettingValues", schema)
}

// StaffSettings is the settings form.
type StaffSettings struct {
	Settings     SettingValues `json:"settings" doc:"Every key but the secrets, with its value or default"`
	SecretsSet   []string      `json:"secrets_set" doc:"The secrets that have a value; they are never read back"`
	Rows         int           `json:"rows" doc:"How many settings are stored"`
	MailLeaves   bool          `json:"mail_leaves" doc:"False while no mail server is set: mail is only written to the data folder"`
	DemoPayments bool          `json:"demo_payments" doc:"True in a demo shop: what has no provider is paid with play money"`
	TaxRates     []TaxRate     `json:"tax_rates" doc:"Sales tax by state, for automatic tax"`
}

// TaxRate is one state's sales tax.
type TaxRate struct {
	State string `json:"state" example:"CA"`
	Rate  string `json:"rate" doc:"Percent, at most four decimals" example:"7.25"`
}

// settingsHandlers serve the settings to staff.
type settingsHandlers struct {
	outbox       *outbox.Service
	payments     *payments.Service
	secondFactor *accounts.SecondFactor
	settings     *settings.Service
}

func (h settingsHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/settings", "admin-get-settings", "The settings for staff",
		func(ctx context.Context, _ *struct{}) (*operations.Body[StaffSettings], error) {
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			rates, err := h.settings.TaxRates(ctx)
			if err != nil {
				return nil, err
			}
			values, secrets := settings.Staff()
			out := StaffSettings{Settings: values, SecretsSet: secrets, Rows: settings.StoredCount(), MailLeaves: h.outbox.SendsMail(), DemoPayments: h.payments.TakesDemoPayments(),
				TaxRates: make([]TaxRate, 0, len(rates))}
			for _, state := range slices.Sorted(maps.Keys(rates)) {
				out.TaxRates = append(out.TaxRates, TaxRate{State: state, Rate: shop.PercentText(rates[state])})
			}
			return &operations.Body[StaffSettings]{Body: out}, nil
		})
	operations.Register(s, "PUT", "/api/admin/settings", "admin-save-settings", "Save the given settings together and keep the others",
		func(ctx context.Context, in *operations.Body[struct {
			Settings     map[string]string `json:"settings" maxProperties:"200" doc:"An empty secret keeps the stored one"`
			ClearSecrets []string          `json:"clear_secrets,omitempty" maxItems:"20" doc:"Secrets to remove"`
			TaxRates     []TaxRate         `json:"tax_rates,omitempty" maxItems:"100" doc:"The whole table; the stored one stays when left out"`
		}]) (*struct{}, error) {
			var rates map[string]string
			if in.Body.TaxRates != nil {
				rates = map[string]string{}
				for _, rate := range in.Body.TaxRates {
					rates[rate.State] = rate.Rate
				}
			}
			if err := h.secondFactor.CheckRequirement(ctx, in.Body.Settings, operations.UserID(ctx)); err != nil {
				return nil, err
			}
			return nil, h.settings.Save(ctx, settings.Change{Values: in.Body.Settings, ClearSecrets: in.Body.ClearSecrets, TaxRates: rates}, operations.Actor(ctx))
		})
}
