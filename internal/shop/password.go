package shop

import (
	"crypto/sha256"
	_ "embed"
	"sort"
	"strings"
	"unicode/utf8"
)

// CheckPassword refuses a password that is too short or too long, one of the most
// common ones, and one that is only what everybody knows of its owner: own has their
// email and username. There are no rules of composition: length is what helps.
func CheckPassword(p *Problems, password string, admin bool, own ...string) {
	least, message := MinPassword, "Password must be at least 8 characters"
	if admin {
		least, message = MinAdminPassword, "Admin passwords must be at least 12 characters"
	}
	p.Check(utf8.RuneCountInString(password) >= least, "password", message)
	p.Check(utf8.RuneCountInString(password) <= MaxPassword, "password", "Password must be at most 200 characters")
	p.Check(!isOwnName(password, own), "password", "Your email or username is the first that others would try. Choose another password.")
	p.Check(!isCommonPassword(password), "password", "Many people use this password, so it is guessed first. Choose another one.")
}

// maxDecoration is how many digits and signs at its end do not make a word a password.
const maxDecoration = 4

// undecorated are the words that a guesser would try for a password: itself, and
// itself without the digits and signs that people add at the end.
func undecorated(password string) []string {
	word := strings.ToLower(strings.TrimSpace(password))
	words := []string{word}
	for range maxDecoration {
		if word == "" || !strings.ContainsRune("0123456789!?.*#$@-_", rune(word[len(word)-1])) {
			break
		}
		word = word[:len(word)-1]
		words = append(words, word)
	}
	return words
}

func isOwnName(password string, own []string) bool {
	for _, word := range undecorated(password) {
		for _, name := range own {
			name = strings.ToLower(strings.TrimSpace(name))
			local, _, _ := strings.Cut(name, "@")
			if word != "" && (word == name || word == local) {
				return true
			}
		}
	}
	return false
}

// commonPasswords has the beginnings of the hashes of the most common passwords,
// sorted; see scripts/common-passwords.mjs. One of 100 million other passwords is
// refused by mistake.
//
//go:embed common_passwords.bin
var commonPasswords string

const hashBytes = 5

func isCommonPassword(password string) bool {
	for _, word := range undecorated(password) {
		sum := sha256.Sum256([]byte(word))
		if isCommonHash(string(sum[:hashBytes])) {
			return true
		}
	}
	return false
}

func isCommonHash(hash string) bool {
	row := func(i int) string { return commonPasswords[i*hashBytes : (i+1)*hashBytes] }
	n := len(commonPasswords) / hashBytes
	i := sort.Search(n, func(i int) bool { return row(i) >= hash })
	return i < n && row(i) == hash
}
