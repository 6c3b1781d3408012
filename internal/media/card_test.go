package media

import (
	"bytes"
	"image/jpeg"
	"os"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestCardShowsPictureAndWords(t *testing.T) {
	store, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("testdata/card-pack.webp")
	if err != nil {
		t.Fatal(err)
	}
	const key = "site-assets/product-images/00000000-0000-4000-8000-000000000000-480.webp"
	if err := store.Put(t.Context(), key, pack); err != nil {
		t.Fatal(err)
	}
	full := shop.Card{Title: "Midnight Ramen", When: []string{"Fri, Nov 20", "9:00 AM PST"}, Site: "Snackdrop", Color: "#ff3d9a", Picture: "/" + key}
	long := full
	long.Title = strings.Repeat("Extraordinarily long name of a drop ", 9)
	bare := full
	bare.Picture, bare.Color, bare.Title = "", "nonsense", "夜 & Ω"
	for name, card := range map[string]shop.Card{"full": full, "long": long, "bare": bare} {
		data, err := store.Card(t.Context(), card)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if dir := os.Getenv("SNACKDROP_CARDS"); dir != "" { // to look at them
			if err := os.WriteFile(dir+"/"+name+".jpg", data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		config, err := jpeg.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != 1200 || config.Height != 630 {
			t.Errorf("%s: %d by %d, %v", name, config.Width, config.Height, err)
		}
		if len(data) > 200_000 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
	}
}
