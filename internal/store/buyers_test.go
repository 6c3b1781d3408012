package store

import (
	"strings"
	"testing"
)

// Whoever starts from the lines of the product reads every order of it for each batch.
func TestUnitsBoughtAreLookedUpFromTheBuyers(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	user := int64(1)
	query, args := unitsBoughtQuery([]int64{1}, []Buyer{{MailboxKey: "a", EmailKey: "a@example.com"}, {MailboxKey: "b", EmailKey: "b@example.com", UserID: &user}})
	rows, err := s.reader.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(detail + "\n")
	}
	if strings.Contains(plan.String(), "order_lines_by_product") || strings.Contains(plan.String(), "SCAN orders") || !strings.Contains(plan.String(), "(order_id=?)") {
		t.Errorf("the plan is\n%s", &plan)
	}
}
