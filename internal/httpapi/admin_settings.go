package httpapi

import (
	"context"
	"maps"
	"slices"

	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

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

func (s *Server) registerAdminSettings() {
	register(s, "GET", "/api/admin/settings", "admin-get-settings", "The settings for staff",
		func(ctx context.Context, _ *struct{}) (*body[StaffSettings], error) {
			settings, err := s.services.Settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			rates, err := s.services.Settings.TaxRates(ctx)
			if err != nil {
				return nil, err
			}
			values, secrets := settings.Staff()
			out := StaffSettings{Settings: values, SecretsSet: secrets, Rows: settings.StoredCount(), MailLeaves: s.services.Outbox.SendsMail, DemoPayments: s.services.Payments.TakesDemoPayments(),
				TaxRates: make([]TaxRate, 0, len(rates))}
			for _, state := range slices.Sorted(maps.Keys(rates)) {
				out.TaxRates = append(out.TaxRates, TaxRate{State: state, Rate: shop.PercentText(rates[state])})
			}
			return &body[StaffSettings]{out}, nil
		})
	register(s, "PUT", "/api/admin/settings", "admin-save-settings", "Save the given settings together and keep the others",
		func(ctx context.Context, in *body[struct {
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
			if err := s.services.SecondFactor.CheckRequirement(ctx, in.Body.Settings, userID(ctx)); err != nil {
				return nil, err
			}
			return nil, s.services.Settings.Save(ctx, settings.Change{Values: in.Body.Settings, ClearSecrets: in.Body.ClearSecrets, TaxRates: rates}, actor(ctx))
		})
}
