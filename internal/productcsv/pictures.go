package productcsv

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
	"golang.org/x/sync/errgroup"
)

const (
	pictureTime      = 20 * time.Second // for one picture, from the connection to the last byte
	picturesAtOnce   = 4
	timeForTheRest   = time.Minute // of a request's time: no picture is begun when less is left
	notFetchedInTime = "the time was up. Import the file again to fetch the rest."
)

// createCategories makes the categories that the plan names and gives their ids by those that the plan uses.
func (s *Files) createCategories(ctx context.Context, plan Import, by audit.Actor) (map[int64]*int64, error) {
	ids := map[int64]*int64{}
	for i, name := range plan.Categories {
		made, err := s.catalog.CreateCategory(ctx, shop.CategoryInput{Name: name, Slug: shop.Slug(name)}, by)
		if err != nil {
			return nil, err
		}
		ids[-int64(i+1)] = &made.ID
	}
	return ids, nil
}

// fetchPictures fetches what the lines show from other addresses, checks it as an upload is checked, and stores it. A
// picture that cannot be had is left out with a note; the product is imported without it, and an existing one keeps
// the pictures that it has.
func (s *Files) fetchPictures(ctx context.Context, lines []ImportLine) error {
	var addresses []string
	for _, line := range lines {
		for _, address := range line.input.ImageURLs {
			if remote(address) && !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
		}
	}
	if len(addresses) == 0 {
		return nil
	}
	var mu sync.Mutex
	stored, problems := map[string]string{}, map[string]string{}
	client := s.Pictures.Client(pictureTime)
	defer client.CloseIdleConnections()
	group, groupContext := errgroup.WithContext(ctx)
	group.SetLimit(picturesAtOnce)
	for _, address := range addresses {
		group.Go(func() error {
			image, problem, err := s.fetchPicture(groupContext, client, address)
			mu.Lock()
			defer mu.Unlock()
			stored[address], problems[address] = image.URL, problem
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i := range lines {
		usePictures(&lines[i], stored, problems)
	}
	return nil
}

func usePictures(line *ImportLine, stored, problems map[string]string) {
	var urls []string
	failed := false
	for _, address := range line.input.ImageURLs {
		if problem := problems[address]; problem != "" {
			failed = true
			line.Notes = append(line.Notes, fmt.Sprintf("The picture %s was not fetched: %s", shortened(address), problem))
		} else if url := stored[address]; url != "" {
			urls = append(urls, url)
		} else {
			urls = append(urls, address)
		}
	}
	if failed && line.Action == ImportUpdate {
		urls = inputOf(line.before).ImageURLs
	}
	line.input.ImageURLs = urls
	for i, change := range line.Changes {
		if change.Field == "images" {
			line.Changes[i].After = strings.Join(urls, " ")
		}
	}
}

// fetchPicture gives the stored image, or in words why there is none. An error is one of the shop's own.
func (s *Files) fetchPicture(ctx context.Context, client *http.Client, address string) (shop.Image, string, error) {
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) < timeForTheRest {
		return shop.Image{}, notFetchedInTime, nil
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return shop.Image{}, "its address is not one.", nil
	}
	request.Header.Set("Accept", "image/*")
	request.Header.Set("User-Agent", "Snackdrop (product import)")
	response, err := client.Do(request)
	if err != nil {
		return shop.Image{}, fetchProblem(err), nil
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return shop.Image{}, fmt.Sprintf("the answer was %d.", response.StatusCode), nil
	}
	body := &fetchedBody{Reader: response.Body}
	image, err := s.catalog.SaveImageFrom(ctx, "product", filenameOf(request.URL), address, body)
	if err == nil {
		return image, "", nil
	}
	if body.err != nil {
		return shop.Image{}, fetchProblem(body.err), nil
	}
	if refused, ok := errors.AsType[*shop.Error](err); ok {
		return shop.Image{}, refused.Message, nil
	}
	return shop.Image{}, "", err
}

// fetchedBody remembers that the other side broke off, so that it is not taken for an error of the shop.
type fetchedBody struct {
	io.Reader
	err error
}

func (b *fetchedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}

// fetchProblem says why a picture was not fetched, without details that would show which addresses inside a network exist.
func fetchProblem(err error) string {
	switch {
	case errors.Is(err, publicnet.ErrNotPublic):
		return "its address is not a public one."
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long."
	}
	return "it could not be reached."
}

func filenameOf(u *url.URL) string { return path.Base(u.Path) }
