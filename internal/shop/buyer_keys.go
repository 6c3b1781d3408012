package shop

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The kinds of a buyer's keys, by which the limits of a drop know a buyer again. The
// functions below give their values as readable text; they are stored as keyed hashes.
const (
	PhoneKind     = "phone"
	HouseholdKind = "household"
	BuildingKind  = "building"
	NameKind      = "name"
	CardKind      = "card"
)

// PhoneValue is the last ten digits of a phone number, without an extension. It is
// "" for what is no phone number.
func PhoneValue(phone string) string {
	var number []rune
	for _, r := range foldLetters(phone) {
		switch {
		case r >= '0' && r <= '9':
			number = append(number, r)
		case (unicode.IsLetter(r) || strings.ContainsRune(",;#*", r)) && len(number) >= 10: // an extension
			return string(number[len(number)-10:])
		}
	}
	if len(number) < MinPhoneDigits {
		return ""
	}
	return string(number[max(0, len(number)-10):])
}

// NameValue is a name in lower case, letters only, without accents.
func NameValue(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, foldLetters(name))
}

// HouseholdValue is the same for all spellings of one delivery address: the street in
// the abbreviations of the postal service, the unit from either line, and the ZIP code.
// It is "" for a pickup, which has no address.
func HouseholdValue(a Address) string {
	street, unit := streetAndUnit(a)
	zip := zip5(a.Zip)
	if len(street) == 0 || zip == "" {
		return ""
	}
	return strings.Join(street, " ") + "|" + unit + "|" + zip
}

// BuildingValue is the same for all units of one building: its number, the first four
// letters of the street and the ZIP code. It is "" without a number.
func BuildingValue(a Address) string {
	street, _ := streetAndUnit(a)
	zip := zip5(a.Zip)
	if len(street) < 2 || zip == "" {
		return ""
	}
	number := leadingDigits(street[0])
	name := street[1:]
	for len(name) > 1 && directions[name[0]] != "" {
		name = name[1:]
	}
	letters := []rune(strings.Join(name, ""))
	if number == "" || len(letters) == 0 {
		return ""
	}
	return number + "|" + string(letters[:min(4, len(letters))]) + "|" + zip
}

func zip5(zip string) string {
	digits := leadingDigits(strings.TrimSpace(foldLetters(zip)))
	if len(digits) < 5 {
		return ""
	}
	return digits[:5]
}

func leadingDigits(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		return text
	}
	return text[:end]
}

// foldLetters makes letters lower case, without accents and of usual width.
func foldLetters(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		if unicode.Is(unicode.Mn, r) || unicode.Is(hidden, r) {
			continue
		}
		r = unicode.ToLower(r)
		if plain, ok := plainLetters[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plainLetters are letters that have no decomposition, and letters of other scripts that
// look like Latin ones: whoever delivers to Main St with a Cyrillic a in it finds Main St.
var plainLetters = map[rune]string{
	'а': "a", 'в': "b", 'е': "e", 'ѕ': "s", 'і': "i", 'ј': "j", 'к': "k", 'м': "m", 'н': "h", 'о': "o", 'р': "p", 'с': "c", 'т': "t", 'у': "y", 'х': "x", 'ԁ': "d", 'ԛ': "q", 'ԝ': "w",
	'α': "a", 'β': "b", 'ε': "e", 'ζ': "z", 'η': "h", 'ι': "i", 'κ': "k", 'μ': "m", 'ν': "v", 'ο': "o", 'ρ': "p", 'τ': "t", 'υ': "u", 'χ': "x",
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'þ': "th", 'ı': "i", 'ħ': "h"}

// streetAndUnit reads the two lines of an address: the words of the street and the
// unit within the building. What is neither, like "c/o", is left out.
func streetAndUnit(a Address) (street []string, unit string) {
	var units []string
	for _, line := range []string{a.Line1, a.Line2} {
		for _, part := range strings.FieldsFunc(foldLetters(line), func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
			words := addressWords(part)
			at := slices.IndexFunc(words, func(w string) bool { return unitMarks[w] })
			rest := words
			if at >= 0 {
				rest = words[:at]
				units = append(units, words[at:]...)
			}
			if name, after := splitStreet(rest); len(street) == 0 && isStreet(name) {
				street, units = name, append(units, unitOnly(after)...)
			} else {
				units = append(units, unitOnly(rest)...)
			}
		}
	}
	if len(street) == 0 { // no house number: the first line as it is
		street = addressWords(foldLetters(a.Line1))
		if at := slices.IndexFunc(street, func(w string) bool { return unitMarks[w] }); at >= 0 {
			street = street[:at]
		}
	}
	units = slices.DeleteFunc(units, func(w string) bool { return unitMarks[w] })
	return street, strings.TrimLeft(strings.Join(units, ""), "0")
}

// isStreet says whether words begin with a house number and go on.
func isStreet(words []string) bool { return len(words) >= 2 && leadingDigits(words[0]) != "" }

// splitStreet cuts what follows the street's kind and direction, as in "12 main st 4b".
func splitStreet(words []string) (street, after []string) {
	last := -1
	for i, w := range words {
		if i >= 2 && streetKinds[w] != "" {
			last = i
		}
	}
	if last < 0 {
		return words, nil
	}
	for last+1 < len(words) && directions[words[last+1]] != "" {
		last++
	}
	return words[:last+1], words[last+1:]
}

// unitOnly is words that can be a unit without saying so: "4b", "b", "12 c".
func unitOnly(words []string) []string {
	text := strings.Join(words, "")
	if len(words) > 2 || len(text) > 5 || text == "" {
		return nil
	}
	if len(text) > 1 && !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	return words
}

// addressWords splits folded text into words in the abbreviations of the postal service.
func addressWords(text string) []string {
	text = strings.NewReplacer("#", " # ", "p.o.", "po", "p. o.", "po", "p o box", "po box").Replace(text)
	var words []string
	for _, field := range strings.Fields(text) {
		word := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '#' {
				return r
			}
			return -1 // dots, hyphens, apostrophes, fractions
		}, field)
		switch {
		case word == "":
			continue
		case word == "pob" || word == "pobox":
			words = append(words, "po", "box")
			continue
		}
		if mark, value := cutUnitMark(word); mark != "" {
			words = append(words, mark, value)
			continue
		}
		words = append(words, abbreviate(word))
	}
	if len(words) > 0 && leadingDigits(words[0]) != "" {
		words[0] = strings.TrimLeft(words[0], "0")
	}
	return joinDirections(words)
}

