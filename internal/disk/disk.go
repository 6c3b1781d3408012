// Package disk says how much space is left where a folder is.
package disk

// Space is the space of a file system in bytes.
type Space struct {
	Free  int64 // for this program
	Total int64
}
