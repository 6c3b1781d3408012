package httpapi_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

func TestTheCartFollowsTheAccount(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, casey, phone := h.Admin(t), h.Customer(t, "casey"), h.Visitor(t)
		signIn(phone, "casey@shop.test", apitest.CustomerPassword, 200)
		var ids []int64
		for _, name := range []string{"One", "Two", "Three"} {
			ids = append(ids, apitest.Read[adminapi.StaffProduct](t, admin.Must("POST", "/api/admin/products", newProduct(name), 200)).ID)
		}
		cart := func(c *apitest.Client) string {
			t.Helper()
			var words []string
			for _, line := range apitest.Read[shopapi.Cart](t, c.Must("GET", "/api/cart", nil, 200)).Lines {
				words = append(words, fmt.Sprintf("%d %s", line.Quantity, line.Name))
			}
			return strings.Join(words, ", ")
		}
		merge := func(id string, kept bool, lines ...map[string]int64) {
			t.Helper()
			casey.Must("POST", "/api/cart/merge", map[string]any{"id": id, "lines": lines, "kept": kept}, 200)
		}
		line := func(i int, n int64) map[string]int64 { return map[string]int64{"product_id": ids[i], "quantity": n} }
		phone.Must("PUT", fmt.Sprintf("/api/cart/lines/%d", ids[0]), map[string]int64{"quantity": 2}, 200)
		merge("guest-cart-1", false, line(0, 3), line(1, 1), map[string]int64{"product_id": 4711, "quantity": 1})
		if got := cart(phone); got != "5 One, 1 Two" {
			t.Error(got)
		}
		merge("guest-cart-1", false, line(0, 3), line(1, 1)) // another tab, or a second try
		if got := cart(phone); got != "5 One, 1 Two" {
			t.Errorf("merged twice: %s", got)
		}
		merge("kept-cart-01", true, line(0, 4), line(1, 2), line(2, 1))
		if got := cart(phone); got != "5 One, 2 Two, 1 Three" {
			t.Error(got)
		}
		phone.Must("PUT", fmt.Sprintf("/api/cart/lines/%d", ids[1]), map[string]int64{"quantity": 0}, 200)
		phone.Must("PUT", "/api/cart/lines/4711", map[string]int64{"quantity": 1}, 200)
		if got := cart(casey); got != "5 One, 1 Three" {
			t.Error(got)
		}
		casey.Must("PUT", "/api/cart", map[string]any{"lines": []any{}}, 200)
		if got := cart(phone); got != "" {
			t.Error(got)
		}
		casey.Must("PUT", "/api/cart", map[string]any{"lines": []any{map[string]int64{"product_id": ids[0], "quantity": 0}}}, 422)
	})
}

func TestMergesAtTheSameMomentAllCount(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, casey := h.Admin(t), h.Customer(t, "casey")
		id := apitest.Read[adminapi.StaffProduct](t, admin.Must("POST", "/api/admin/products", newProduct("One"), 200)).ID
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				casey.Do("POST", "/api/cart/merge", map[string]any{"id": fmt.Sprintf("guest-cart-%d", i), "lines": []any{map[string]int64{"product_id": id, "quantity": 2}}})
			})
		}
		all.Wait()
		if lines := apitest.Read[shopapi.Cart](t, casey.Must("GET", "/api/cart", nil, 200)).Lines; len(lines) != 1 || lines[0].Quantity != 16 {
			t.Errorf("%+v", lines)
		}
	})
}
