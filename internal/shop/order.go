package shop

import "fmt"

// OrderNumber is how people name the nth order.
func OrderNumber(n int64) string { return fmt.Sprintf("ORD-%03d", n) }
