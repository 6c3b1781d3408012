package httpapi

import (
	"context"
)

// StaffSettings is the settings form.
type StaffSettings struct {
	Settings   map[string]string `json:"settings" doc:"Every key but the secrets, with its value or default"`
	SecretsSet []string          `json:"secrets_set" doc:"The secrets that have a value; they are never read back"`
	Rows       int               `json:"rows" doc:"How many settings are stored"`
}

func (s *Server) addAdminSettings() {
	add(s, "GET", "/api/admin/settings", "admin-get-settings", "The settings for staff",
		func(ctx context.Context, _ *struct{}) (*body[StaffSettings], error) {
			values, secrets, rows, err := s.app.StaffSettings(ctx)
			if err != nil {
				return nil, err
			}
			return &body[StaffSettings]{StaffSettings{Settings: values, SecretsSet: secrets, Rows: rows}}, nil
		})
	add(s, "PUT", "/api/admin/settings", "admin-save-settings", "Save the given settings together and keep the others",
		func(ctx context.Context, in *body[struct {
			Settings     map[string]string `json:"settings" maxProperties:"200" doc:"An empty secret keeps the stored one"`
			ClearSecrets []string          `json:"clear_secrets,omitempty" maxItems:"20" doc:"Secrets to remove"`
		}]) (*struct{}, error) {
			return nil, s.app.SaveSettings(ctx, in.Body.Settings, in.Body.ClearSecrets, actor(ctx))
		})
}
