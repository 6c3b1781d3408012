package line_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

func seed(n int) string { return line.ReceiptHash("seed " + strconv.Itoa(n)) }

// members is a list of n entries; the tier of each is given by its number.
func members(n int64, tier func(number int64) int64) []line.Listed {
	list := make([]line.Listed, n)
	for i := range list {
		number := int64(i + 1)
		list[i] = line.Listed{Number: number, ReceiptHash: line.ReceiptHash("receipt " + strconv.FormatInt(number, 10)), Tier: tier(number)}
	}
	return list
}

func tierOne(int64) int64 { return 1 }

func shuffle(t *testing.T, list []line.Listed, seed string) *line.Ranks {
	t.Helper()
	ranks, err := line.Shuffle(list, seed, line.Digest(line.Text(list)), int64(len(list)))
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

// recheck ranks a published list as anybody can: it shares no code with the shop.
func recheck(t *testing.T, text, seedHex string) map[int64]int64 {
	t.Helper()
	digest := sha256.Sum256([]byte(text))
	seed, err := hex.DecodeString(seedHex)
	if err != nil {
		t.Fatal(err)
	}
	key := sha256.Sum256(append(seed, digest[:]...))
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var order []string // sorts like the ranks
	for _, row := range rows {
		if row[3] == "1" {
			continue
		}
		mac := hmac.New(sha256.New, key[:])
		mac.Write([]byte(row[0]))
		order = append(order, row[2]+hex.EncodeToString(mac.Sum(nil))+" "+row[0])
	}
	sort.Strings(order)
	ranks := map[int64]int64{}
	for i, text := range order {
		number, err := strconv.ParseInt(strings.Fields(text)[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ranks[number] = int64(i + 1)
	}
	return ranks
}

func TestTheRanksFollowFromThePublishedListAndSeed(t *testing.T) {
	list := members(2_000, func(n int64) int64 { return 1 + n%2 })
	list[4].Withdrawn, list[1_500].Withdrawn = true, true
	text := line.Text(list)
	ranks := shuffle(t, list, seed(1))
	expected := recheck(t, text, seed(1))
	if len(expected) != 1_998 {
		t.Fatalf("the recheck ranks %d of 1,998", len(expected))
	}
	for number, rank := range expected {
		if got, ok := ranks.Rank(number); !ok || got != rank {
			t.Fatalf("number %d has rank %d, the recheck says %d", number, got, rank)
		}
		if got, ok := ranks.Number(rank); !ok || got != number {
			t.Fatalf("rank %d is number %d, the recheck says %d", rank, got, number)
		}
	}
	if _, ok := ranks.Rank(5); ok {
		t.Error("a withdrawn entry has a rank")
	}
	if _, ok := ranks.Number(1_999); ok {
		t.Error("the rank that a withdrawn entry leaves over belongs to a number")
	}
	for _, late := range []int64{2_001, 9_000} {
		if rank, ok := ranks.Rank(late); !ok || rank != late {
			t.Errorf("number %d came after the shuffle and has rank %d", late, rank)
		}
		if number, ok := ranks.Number(late); !ok || number != late {
			t.Errorf("rank %d after the shuffle is number %d", late, number)
		}
	}
	for rank := int64(1); rank <= 1_998; rank++ {
		number, _ := ranks.Number(rank)
		if tier := 1 + number%2; tier == 1 != (rank <= 1_000) { // the two withdrawn ones have odd numbers: tier 2
			t.Fatalf("rank %d is in tier %d", rank, tier)
		}
	}
}

func TestOneFlippedBitOfListOrSeedGivesOtherRanks(t *testing.T) {
	list := members(1_000, tierOne)
	before := shuffle(t, list, seed(1))
	raw, err := hex.DecodeString(seed(1))
	if err != nil {
		t.Fatal(err)
	}
	raw[0] ^= 1
	other := hex.EncodeToString(raw)
	differs := func(r *line.Ranks) bool {
		for n := int64(1); n <= 50; n++ {
			a, _ := before.Number(n)
			if b, _ := r.Number(n); a != b {
				return true
			}
		}
		return false
	}
	if !differs(shuffle(t, list, other)) {
		t.Error("another seed gives the same winners")
	}
	list[999].ReceiptHash = line.ReceiptHash("somebody else")
	if !differs(shuffle(t, list, seed(1))) {
		t.Error("another list gives the same winners")
	}
}

func TestRanksDoNotDependOnNumbers(t *testing.T) {
	const n = 100_000
	list := members(n, func(number int64) int64 { return 1 + number%2 })
	for s := range 3 {
		ranks := shuffle(t, list, seed(s))
		var byTier [3][]int64
		for number := int64(1); number <= n; number++ {
			rank, _ := ranks.Rank(number)
			tier := 1 + number%2
			byTier[tier] = append(byTier[tier], rank)
		}
		for tier := 1; tier <= 2; tier++ {
			if rho := spearman(byTier[tier]); math.Abs(rho) >= 0.01 {
				t.Errorf("seed %d, tier %d: ρ of number and rank is %.4f", s, tier, rho)
			}
			for _, rank := range byTier[tier] {
				if tier == 1 != (rank <= n/2) {
					t.Fatalf("rank %d is in tier %d", rank, tier)
				}
			}
		}
	}
}

// spearman correlates the order of the values with the values.
func spearman(values []int64) float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return values[order[a]] < values[order[b]] })
	sum := 0.0
	for rank, i := range order {
		d := float64(rank - i)
		sum += d * d
	}
	n := float64(len(values))
	return 1 - 6*sum/(n*(n*n-1))
}

