package shop

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Percent is a percentage in parts per million: 72500 is 7.25 %.
type Percent int64

// DayRange is how many days something takes: 3 to 5, or exactly 4.
type DayRange struct{ From, To int }

// effectiveDefault is the text that counts while nothing is stored.
func (d Setting) effectiveDefault() string {
	if d.Default != "" {
		return d.Default
	}
	return d.Unset
}

// read puts a text into the setting's field. It says false, and changes
// nothing, when the text is not one that the setting takes.
func (d Setting) read(field any, text string) bool {
	if text == "" {
		return true // the field's zero value
	}
	if d.check(text) != "" {
		return false
	}
	switch field := field.(type) {
	case *string:
		*field = text
	case *Status:
		*field = Status(text)
	case *Sign:
		*field = Sign(text)
	case *bool:
		*field = text == d.Options[0]
	case statusSwitch:
		field.switches[field.status] = text == d.Options[0]
	case *Cents:
		*field, _ = ParseCents(text)
	case **Cents:
		amount, _ := ParseCents(text)
		*field = &amount
	case *Percent:
		ppm, _ := ParsePercent(text)
		*field = Percent(ppm)
	case *int64:
		*field, _ = strconv.ParseInt(text, 10, 64)
	case *DayRange:
		field.From, field.To = readDays(text)
	default:
		panic(fmt.Sprintf("setting %s has a field of type %T", d.Key, field))
	}
	return true
}

var (
	settingKey = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)
	isColor    = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	isDays     = regexp.MustCompile(`^[0-9]{1,2}(-[0-9]{1,2})?$`)
	isEmail    = regexp.MustCompile(`^[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+$`)
	// Only web addresses: a javascript: link in the footer would run on every page.
	isWebAddress = regexp.MustCompile(`^https?://[^\s"'<>]{3,300}$`)
)

// IsColor says whether a text is a color as the settings take it, #rrggbb.
func IsColor(text string) bool { return isColor.MatchString(text) }

// IsWebLink says whether a link leads to a web page: one to javascript: would run on ours.
func IsWebLink(url string) bool {
	return strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}

// CheckSettings refuses values that the shop could not work with. An empty
// value is stored where it may be blank, and means the default elsewhere.
func CheckSettings(values map[string]string) error {
	p := Problems{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		known, ok := settingByKey[key]
		switch {
		case !settingKey.MatchString(key):
			p.Check(false, "settings", "A key has lowercase letters, numbers, hyphens and underscores.")
		case ok && value != "":
			message := known.check(value)
			p.Check(message == "", key, message)
		default:
			p.Check(len(value) <= 4_000, key, "This value is too long.")
		}
	}
	return p.Err()
}

// check says what is wrong with a text for the setting, "" when nothing is.
func (d Setting) check(text string) string {
	switch d.Kind {
	case KindSwitch, KindChoice, KindSign:
		return unless(slices.Contains(d.Options, text), "Choose one of: "+strings.Join(d.Options, ", ")+".")
	case KindMoney:
		amount, err := ParseCents(text)
		return unless(err == nil && amount >= 0 && amount <= MaxPrice, "Enter an amount, like 5.99.")
	case KindPercent:
		_, err := ParsePercent(text)
		return unless(err == nil, "Enter a rate from 0 to 100, like 7.5.")
	case KindDays:
		return unless(isDays.MatchString(text), "Enter days, like 4 or 3-5.")
	case KindColor:
		return unless(IsColor(text), "Use a color like #8B5CF6.")
	case KindEmail:
		return unless(isEmail.MatchString(text), "Enter an email address.")
	case KindURL:
		return unless(isWebAddress.MatchString(text), "Enter a web address that starts with https://.")
	case KindCurrency:
		return checkCurrency(text)
	case KindState:
		return unless(ValidState(text), "Choose a state.")
	case KindProduct:
		id, err := strconv.ParseInt(text, 10, 64)
		return unless(err == nil && id > 0, "Enter the number of a product.")
	case KindNumber:
		n, err := strconv.ParseInt(text, 10, 64)
		return unless(err == nil && n >= d.Least && n <= d.Most, fmt.Sprintf("Enter a whole number from %d to %d.", d.Least, d.Most))
	case KindZone:
		_, err := time.LoadLocation(text)
		return unless(err == nil && text != "Local", "Enter a time zone, like America/Los_Angeles.")
	case KindRows:
		if message := d.checkRows(text); message != "" {
			return message
		}
	}
	if d.Kind == KindText && hasHiddenCharacters(text) {
		return hiddenMessage
	}
	if d.Max > 0 && utf8.RuneCountInString(text) > d.Max {
		return "Keep this below " + strconv.Itoa(d.Max) + " characters."
	}
	if d.Pattern != "" {
		return unless(regexp.MustCompile(d.Pattern).MatchString(text), d.Message)
	}
	return ""
}

func (d Setting) checkRows(text string) string {
	for line := range strings.Lines(text) {
		columns := strings.Split(strings.TrimSpace(line), "|")
		if len(columns) > len(d.Columns) || strings.TrimSpace(columns[0]) == "" {
			return "Give each line: " + strings.Join(d.Columns, " | ") + "."
		}
	}
	return ""
}

func unless(ok bool, message string) string {
	if ok {
		return ""
	}
	return message
}

// ParsePercent reads a percentage with at most four decimals as parts per million.
func ParsePercent(text string) (int64, error) {
	whole, frac, _ := strings.Cut(text, ".")
	bad := Errorf(Invalid, "Enter a rate from 0 to 100, like 7.5.")
	if len(frac) > 4 || whole == "" || len(whole) > 3 {
		return 0, bad
	}
	digits := whole + frac + strings.Repeat("0", 4-len(frac))
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || n > MaxPercent*10_000 {
		return 0, bad
	}
	return int64(n), nil
}

// PercentText writes parts per million as a percentage: 72500 is 7.25.
func PercentText(ppm int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%04d", ppm/10_000, ppm%10_000), "0"), ".")
}

// readDays reads a delivery time like 4 or 3-5.
func readDays(text string) (from, to int) {
	first, last, span := strings.Cut(text, "-")
	from, _ = strconv.Atoi(first) // checked when it was saved; anything else is 0
	to = from
	if span {
		to, _ = strconv.Atoi(last)
	}
	return min(from, to), max(from, to)
}
