package shop_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// householdSpellings are 40 spellings of 120 North Main Street, Apartment 4B, 90046.
var householdSpellings = []shop.Address{
	{Line1: "120 North Main Street", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "120 n. main st.", Line2: "apt. 4b", Zip: "90046"},
	{Line1: "120 NORTH MAIN STREET", Line2: "APARTMENT 4B", Zip: "90046"},
	{Line1: "120 N Main St Apt 4B", Zip: "90046"},
	{Line1: "120 N Main St, Apt 4B", Zip: "90046"},
	{Line1: "120 N Main St #4B", Zip: "90046"},
	{Line1: "120 N Main St # 4b", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "#4b", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "# 4-B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Unit 4-B", Zip: "90046"},
	{Line1: "120 N Main St Unit 4-B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "unit 4 b", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "4B", Zip: "90046"},
	{Line1: "120 N Main St 4B", Zip: "90046"},
	{Line1: "120 N Main St, 4B", Zip: "90046"},
	{Line1: "Apt 4B", Line2: "120 N Main St", Zip: "90046"},
	{Line1: "Apt 4B, 120 N Main St", Zip: "90046"},
	{Line1: "#4B, 120 North Main Str", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt #4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt. No. 4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt-4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Suite 4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Ste 4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Number 4B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "Apt 4B", Zip: "90046-1234"},
	{Line1: "120 N Main St", Line2: "Apt 4B", Zip: " 90046 "},
	{Line1: "  120   N  Main   St ", Line2: "  Apt   4B ", Zip: "90046"},
	{Line1: "120 N Main St\tApt 4B", Zip: "90046"},
	{Line1: "120 N Máin St", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "120 Ñorth Main Street", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "１２０ Ｎ Ｍａｉｎ Ｓｔ", Line2: "Ａｐｔ ４Ｂ", Zip: "９００４６"},
	{Line1: "0120 N Main St", Line2: "Apt 04B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "c/o Ada Lovelace, Apt 4B", Zip: "90046"},
	{Line1: "120 N Main St, Attn: Snacks", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "120 N. Main St., Apt. 4-B", Zip: "90046"},
	{Line1: "120 N Main St", Line2: "apt 4B, please ring twice", Zip: "90046"},
	{Line1: "120 N Ma\u200bin St", Line2: "Apt 4B", Zip: "90046"},
	{Line1: "120 N Ma-in St", Line2: "Apt '4B'", Zip: "90046"},
}

func TestFortySpellingsAreOneHousehold(t *testing.T) {
	if len(householdSpellings) != 40 {
		t.Fatalf("%d spellings", len(householdSpellings))
	}
	for _, a := range householdSpellings {
		if got := shop.HouseholdValue(a); got != "120 n main st|4b|90046" {
			t.Errorf("%+v gives %q", a, got)
		}
	}
}

func TestBuyerKeys(t *testing.T) {
	at := func(line1, line2, zip string) shop.Address { return shop.Address{Line1: line1, Line2: line2, Zip: zip} }
	for _, c := range []struct{ what, got, want string }{
		{"phone", shop.PhoneValue("(323) 555-0100"), "3235550100"},
		{"phone with country", shop.PhoneValue("+1 323 555 0100"), "3235550100"},
		{"phone with dots", shop.PhoneValue("1.323.555.0100"), "3235550100"},
		{"phone full-width", shop.PhoneValue("３２３５５５０１００"), "3235550100"},
		{"phone with extension", shop.PhoneValue("323-555-0100 ext. 12"), "3235550100"},
		{"phone with x", shop.PhoneValue("323-555-0100x3"), "3235550100"},
		{"phone with a dialled extension", shop.PhoneValue("(323) 555-0100,,12"), "3235550100"},
		{"phone with a sharp", shop.PhoneValue("+1 323 555 0100 #7"), "3235550100"},
		{"phone with zeros", shop.PhoneValue("001 323 555 0100"), "3235550100"},
		{"local phone", shop.PhoneValue("555-0100"), "5550100"},
		{"no phone", shop.PhoneValue(""), ""},
		{"too short", shop.PhoneValue("911"), ""},
		{"words", shop.PhoneValue("call me"), ""},

		{"name", shop.NameValue("Ada Lovelace"), "adalovelace"},
		{"name with accents", shop.NameValue("Ádá  LÖVELACE"), "adalovelace"},
		{"name with signs", shop.NameValue("ada-l'ovelace 2nd!"), "adalovelacend"},
		{"name full-width", shop.NameValue("Ａｄａ"), "ada"},
		{"name of letters without decomposition", shop.NameValue("Łukasz Straße Øre"), "lukaszstrasseore"},
		{"name in another script", shop.NameValue("Дмитрий 1"), shop.NameValue("ДМИТРИЙ")},
		{"name with letters that look Latin", shop.NameValue("\u0410d\u0430 L\u043ev\u0435l\u0430\u0441\u0435"), "adalovelace"},
		{"no name", shop.NameValue(" 12 "), ""},

		{"pickup", shop.HouseholdValue(shop.Address{}), ""},
		{"no ZIP", shop.HouseholdValue(at("120 Main St", "", "")), ""},
		{"another unit", shop.HouseholdValue(at("120 N Main St", "Apt 4C", "90046")), "120 n main st|4c|90046"},
		{"no unit", shop.HouseholdValue(at("120 N Main St", "", "90046")), "120 n main st||90046"},
		{"another direction", shop.HouseholdValue(at("120 S Main St", "", "90046")), "120 s main st||90046"},
		{"another street", shop.HouseholdValue(at("120 Main Avenue", "", "90046")), "120 main ave||90046"},
		{"another ZIP", shop.HouseholdValue(at("120 Main Ave", "", "90047")), "120 main ave||90047"},
		{"two-letter direction", shop.HouseholdValue(at("5 N.W. Oak Blvd", "", "97209")), "5 nw oak blvd||97209"},
		{"spaced direction", shop.HouseholdValue(at("5 N W Oak Boulevard", "", "97209")), "5 nw oak blvd||97209"},
		{"direction behind", shop.HouseholdValue(at("5 Oak Ave South East", "", "97209")), "5 oak ave se||97209"},
		{"ordinal", shop.HouseholdValue(at("350 Fifth Avenue", "Floor 3", "10118")), "350 5th ave|3|10118"},
		{"ordinal in digits", shop.HouseholdValue(at("350 5th Av.", "3rd", "10118")), "350 5th ave|3rd|10118"},
		{"saint", shop.HouseholdValue(at("9 Saint James Place", "", "10038")), "9 st james pl||10038"},
		{"saint short", shop.HouseholdValue(at("9 St. James Pl", "", "10038")), "9 st james pl||10038"},
		{"hyphenated number", shop.HouseholdValue(at("12-34 Queens Blvd", "", "11375")), "1234 queens blvd||11375"},
		{"letters that look Latin", shop.HouseholdValue(at("120 N M\u0430\u0456n \u0405t", "\u0391pt 4\u0412", "90046")), "120 n main st|4b|90046"},
		{"building with letters that look Latin", shop.BuildingValue(at("120 N M\u0430\u0456n \u0405t", "", "90046")), "120|main|90046"},
		{"box", shop.HouseholdValue(at("P.O. Box 12", "", "90046")), shop.HouseholdValue(at("PO BOX #12", "", "90046"))},

		{"building", shop.BuildingValue(at("120 North Main Street", "Apt 4B", "90046")), "120|main|90046"},
		{"building without direction", shop.BuildingValue(at("120 Main Ave", "Apt 9", "90046-1111")), "120|main|90046"},
		{"building with a letter", shop.BuildingValue(at("120b Main Ave", "", "90046")), "120|main|90046"},
		{"short street", shop.BuildingValue(at("7 Elm", "", "90046")), "7|elm|90046"},
		{"numbered street", shop.BuildingValue(at("350 Fifth Avenue", "", "10118")), "350|5tha|10118"},
		{"no number", shop.BuildingValue(at("Main St", "", "90046")), ""},
		{"building of a pickup", shop.BuildingValue(shop.Address{}), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}