func TestEveryRankIsEquallyLikely(t *testing.T) { // χ² over 100 shuffles, p > 0.001
	const n, shuffles = 1_000, 100
	list := members(n, tierOne)
	var counts [10][10]float64
	for s := range shuffles {
		ranks := shuffle(t, list, seed(s))
		for number := int64(1); number <= n; number++ {
			rank, _ := ranks.Rank(number)
			counts[(number-1)*10/n][(rank-1)*10/n]++
		}
	}
	sum, expected := 0.0, float64(n*shuffles)/100
	for _, row := range counts {
		for _, count := range row {
			sum += (count - expected) * (count - expected) / expected
		}
	}
	const critical = 124.8 // of 81 degrees of freedom at p = 0.001
	if sum >= critical {
		t.Errorf("χ² is %.1f, at most %.1f is likely", sum, critical)
	}
}

func TestTheListIsTextInParts(t *testing.T) {
	list := members(25_000, tierOne)
	list[1].Withdrawn, list[1].Tier = true, 2
	text := line.Text(list)
	if want := fmt.Sprintf("1,%s,1,0\n2,%s,2,1\n", list[0].ReceiptHash, list[1].ReceiptHash); !strings.HasPrefix(text, want) {
		t.Errorf("the list begins with %q, not %q", text[:len(want)], want)
	}
	parts := line.Parts(text)
	if len(parts) != 3 || strings.Join(parts, "") != text || strings.Count(parts[0], "\n") != 10_000 {
		t.Errorf("%d parts, the first with %d lines", len(parts), strings.Count(parts[0], "\n"))
	}
	read, err := line.Parse(text)
	if err != nil || line.Text(read) != text {
		t.Errorf("the list read back is another one (%v)", err)
	}
	if parts := line.Parts(""); len(parts) != 0 {
		t.Errorf("an empty list has %d parts", len(parts))
	}
}

func BenchmarkShuffle100000(b *testing.B) {
	list := members(100_000, tierOne)
	digest := line.Digest(line.Text(list))
	for b.Loop() {
		if _, err := line.Shuffle(list, seed(1), digest, 100_000); err != nil {
			b.Fatal(err)
		}
	}
}
