package httpcache

import (
	"net/http"
)

// BufferedResponse is an http.ResponseWriter that keeps a response in memory.
type BufferedResponse struct {
	Status int // 200 until the handler says otherwise
	Body   []byte
	header http.Header
}

// NewBufferedResponse makes an empty one.
func NewBufferedResponse() *BufferedResponse {
	return &BufferedResponse{Status: http.StatusOK, header: http.Header{}}
}

// Header, WriteHeader and Write make it an http.ResponseWriter.
func (b *BufferedResponse) Header() http.Header    { return b.header }
func (b *BufferedResponse) WriteHeader(status int) { b.Status = status }
func (b *BufferedResponse) Write(text []byte) (int, error) {
	b.Body = append(b.Body, text...)
	return len(text), nil
}

// ServeHTTP sends the response as it is.
func (b *BufferedResponse) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name, values := range b.header {
		w.Header()[name] = values
	}
	w.WriteHeader(b.Status)
	_, _ = w.Write(b.Body) // an error means that the client has gone
}
