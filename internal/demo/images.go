package demo

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
)

// The pictures are built, not committed; the folder holds only .gitkeep in a
// fresh clone, and the package must compile then too.
//
//go:embed all:images
var embedded embed.FS

// File is one built picture.
type File struct {
	// Name is the file's path within Images.
	Name   string `json:"file"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Colour is the picture's dominant colour as #rrggbb, a placeholder that
	// costs no request.
	Colour string `json:"colour"`
	Bytes  int64  `json:"bytes"`
	// Kind is "webp" for the sizes of a srcset and "social" for the 1200×630
	// JPEG that link previews show.
	Kind string `json:"kind"`
}

// pictureFolder is the folder of built pictures. It is empty but for .gitkeep when
// the art has not been built.
func pictureFolder() fs.FS {
	sub, err := fs.Sub(embedded, "images")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return sub
}

var index = sync.OnceValues(func() (map[string][]File, error) {
	raw, err := fs.ReadFile(pictureFolder(), "index.json")
	if errors.Is(err, fs.ErrNotExist) {
		return map[string][]File{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("demo images: %w", err)
	}
	var file struct {
		Images map[string][]File `json:"images"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("demo images: %w", err)
	}
	return file.Images, nil
})

// pictureFiles lists the built files of one picture (a Product's or Category's Image,
// or "shop"), smallest first. It is empty when the art has not been
// built or there is no such picture.
func pictureFiles(name string) ([]File, error) {
	all, err := index()
	if err != nil {
		return nil, err
	}
	return append([]File(nil), all[name]...), nil
}
