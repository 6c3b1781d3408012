package publicapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// PublicSettings are the settings that a shopper may know. Its schema has a
// property for each of them, made from the table in package shop.
type PublicSettings map[string]string

// PageTexts are the settings that are the texts of one page. Its schema has
// those of all pages; a response has one page's, with their defaults.
type PageTexts map[string]string

func (q *Queries) settingsRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/settings", "get-settings", "The settings that a shopper may know",
		func(ctx context.Context, _ *struct{}) (*operations.Body[PublicSettings], error) {
			settings, err := q.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			return &operations.Body[PublicSettings]{Body: settings.Public()}, nil
		})
	operations.Register(s, "GET", "/api/texts/{page}", "get-page-texts", "The texts of a page that is mostly text",
		func(ctx context.Context, in *struct {
			Page string `path:"page" maxLength:"40" doc:"Like faq or terms"`
		}) (*operations.Body[PageTexts], error) {
			settings, err := q.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			texts := settings.PageTexts(in.Page)
			if len(texts) == 0 {
				return nil, shop.Errorf(shop.NotFound, "No page has texts under this name.")
			}
			return &operations.Body[PageTexts]{Body: texts}, nil
		})
}

// Schema describes the public settings.
func (PublicSettings) Schema(r huma.Registry) *huma.Schema {
	return NamedSchema(r, "PublicSettings", SettingsSchema(func(setting shop.Setting) bool { return setting.Public }, false))
}

// Schema describes the texts of pages.
func (PageTexts) Schema(r huma.Registry) *huma.Schema {
	schema := SettingsSchema(func(setting shop.Setting) bool { return setting.Page != "" }, false)
	schema.Required = nil
	return NamedSchema(r, "PageTexts", schema)
}

// NamedSchema puts a schema under its name into the document and refers to it.
func NamedSchema(r huma.Registry, name string, schema *huma.Schema) *huma.Schema {
	r.Map()[name] = schema
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// SettingsSchema describes the settings that are included; others says what else may be there.
func SettingsSchema(include func(shop.Setting) bool, others any) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: others}
	for _, setting := range shop.SettingTable() {
		if !include(setting) {
			continue
		}
		schema.Properties[setting.Key] = settingSchema(setting)
		// Staff get every setting but the secrets; shoppers no setting that has the default built into their page.
		if !setting.Secret && (others != false || !setting.Sparse) {
			schema.Required = append(schema.Required, setting.Key)
		}
	}
	return schema
}

// settingSchema describes one setting. x-kind says which control suits it,
// x-unset what an empty value means where that is not "nothing", x-blank that an
// empty value is not the default but no text at all, x-sparse that
// the public settings leave it out while it has its default, x-columns the
// columns of rows, x-least and x-most the bounds that the setting has, x-decimals how many decimals
// it has at most, x-message what to say about a text that does not match the pattern.
func settingSchema(setting shop.Setting) *huma.Schema {
	out := &huma.Schema{Type: huma.TypeString, Description: setting.Doc, Pattern: setting.Pattern, WriteOnly: setting.Secret,
		Extensions: map[string]any{"x-kind": setting.Kind}}
	for _, option := range setting.Options {
		out.Enum = append(out.Enum, option)
	}
	if setting.Max > 0 {
		out.MaxLength = &setting.Max
	}
	if setting.Default != "" {
		out.Default = setting.Default
	}
	least, most := setting.Bounds()
	if least != nil {
		out.Extensions["x-least"] = *least
	}
	if most != nil {
		out.Extensions["x-most"] = *most
	}
	if decimals := setting.Decimals(); decimals != nil {
		out.Extensions["x-decimals"] = *decimals
	}
	if setting.Message != "" {
		out.Extensions["x-message"] = setting.Message
	}
	if setting.MayBeBlank() {
		out.Extensions["x-blank"] = true
	}
	if setting.Sparse {
		out.Extensions["x-sparse"] = true
	}
	if setting.Columns != nil {
		out.Extensions["x-columns"] = setting.Columns
	}
	if setting.Unset != "" {
		out.Extensions["x-unset"] = setting.Unset
	}
	return out
}
