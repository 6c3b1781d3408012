package shop

import "strconv"

// IDText is an id as a text, for the audit log and for keys.
func IDText(id int64) string { return strconv.FormatInt(id, 10) }
