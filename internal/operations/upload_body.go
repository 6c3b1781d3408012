package operations

import (
	"io"
	"mime"
	"mime/multipart"

	"github.com/danielgtaylor/huma/v2"
)

// UploadBody is a multipart form with one file. The file is read from the
// connection by whoever uses it: nothing is written to the temporary folder,
// and a request that is refused first costs no memory for its file.
type UploadBody struct {
	Filename string
	File     io.Reader
	rest     io.Reader // what is left of the request; nil when the client sends no more
}

// Resolve finds the file in the form; Huma calls it before the handler.
func (u *UploadBody) Resolve(c huma.Context) []error {
	if c.Header("Expect") == "" {
		u.rest = c.BodyReader()
	}
	kind, parameters, err := mime.ParseMediaType(c.Header("Content-Type"))
	if err != nil || kind != "multipart/form-data" || parameters["boundary"] == "" {
		return []error{breaksRule("body.file", "Send the file as multipart/form-data.")}
	}
	parts := multipart.NewReader(c.BodyReader(), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			return []error{breaksRule("body.file", "The form holds no file.")}
		}
		if part.FormName() == "file" && part.FileName() != "" {
			u.Filename, u.File = part.FileName(), part
			return nil
		}
	}
}

// Drain reads the rest of a refused request and discards it: a browser that is
// still sending would not see the response. A client that sent Expect:
// 100-continue sends nothing more, so nothing is read.
func (u *UploadBody) Drain() {
	if u.rest != nil {
		_, _ = io.Copy(io.Discard, u.rest)
	}
}

// RequestBody describes the form in the OpenAPI document.
func (*UploadBody) RequestBody() *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary", ContentEncoding: "binary",
		Extensions: map[string]any{"contentMediaType": "application/octet-stream"}}
	return &huma.RequestBody{Content: map[string]*huma.MediaType{"multipart/form-data": {
		Schema:   &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"file": file}, Required: []string{"file"}},
		Encoding: map[string]*huma.Encoding{"file": {ContentType: "application/octet-stream"}},
	}}}
}
