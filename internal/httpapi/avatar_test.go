package httpapi_test

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// putAvatar uploads a file as the own picture.
func putAvatar(t *testing.T, c *apitest.Client, content []byte, status int) apitest.Response {
	t.Helper()
	answer := c.Send(avatarRequest(t, c, content))
	if answer.Status != status {
		t.Fatalf("%d, want %d: %s", answer.Status, status, answer.Body)
	}
	return answer
}

func avatarRequest(t *testing.T, c *apitest.Client, content []byte) *http.Request {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	file, err := w.CreateFormFile("file", "me.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("PUT", c.URL+"/api/account/avatar", &form)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	return r
}

func face(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 500, 500))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (h testShop) pictures(t *testing.T) (keys []string) {
	t.Helper()
	err := h.Services.Media.(*media.Store).ListAll(t.Context(), func(key string, _ int64) error {
		keys = append(keys, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestAnAvatarIsKeptAsLongAsItIsShown(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, h testShop) {
		casey := h.Customer(t, "casey")
		if p := putAvatar(t, casey, []byte("not a picture"), 415).Problem(t); p.Code != "image_type" || len(h.pictures(t)) != 0 {
			t.Errorf("%+v, kept %v", p, h.pictures(t))
		}
		upload := func() string {
			t.Helper()
			url := apitest.Read[shopapi.Avatar](t, putAvatar(t, casey, face(t), 200)).AvatarURL
			if me(t, casey).AvatarURL != url || !strings.HasPrefix(url, "/site-assets/avatars/") {
				t.Errorf("shown %s, uploaded %s", me(t, casey).AvatarURL, url)
			}
			casey.Must("GET", url, nil, 200)
			return url
		}
		first := upload()
		one := len(h.pictures(t))
		second := upload()
		casey.Must("GET", first, nil, 404)
		if all := h.pictures(t); one == 0 || len(all) != one {
			t.Errorf("one picture is %d files, after replacing it %v", one, all)
		}
		casey.Must("DELETE", "/api/account/avatar", nil, 204)
		casey.Must("GET", second, nil, 404)
		if all := h.pictures(t); len(all) != 0 || me(t, casey).AvatarURL != "" {
			t.Errorf("after removing it: %v", all)
		}
		upload()
		casey.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 204)
		if all := h.pictures(t); len(all) != 0 {
			t.Errorf("the person is gone, their face is not: %v", all)
		}
	})
}
