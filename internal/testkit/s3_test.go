package testkit_test

import (
	"net/http"
	"net/url"
	"testing"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

func TestS3KeepsObjectsAndAsksForCredentials(t *testing.T) {
	address := testkit.S3(t)
	bucket, err := blob.OpenBucket(t.Context(), address+"&use_path_style=true")
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	if err := bucket.WriteAll(t.Context(), "shelf/peas.txt", []byte("wasabi"), nil); err != nil {
		t.Fatal(err)
	}
	got, err := bucket.ReadAll(t.Context(), "shelf/peas.txt")
	if err != nil || string(got) != "wasabi" {
		t.Fatalf("%q, %v", got, err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(u.Query().Get("endpoint") + "/" + u.Host + "/shelf/peas.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a stranger gets %s", resp.Status)
	}
}
