package shop

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// leaves lists the addresses of the fields of all groups of the settings.
func leaves(s *Settings) map[any]string {
	found := map[any]string{}
	groups := reflect.ValueOf(s).Elem()
	for i := range groups.NumField() {
		group := groups.Field(i)
		if !groups.Type().Field(i).IsExported() {
			continue
		}
		for j := range group.NumField() {
			if field := group.Field(j); field.Kind() != reflect.Map {
				found[field.Addr().Interface()] = groups.Type().Field(i).Name + "." + group.Type().Field(j).Name
			}
		}
	}
	return found
}

func TestEverySettingHasAFieldAndEveryFieldASetting(t *testing.T) {
	var s Settings
	fields, keys := leaves(&s), map[string]bool{}
	for _, setting := range SettingTable() {
		if keys[setting.Key] {
			t.Errorf("%s stands twice in the table", setting.Key)
		}
		keys[setting.Key] = true
		switch field := setting.field(&s).(type) {
		case statusSwitch:
		default:
			if fields[field] == "" {
				t.Errorf("%s has no field of its own", setting.Key)
			}
			delete(fields, field)
		}
	}
	for _, name := range fields {
		t.Errorf("no setting fills %s", name)
	}
}

func TestDefaultsPassTheirOwnCheck(t *testing.T) {
	for _, setting := range SettingTable() {
		if text := setting.effectiveDefault(); text != "" {
			if message := setting.check(text); message != "" {
				t.Errorf("the default of %s: %s", setting.Key, message)
			}
		}
		if setting.Secret && setting.Public {
			t.Errorf("%s is a secret and public", setting.Key)
		}
		if setting.Default != "" && setting.Unset != "" {
			t.Errorf("%s has two defaults", setting.Key)
		}
	}
}

func TestTheBoundsOfASettingAreTheOnesThatRefuse(t *testing.T) {
	for _, setting := range SettingTable() {
		least, most := setting.Bounds()
		refused := func(n int64) bool { return setting.check(strconv.FormatInt(n, 10)) != "" }
		if least != nil && (refused(*least) || !refused(*least-1)) {
			t.Errorf("%s does not start at %d", setting.Key, *least)
		}
		if most != nil && (refused(*most) || !refused(*most+1)) {
			t.Errorf("%s does not end at %d", setting.Key, *most)
		}
	}
}

func TestASettingRefusesMoreDecimalsThanItHas(t *testing.T) {
	for _, setting := range SettingTable() {
		least, _ := setting.Bounds()
		decimals := setting.Decimals()
		if (least == nil) != (decimals == nil) {
			t.Fatalf("%s is a number in only one of its descriptions", setting.Key)
		}
		if decimals == nil {
			continue
		}
		with := func(decimals int) string {
			return strings.TrimSuffix(fmt.Sprintf("%d.%s", *least+1, strings.Repeat("1", decimals)), ".")
		}
		if setting.check(with(*decimals)) != "" || setting.check(with(*decimals+1)) == "" {
			t.Errorf("%s does not have %d decimals at most", setting.Key, *decimals)
		}
	}
}

