package shop

import "unicode"

// hiddenMessage is what a form says about a character that nobody sees.
const hiddenMessage = "This has an invisible character or one that turns the direction of text. Type it again without it."

// hasHiddenCharacters says whether a name has characters that make it look like
// another one: those that turn the direction of text, and those without width.
// Joiners are allowed where they are part of how something is written: a zero-width
// joiner between emoji, which makes one of two, and joiners between letters of scripts
// that need them (Persian, Hindi and others).
func hasHiddenCharacters(name string) bool {
	runes := []rune(name)
	for i, r := range runes {
		if r == zeroWidthJoiner || r == zeroWidthNonJoiner {
			if i == 0 || i == len(runes)-1 || !mayJoin(runes[i-1], r, runes[i+1]) {
				return true
			}
			continue
		}
		if r == 0xFE0E || r == 0xFE0F { // as text, as emoji
			if i == 0 || !isEmojiBase(runes[i-1]) {
				return true
			}
			continue
		}
		if unicode.Is(hidden, r) {
			return true
		}
	}
	return false
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// hidden are format characters and letters without width.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00AD, 0x00AD, 1}, // soft hyphen
		{0x034F, 0x034F, 1}, // combining grapheme joiner
		{0x061C, 0x061C, 1}, // Arabic letter mark
		{0x115F, 0x1160, 1}, // Hangul fillers
		{0x17B4, 0x17B5, 1}, // Khmer inherent vowels
		{0x180B, 0x180F, 1}, // Mongolian selectors and vowel separator
		{0x200B, 0x200F, 1}, // zero-width space, joiners, direction marks
		{0x2028, 0x202E, 1}, // line and paragraph separator, direction overrides
		{0x2060, 0x206F, 1}, // word joiner, invisible operators, isolates
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xFE00, 0xFE0D, 1}, // variation selectors, without those of emoji
		{0xFEFF, 0xFEFF, 1}, // zero-width no-break space
		{0xFFA0, 0xFFA0, 1}, // half-width Hangul filler
		{0xFFF9, 0xFFFB, 1}, // interlinear annotation
	},
	R32: []unicode.Range32{
		{0x1D173, 0x1D17A, 1}, // musical format characters
		{0xE0000, 0xE0FFF, 1}, // tags and more variation selectors
	},
}

func mayJoin(before, joiner, after rune) bool {
	if joiner == zeroWidthJoiner && isEmoji(before) && isEmoji(after) {
		return true
	}
	return usesJoiners(before) && usesJoiners(after)
}

func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x21FF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r == 0xFE0F
}

// isEmojiBase says whether a character can be written as text or as emoji.
func isEmojiBase(r rune) bool {
	return isEmoji(r) && r != 0xFE0F || r >= '0' && r <= '9' || r == '#' || r == '*' || r == 0xA9 || r == 0xAE || r >= 0x2000 && r <= 0x2BFF && unicode.IsPrint(r) ||
		r == 0x3030 || r == 0x303D || r == 0x3297 || r == 0x3299
}

// usesJoiners says whether a letter or mark is of a script that is written with joiners.
func usesJoiners(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r)) && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Mongolian)
}

// checkName refuses a name that looks like another one.
func checkName(p *Problems, field, name string) {
	p.Check(!hasHiddenCharacters(name), field, hiddenMessage)
}

// CheckFullName refuses a person's name that is too long or looks like another one.
func CheckFullName(p *Problems, field, name string) {
	p.Check(len([]rune(name)) <= MaxPersonName, field, "Keep the name below 100 characters.")
	checkName(p, field, name)
}
