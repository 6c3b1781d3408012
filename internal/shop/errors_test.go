package shop

import (
	"errors"
	"slices"
	"testing"
)

func TestProblemsKeepTheOrderOfTheChecksAndTheFirstMessageOfAField(t *testing.T) {
	p := Problems{}
	p.Check(true, "fine", "never said")
	p.Check(false, "zip", "first")
	p.Check(false, "name", "second")
	p.Check(false, "zip", "said too late")
	p.Check(false, "city", "third")
	want := Problems{{"zip", "first"}, {"name", "second"}, {"city", "third"}}
	if !slices.Equal(p, want) {
		t.Errorf("collected %v, want %v", p, want)
	}
	if p.Message("name") != "second" {
		t.Errorf("of name: %q", p.Message("name"))
	}
	if p.Message("fine") != "" {
		t.Errorf("of fine: %q", p.Message("fine"))
	}
	if err, ok := errors.AsType[*Error](p.Err()); !ok || err.Code != Invalid || !slices.Equal(err.Fields, want) {
		t.Errorf("as an error: %+v", p.Err())
	}
	if err := (Problems{}).Err(); err != nil {
		t.Errorf("no problem is the error %v", err)
	}
}
