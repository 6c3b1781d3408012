package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

// oddKeys are keys that encoding/json would take for the given one.
func oddKeys(key string) []string {
	odd := []string{strings.ToUpper(key[:1]) + key[1:], strings.ToUpper(key), key[:len(key)-1] + strings.ToUpper(key[len(key)-1:])}
	if strings.Contains(key, "s") {
		odd = append(odd, strings.Replace(key, "s", "\u017f", 1)) // folds to s
	}
	if strings.Contains(key, "k") {
		odd = append(odd, strings.Replace(key, "k", "\u212a", 1)) // folds to k
	}
	return append(odd, key) // the same key twice
}

// with writes an object with one more key, before or after the others.
func with(object map[string]string, order []string, key, value string, first bool) string {
	var fields []string
	for _, name := range order {
		fields = append(fields, fmt.Sprintf("%q:%s", name, object[name]))
	}
	more := fmt.Sprintf("%q:%s", key, value)
	if first {
		fields = append([]string{more}, fields...)
	} else {
		fields = append(fields, more)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func TestKeysAreReadCaseSensitivelyAndOnlyOnce(t *testing.T) {
	visitor := apitest.New(t).Visitor(t)
	tries := 0
	refused := func(path, text, key string) {
		t.Helper()
		tries++
		answer := visitor.Do("POST", path, text)
		if !json.Valid([]byte(text)) {
			t.Fatalf("the sample is not JSON: %s", text)
		}
		if answer.Status != 400 && answer.Status != 422 || !strings.Contains(string(answer.Body), key) {
			t.Errorf("%s %s: %d %s, want 400 or 422 with the name %s", path, text, answer.Status, answer.Body, key)
		}
	}
	refused("/api/quote", `{"lines":[{"product_id":50,"quantity":1,"Quantity":-1}],"state":"CA"}`, "lines[0].Quantity")
	refused("/api/quote", `{"lines":[{"product_id":50,"quantity":1},{"product_id":51,"quantity":1,"quantity":-1}],"state":"CA"}`, "lines[1].quantity")
	for path, body := range map[string]struct {
		wrap   string
		order  []string
		values map[string]string
		other  string
	}{
		"/api/quote (line)":    {`{"lines":[%s],"state":"CA"}`, []string{"product_id", "quantity"}, map[string]string{"product_id": "1", "quantity": "1"}, "-1"},
		"/api/orders (line)":   {`{"lines":[%s]}`, []string{"product_id", "quantity"}, map[string]string{"product_id": "1", "quantity": "1"}, "-1"},
		"/api/quote":           {"%s", []string{"lines", "state", "method", "fulfillment"}, map[string]string{"lines": "[]", "state": `"CA"`, "method": `"standard"`, "fulfillment": `"delivery"`}, `"x"`},
		"/api/session":         {"%s", []string{"email", "password"}, map[string]string{"email": `"a@b.test"`, "password": `"x"`}, `"y"`},
		"/api/users":           {"%s", []string{"username", "email", "password"}, map[string]string{"username": `"casey"`, "email": `"a@b.test"`, "password": `"battery horse"`}, `"y"`},
		"/api/contact":         {"%s", []string{"name", "email", "subject", "message"}, map[string]string{"name": `"Casey"`, "email": `"a@b.test"`, "subject": `"Hi"`, "message": `"Hello there"`}, `"y"`},
		"/api/orders":          {"%s", []string{"email", "state", "lines"}, map[string]string{"email": `"a@b.test"`, "state": `"CA"`, "lines": "[]"}, `"y"`},
		"/api/password-resets": {"%s", []string{"email"}, map[string]string{"email": `"a@b.test"`}, `"y"`},
		"/api/subscriptions":   {"%s", []string{"email"}, map[string]string{"email": `"a@b.test"`}, `"y"`},
	} {
		address, _, _ := strings.Cut(path, " ")
		for _, key := range body.order {
			for _, odd := range oddKeys(key) {
				for _, first := range []bool{true, false} {
					refused(address, fmt.Sprintf(body.wrap, with(body.values, body.order, odd, body.other, first)), odd)
				}
			}
		}
	}
	if tries < 192 {
		t.Errorf("only %d bodies were tried", tries)
	}
}