func TestSettingsAreReadIntoTypedFields(t *testing.T) {
	s := SettingsFrom(map[string]string{"site_name": "Night Bites", "shipping_fee": "4.50", "free_shipping_threshold": "80",
		"tax_rate": "7.25", "prices_include_tax": "yes", "accept_manual": "disabled", "standard_delivery_time": "5-2", "express_delivery_time": "1",
		"default_order_status": "on-hold", "status_cancelled": "disabled", "notify_completed": "disabled", "currency": "JPY", "someone_elses": "kept"})
	if s.Brand.SiteName != "Night Bites" || s.Shipping.Fee != 4_50 || *s.Shipping.FreeFrom != 80_00 || s.Tax.Rate != 72_500 || !s.Tax.PricesInclude ||
		s.Payments.Manual || s.Shipping.StandardDays != (DayRange{2, 5}) || s.Shipping.ExpressDays != (DayRange{1, 1}) ||
		s.Orders.DefaultStatus != StatusOnHold || s.Text("someone_elses") != "kept" {
		t.Errorf("%+v", s)
	}
	if s.Payments.Currency != "USD" {
		t.Error("a stored text that the shop cannot work with has no effect")
	}
	if s.Orders.StatusEnabled(StatusCancelled) || !s.Orders.StatusEnabled(StatusRefunded) || !s.Orders.StatusEnabled(StatusDelivered) {
		t.Errorf("statuses in use: %v", s.Orders.Enabled)
	}
	if s.Email.NotifiesOf(StatusCompleted) || !s.Email.NotifiesOf(StatusOnHold) || !s.Email.NotifiesOf(StatusDelivered) || s.Email.NotifiesOf(StatusPending) {
		t.Errorf("mail about: %v", s.Email.Notify)
	}
	unset := DefaultSettings()
	if unset.Shipping.Fee != 5_99 || unset.Shipping.ExpressFee != 14_99 || unset.Shipping.FreeFrom != nil || unset.Text("shipping_fee") != "" ||
		unset.Shipping.StandardDays != (DayRange{3, 5}) || !unset.Payments.Cards || unset.Payments.PayPal {
		t.Errorf("defaults: %+v", unset)
	}
}

func TestSecretsAreNeitherPublicNorReadBack(t *testing.T) {
	s := SettingsFrom(map[string]string{"stripe_secret_key": "sk_live_x", "site_name": "Crunch"})
	values, set := s.Staff()
	if _, leaked := values["stripe_secret_key"]; leaked || len(set) != 1 || set[0] != "stripe_secret_key" || values["site_name"] != "Crunch" {
		t.Errorf("%v %v", values, set)
	}
	public := s.Public()
	for _, key := range []string{"stripe_secret_key", "paypal_client_id", "default_order_status"} {
		if _, leaked := public[key]; leaked {
			t.Errorf("%s is public", key)
		}
	}
}

func TestATextCanBeLeftOutAndAFactCannot(t *testing.T) {
	s := SettingsFrom(map[string]string{"hero_badge": "", "promo_title": "", "search_example": "", "faq_closing": "", "faq_questions": "", "menu_categories": "", "site_name": "", "store_city": "", "currency": "", "promo_product": ""})
	if s.Home.HeroBadge != "" || s.Text("hero_badge") != "" || s.Pages.FAQQuestions != "" || s.Brand.Menu != "" {
		t.Errorf("left out: %q %q %q", s.Home.HeroBadge, s.Pages.FAQQuestions, s.Brand.Menu)
	}
	if s.Home.PromoTitle != "" || s.Brand.SearchExample != "" || s.Pages.FAQClosing != "" {
		t.Errorf("left out: %q %q %q", s.Home.PromoTitle, s.Brand.SearchExample, s.Pages.FAQClosing)
	}
	if badge, sent := s.Public()["hero_badge"]; !sent || badge != "" {
		t.Error("the browser does not hear that its default is left out")
	}
	if s.Brand.SiteName != "Snackdrop" || s.Text("store_city") != "Los Angeles" || s.Payments.Currency != "USD" || s.Home.PromoProduct != 10 {
		t.Errorf("an empty fact has its default: %q %q %q %d", s.Brand.SiteName, s.Text("store_city"), s.Payments.Currency, s.Home.PromoProduct)
	}
	if unset := DefaultSettings(); unset.Home.HeroBadge != "LIMITED DROPS" || unset.PageTexts(PageFAQ)["faq_intro"] == "" {
		t.Error("a text that is not stored has its default")
	}
}

func TestTextsNameTheMailingListOfTheSettings(t *testing.T) {
	usual, renamed := DefaultSettings(), SettingsFrom(map[string]string{"list_name": "Night Owls"})
	for _, c := range []struct{ got, want string }{
		{usual.Fill(usual.Home.ListTitle), "Join The Inner Circle"},
		{usual.Fill(usual.Pages.SubscriptionWelcome), "Welcome to The Inner Circle. The next drop reaches you before it reaches the shelf."},
		{renamed.Fill(renamed.Home.ListTitle), "Join The Night Owls"},
		{SettingsFrom(map[string]string{"list_name": ""}).Home.ListName, "Inner Circle"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
