package shop

import (
	"strconv"
	"strings"
	"sync"
)

// The first three digits of a ZIP code name a region. These ranges say its
// state; regions outside of the states we deliver to are left out.
const zipStates = `005 NY,010-027 MA,028-029 RI,030-038 NH,039-049 ME,050-054 VT,055 MA,056-059 VT,060-069 CT,070-089 NJ,100-149 NY,150-196 PA,
197-199 DE,200 DC,201 VA,202-205 DC,206-219 MD,220-246 VA,247-268 WV,270-289 NC,290-299 SC,300-319 GA,320-339 FL,341-342 FL,344 FL,346-347 FL,
349 FL,350-369 AL,370-385 TN,386-397 MS,398-399 GA,400-427 KY,430-459 OH,460-479 IN,480-499 MI,500-528 IA,530-549 WI,550-567 MN,569 DC,
570-577 SD,580-588 ND,590-599 MT,600-629 IL,630-658 MO,660-679 KS,680-693 NE,700-714 LA,716-729 AR,730-731 OK,733 TX,734-749 OK,750-799 TX,
800-816 CO,820-831 WY,832-838 ID,840-847 UT,850-865 AZ,870-884 NM,885 TX,889-898 NV,900-961 CA,967-968 HI,970-979 OR,980-994 WA,995-999 AK`

// Regions that are one city. Elsewhere the shopper types the city.
const zipCities = `011 Springfield,016 Worcester,029 Providence,031 Manchester,061 Hartford,065 New Haven,066 Bridgeport,069 Stamford,071 Newark,
073 Jersey City,086 Trenton,100-102 New York,103 Staten Island,104 Bronx,112 Brooklyn,122 Albany,132 Syracuse,142 Buffalo,146 Rochester,
152 Pittsburgh,191 Philadelphia,198 Wilmington,200 Washington,202-205 Washington,212 Baltimore,232 Richmond,235 Norfolk,253 Charleston,
271 Winston-Salem,274 Greensboro,276 Raleigh,277 Durham,282 Charlotte,292 Columbia,294 Charleston,303 Atlanta,309 Augusta,314 Savannah,
322 Jacksonville,328 Orlando,331 Miami,333 Fort Lauderdale,336 Tampa,337 Saint Petersburg,352 Birmingham,358 Huntsville,361 Montgomery,
366 Mobile,372 Nashville,374 Chattanooga,379 Knoxville,381 Memphis,392 Jackson,402 Louisville,405 Lexington,432 Columbus,436 Toledo,
441 Cleveland,443 Akron,452 Cincinnati,454 Dayton,462 Indianapolis,466 South Bend,468 Fort Wayne,482 Detroit,485 Flint,489 Lansing,
495 Grand Rapids,503 Des Moines,524 Cedar Rapids,532 Milwaukee,537 Madison,543 Green Bay,551 Saint Paul,554 Minneapolis,558 Duluth,
571 Sioux Falls,581 Fargo,591 Billings,606 Chicago,611 Rockford,616 Peoria,627 Springfield,631 Saint Louis,641 Kansas City,658 Springfield,
661 Kansas City,666 Topeka,672 Wichita,681 Omaha,685 Lincoln,701 New Orleans,708 Baton Rouge,711 Shreveport,722 Little Rock,
731 Oklahoma City,741 Tulsa,752-753 Dallas,761 Fort Worth,770 Houston,772 Houston,782 San Antonio,784 Corpus Christi,787 Austin,
791 Amarillo,794 Lubbock,799 El Paso,802 Denver,803 Boulder,809 Colorado Springs,837 Boise,841 Salt Lake City,850 Phoenix,857 Tucson,
871 Albuquerque,891 Las Vegas,895 Reno,900-901 Los Angeles,903 Inglewood,904 Santa Monica,908 Long Beach,911 Pasadena,912 Glendale,
915 Burbank,921 San Diego,927 Santa Ana,933 Bakersfield,937 Fresno,941 San Francisco,946 Oakland,947 Berkeley,951 San Jose,952 Stockton,
958 Sacramento,968 Honolulu,972 Portland,973 Salem,974 Eugene,981 Seattle,984 Tacoma,992 Spokane`

var zipRegions = sync.OnceValues(func() (states, cities [1000]string) {
	return regions(zipStates), regions(zipCities)
})

func regions(text string) (out [1000]string) {
	for entry := range strings.SplitSeq(strings.ReplaceAll(text, "\n", ""), ",") {
		span, name, _ := strings.Cut(entry, " ")
		first, last, many := strings.Cut(span, "-")
		if !many {
			last = first
		}
		from, _ := strconv.Atoi(first) // our own constants
		to, _ := strconv.Atoi(last)
		for i := from; i <= to; i++ {
			out[i] = name
		}
	}
	return out
}

// PlaceOf tells a ZIP code's state, and its city where the region is one city.
func PlaceOf(zip string) (city, state string, ok bool) {
	if !ValidZip(zip) {
		return "", "", false
	}
	region, _ := strconv.Atoi(zip[:3]) // digits: checked above
	states, cities := zipRegions()
	return cities[region], states[region], states[region] != ""
}
