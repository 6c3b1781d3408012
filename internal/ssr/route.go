package ssr

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// route is the page of an address. The pages' own code finds it, so Go has no list of pages.
type route struct {
	Key    string `json:"key"`    // the canonical address, under which the page is cached
	Source string `json:"source"` // the page's source file, by which the build's manifest lists its code
	Client bool   `json:"client"` // rendered by the browser alone: it depends on who is signed in
	// Parameters are the names of the query's parameters that the page depends on.
	Parameters []string `json:"parameters"`
}

// path is the canonical address without its query, for the log.
func (r route) path() string {
	u, err := url.Parse(r.Key)
	if err != nil {
		return r.Key
	}
	return u.Path
}

// resolve finds the route of an address. It depends on the address alone, so routes are remembered and a cached page is
// served without running JavaScript.
func (s *Handler) resolve(ctx context.Context, u *url.URL) (route, error) {
	path := u.EscapedPath()
	if s.script == nil {
		return route{Key: path}, nil
	}
	found, ok := s.routes.get(path)
	if !ok {
		var err error
		if found, err = s.script.resolve(ctx, s.c.PublicURL+path); err != nil {
			return route{}, err
		}
		s.routes.put(path, found)
	}
	query := only(found.Parameters, u.RawQuery)
	if query == "" {
		return found, nil
	}
	address := path + "?" + query
	if found, ok = s.routes.get(address); ok {
		return found, nil
	}
	found, err := s.script.resolve(ctx, s.c.PublicURL+address)
	if err == nil {
		s.routes.put(address, found)
	}
	return found, err
}

// only keeps the named parameters of a query, so that made-up parameters and those of advertisers neither run JavaScript
// nor fill the map.
func only(names []string, rawQuery string) string {
	if len(names) == 0 || rawQuery == "" {
		return ""
	}
	var kept []string
	for pair := range strings.SplitSeq(rawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if slices.Contains(names, name) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

// routeMap remembers the routes of the addresses that were asked for lately. It holds at most two generations of
// routeGeneration addresses; the older generation is dropped as a whole, and what is still in use moves to the newer.
type routeMap struct {
	mu         sync.RWMutex
	newer, old map[string]route
}

const (
	routeGeneration = 1_000
	maxRouteLength  = 500 // longer addresses are resolved every time
)

func (m *routeMap) get(address string) (route, bool) {
	m.mu.RLock()
	found, ok := m.newer[address]
	if ok {
		m.mu.RUnlock()
		return found, true
	}
	found, ok = m.old[address]
	m.mu.RUnlock()
	if ok {
		m.put(address, found)
	}
	return found, ok
}

func (m *routeMap) put(address string, r route) {
	if len(address) > maxRouteLength || len(r.Key) > maxRouteLength {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.newer) >= routeGeneration || m.newer == nil {
		m.old, m.newer = m.newer, make(map[string]route)
	}
	m.newer[address] = r
}
