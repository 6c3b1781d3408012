package store_test

import (
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
