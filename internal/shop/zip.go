package shop

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// One line for the first three digits of ZIP codes: state, city and the last two digits of its codes, city by city.
//
//go:embed zips.txt
var zipText string

// The post offices of the territories, which the list of the states leaves out.
const territoryZips = `006 PR Aguadilla 03-05;PR Arecibo 12-14;PR Mayagüez 80-82
007 PR Caguas 25-27;PR Ponce 16-17,28,30-34
008 VI St Thomas 01-05;VI Christiansted 20-24;VI St John 30-31;VI Frederiksted 40-41;VI Kingshill 50-51
009 PR San Juan 01-40;PR Bayamón 56-61;PR Carolina 79-88
967 AS Pago Pago 99
969 GU Hagåtña 10,32;GU Dededo 12;GU Yigo 29;GU Barrigada 13,21;GU Tamuning 31;MP Saipan 50;MP Rota 51;MP Tinian 52`

// zipRegion is what the first three digits say: the states they serve and the places in them.
type zipRegion struct {
	states []string // the usual one first
	places string
}

var zipRegions = sync.OnceValue(func() *[1000]zipRegion {
	out := &[1000]zipRegion{}
	for line := range strings.SplitSeq(zipText+"\n"+territoryZips, "\n") {
		digits, places, ok := strings.Cut(line, " ")
		n, err := strconv.Atoi(digits)
		if !ok || err != nil { // the line that names the source
			continue
		}
		region := &out[n]
		for place := range strings.SplitSeq(places, ";") {
			if state := place[:2]; !slices.Contains(region.states, state) {
				region.states = append(region.states, state)
			}
		}
		if region.places != "" {
			places = region.places + ";" + places
		}
		region.places = places
	}
	return out
})

func regionOf(zip string) (zipRegion, bool) {
	if !validZip(zip) {
		return zipRegion{}, false
	}
	n, _ := strconv.Atoi(zip[:3]) // digits: checked above
	region := zipRegions()[n]
	return region, len(region.states) > 0
}

// CityAndState finds a ZIP code's city and state. Of a code that is newer than the
// list it knows the state alone.
func CityAndState(zip string) (city, state string, ok bool) {
	region, ok := regionOf(zip)
	if !ok {
		return "", "", false
	}
	for place := range strings.SplitSeq(region.places, ";") {
		end := strings.LastIndexByte(place, ' ')
		for span := range strings.SplitSeq(place[end+1:], ",") {
			if span[:2] <= zip[3:5] && zip[3:5] <= span[len(span)-2:] {
				return place[3:end], place[:2], true
			}
		}
	}
	return "", region.states[0], true
}

// checkZipState refuses a ZIP code that does not exist, and one that lies in another
// state: the state decides the tax, so it must not be free to choose. At a border
// every state that the code's first three digits serve will do.
func checkZipState(p *Problems, zip, state string) (mismatch bool) {
	region, known := regionOf(zip)
	p.Check(known || !validZip(zip), "zip", "There is no such ZIP code where we deliver.")
	if !known || !ValidState(state) || slices.Contains(region.states, state) {
		return false
	}
	_, home, _ := CityAndState(zip)
	p.Check(false, "state", "This ZIP code is in "+stateNames[home]+".")
	return true
}

// addressErr gives a form whose only fault is the state beside its ZIP code a code of its own.
func addressErr(p Problems, mismatch bool) error {
	if message := p.Message("state"); message != "" && mismatch && len(p) == 1 {
		return FieldError(ZipState, "state", message)
	}
	return p.Err()
}