// cutUnitMark splits "apt4b".
func cutUnitMark(word string) (mark, value string) {
	for m := range unitMarks {
		if rest, ok := strings.CutPrefix(word, m); ok && leadingDigits(rest) != "" {
			return m, rest
		}
	}
	return "", ""
}

func abbreviate(word string) string {
	for _, table := range []map[string]string{directions, streetKinds, ordinals} {
		if short, ok := table[word]; ok {
			return short
		}
	}
	return word
}

// joinDirections makes "n w" one word.
func joinDirections(words []string) []string {
	var out []string
	for _, w := range words {
		if n := len(out); n > 0 && (w == "e" || w == "w") && (out[n-1] == "n" || out[n-1] == "s") {
			out[n-1] += w
			continue
		}
		out = append(out, w)
	}
	return out
}

// unitMarks stand before the unit within a building.
var unitMarks = set("#", "apt", "apartment", "apmt", "unit", "ste", "suite", "rm", "room", "fl", "floor", "bldg", "building", "dept", "department", "lot", "slip",
	"spc", "space", "trlr", "trailer", "box", "no", "num", "number", "ph", "penthouse")

// directions are abbreviated; the abbreviations themselves are in the table as well.
var directions = abbreviations("n north", "s south", "e east", "w west", "ne northeast", "nw northwest", "se southeast", "sw southwest")

// streetKinds are the street suffixes of the postal service that are in use, and words of street names that it abbreviates.
var streetKinds = abbreviations("aly alley", "ave avenue av aven", "blvd boulevard boul", "brg bridge", "byp bypass", "cir circle circ", "clf cliff", "ct court",
	"cv cove", "cres crescent", "xing crossing", "dr drive drv", "expy expressway", "ext extension", "ft fort", "fwy freeway", "gdn garden", "gdns gardens",
	"gln glen", "grv grove", "hbr harbor", "hts heights", "hwy highway", "hl hill", "hls hills", "is island", "jct junction", "lk lake", "ln lane", "loop", "mnr manor",
	"mdws meadows", "mt mount", "mtn mountain", "pkwy parkway pky", "pl place", "plz plaza", "pt point", "rdg ridge", "rd road", "rte route", "sq square", "sta station",
	"st street str saint", "ter terrace terr", "trl trail", "tpke turnpike", "vly valley", "vw view", "vlg village", "way wy")

var ordinals = abbreviations("1st first", "2nd second", "3rd third", "4th fourth", "5th fifth", "6th sixth", "7th seventh", "8th eighth", "9th ninth", "10th tenth",
	"11th eleventh", "12th twelfth")

func set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}

// abbreviations reads lists whose first word is the short form of all of them.
func abbreviations(lists ...string) map[string]string {
	out := map[string]string{}
	for _, list := range lists {
		words := strings.Fields(list)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
}
