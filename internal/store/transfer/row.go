package transfer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"strconv"
	"unicode/utf8"
)

// Row is the values of one row, in the order of the table's columns.
type Row []any

// normal gives the values as both engines have them in common.
func normal(table Table, values []any) (Row, error) {
	for i, value := range values {
		column, fits := table.Columns[i], value == nil
		switch v := value.(type) {
		case int64:
			fits = column.Kind == Integer
			if column.Kind == Boolean && (v == 0 || v == 1) {
				values[i], fits = v == 1, true
			}
		case bool:
			fits = column.Kind == Boolean
		case string:
			fits = column.Kind == Text
		case []byte:
			values[i], fits = string(v), column.Kind == Text
		}
		if !fits {
			return nil, fmt.Errorf("%s.%s holds a value of another type (%T)", table.Name, column.Name, value)
		}
	}
	return values, nil
}

// appendText appends the row's canonical text: a JSON array and a line's end. Equal
// rows have equal texts, on both engines and in a backup.
func (r Row) appendText(text []byte) ([]byte, error) {
	for i, value := range r {
		separator := byte(',')
		if i == 0 {
			separator = '['
		}
		text = append(text, separator)
		switch v := value.(type) {
		case nil:
			text = append(text, "null"...)
		case int64:
			text = strconv.AppendInt(text, v, 10)
		case bool:
			text = strconv.AppendBool(text, v)
		case string:
			var err error
			if text, err = appendString(text, v); err != nil {
				return nil, err
			}
		}
	}
	return append(text, ']', '\n'), nil
}

func appendString(text []byte, value string) ([]byte, error) {
	plain := true
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			plain = false
			break
		}
	}
	if plain {
		return append(append(append(text, '"'), value...), '"'), nil
	}
	if !utf8.ValidString(value) {
		return nil, fmt.Errorf("the text %q is not UTF-8", value)
	}
	encoded, err := json.Marshal(value)
	return append(text, encoded...), err
}

// parseRow reads a row's canonical text.
func parseRow(table Table, text []byte) (Row, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var values []any
	if err := decoder.Decode(&values); err != nil {
		return nil, fmt.Errorf("a row of %s cannot be read: %w", table.Name, err)
	}
	if len(values) != len(table.Columns) {
		return nil, fmt.Errorf("a row of %s has %d values, not %d", table.Name, len(values), len(table.Columns))
	}
	for i, value := range values {
		if number, ok := value.(json.Number); ok {
			whole, err := number.Int64()
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", table.Name, table.Columns[i].Name, err)
			}
			values[i] = whole
		}
	}
	return normal(table, values)
}

// Digest is how many rows a table has, and a checksum of their texts in the order of the primary key.
type Digest struct {
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"`
}

// digester makes a Digest of rows one after the other.
type digester struct {
	rows int64
	hash hash.Hash
	text []byte
}

func newDigester() *digester { return &digester{hash: sha256.New()} }

func (d *digester) add(row Row) (text []byte, err error) {
	if d.text, err = row.appendText(d.text[:0]); err != nil {
		return nil, err
	}
	d.rows++
	_, _ = d.hash.Write(d.text)
	return d.text, nil
}

func (d *digester) digest() Digest {
	return Digest{Rows: d.rows, SHA256: hex.EncodeToString(d.hash.Sum(nil))}
}
