package store_test

import (
	"path/filepath"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestSettingsThatWereEmptyBeforeTextsCouldBeLeftOutKeepTheirDefault(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.Settings.Save(t.Context(), "hero_badge", "", noon); err != nil {
				return err
			}
			return tx.Settings.Save(t.Context(), "site_name", "Night Bites", noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ExecMigration(t.Context(), "00007_blank_settings.sql"); err != nil {
			t.Fatal(err)
		}
		stored, err := s.Settings.All(t.Context())
		if _, empty := stored["hero_badge"]; err != nil || empty || stored["site_name"] != "Night Bites" {
			t.Errorf("%v %v", stored, err)
		}
	})
}

func TestThePromotedProductStaysWhereItsTitleWasEmpty(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Settings.Save(t.Context(), "promo_title", "", noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ExecMigration(t.Context(), "00017_promoted_product.sql"); err != nil {
			t.Fatal(err)
		}
		stored, err := s.Settings.All(t.Context())
		if title, kept := stored["promo_title"]; err != nil || kept || shop.SettingsFrom(stored).Home.PromoTitle != "Mystery Drop Box" {
			t.Errorf("%q %v", title, err)
		}
	})
}

// The version before took the category vault for all products.
func TestCardsOfTheVersionBeforeStillLeadToAllProducts(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct{ name, category, cards, want string }{
				{"the spelling of the form", "chips", "chips | Chips | Crunch\nvault | The Vault | All of it", "chips | Chips | Crunch\n* | The Vault | All of it"},
				{"other spellings", "chips", "  vault| A\n\tvault \nvaults | vault\nvault\n\nchips", "* | A\n* | vault\nvaults | vault\n* | vault\n\nchips"},
				{"lines of another system", "chips", "vault | A\r\nvault\r\nchips", "* | A\r\n* | vault\nchips"},
				{"a category of that slug", "vault", "vault | The Vault | Cold", "vault | The Vault | Cold"},
				{"other categories", "chips", " chips | Vault\n* | vault ", " chips | Vault\n* | vault "},
				{"no cards", "chips", "", ""},
			} {
				location := filepath.Join(t.TempDir(), "snackdrop.db")
				if engine == store.Postgres {
					location = storetest.Empty(t)
				}
				s := storetest.Open(t, location)
				if err := s.MigrateTo(t.Context(), 18); err != nil {
					t.Fatal(err)
				}
				storetest.Exec(t, location, `INSERT INTO categories (name, slug, search_text, created_at, updated_at) VALUES ('C', '`+c.category+`', '', 1, 1)`)
				storetest.Exec(t, location, `INSERT INTO settings (key, value, updated_at) VALUES ('home_categories', '`+c.cards+`', 5), ('menu_categories', 'vault | The Vault', 5)`)
				if err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				stored, err := s.Settings.All(t.Context())
				if err != nil || stored["home_categories"] != c.want || stored["menu_categories"] != "vault | The Vault" {
					t.Errorf("%s: %q, %v", c.name, stored, err)
				}
			}
		})
	}
}
