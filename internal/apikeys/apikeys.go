// Package apikeys makes, checks and revokes the keys with which programs of the owner
// call the API. Which operations a scope opens is in the access table of package httpapi.
package apikeys

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Prefix begins every key, so that people and scanners recognize one.
const Prefix = "sd_"

const (
	hintLength = len(Prefix) + 6
	useEvery   = time.Minute // how often the last use is written down
	entity     = "api key"
)

var (
	// callLimit is how often one key may call.
	callLimit = ratelimit.Limit{Times: 600, Per: time.Minute}
	// guessLimit is how often a network may call with keys that do not exist.
	guessLimit = ratelimit.Limit{Times: 60, Per: time.Minute}
)

// Service is the keys of one shop.
type Service struct {
	store  *store.Store
	audit  *audit.Log
	limits *ratelimit.Limiter
	now    func() time.Time
}

// New makes the service.
func New(s *store.Store, log *audit.Log, limits *ratelimit.Limiter, now func() time.Time) *Service {
	return &Service{s, log, limits, now}
}

// List gives the keys that are not revoked.
func (s *Service) List(ctx context.Context) ([]shop.APIKey, error) { return s.store.APIKeys.All(ctx) }

// Create makes a key. The text returned is not stored and not shown again.
func (s *Service) Create(ctx context.Context, name string, scopes []shop.Scope, by audit.Actor) (shop.APIKey, string, error) {
	text := Prefix + secrets.NewToken()
	scopes = slices.Compact(slices.Sorted(slices.Values(scopes)))
	k := shop.APIKey{Name: strings.Join(strings.Fields(name), " "), Hint: text[:hintLength], Scopes: scopes, CreatedBy: by.Name, CreatedAt: s.now()}
	if err := k.Check(); err != nil {
		return k, "", err
	}
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.APIKeys.Lock(ctx); err != nil {
			return err
		}
		all, err := tx.APIKeys.All(ctx)
		if err != nil {
			return err
		}
		if len(all) >= shop.MaxAPIKeys {
			return shop.Errorf(shop.Conflict, "There are %d keys already. Revoke one first.", shop.MaxAPIKeys)
		}
		if slices.ContainsFunc(all, func(other shop.APIKey) bool { return strings.EqualFold(other.Name, k.Name) }) {
			return shop.FieldError(shop.Conflict, "name", "Another key has this name.")
		}
		if k.ID, err = tx.APIKeys.Create(ctx, k, secrets.HashToken(text)); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, by, "create", entity, shop.IDText(k.ID), nil, facts(k))
	})
	return k, text, err
}

// Revoke ends a key. Keys are read from the database at every call, so it ends on all instances at once.
func (s *Service) Revoke(ctx context.Context, id int64, by audit.Actor) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		k, err := tx.APIKeys.ByID(ctx, id)
		if err != nil {
			return err
		}
		if revoked, err := tx.APIKeys.Revoke(ctx, id, s.now()); err != nil || !revoked {
			return err
		}
		return s.audit.Record(ctx, tx, by, "revoke", entity, shop.IDText(id), facts(k), nil)
	})
}

// Authenticate finds the key that a client sent, and counts the call. It refuses with
// NotFound what is no key any more.
func (s *Service) Authenticate(ctx context.Context, text string, client shop.Client) (shop.APIKey, error) {
	if err := s.limits.NetworkRefused(client, "api-key-guess", guessLimit); err != nil {
		return shop.APIKey{}, err
	}
	k, err := s.store.APIKeys.ByHash(ctx, secrets.HashToken(text))
	if shop.CodeOf(err) == shop.NotFound {
		if limited := s.limits.TakeNetwork(client, "api-key-guess", guessLimit); limited != nil {
			return k, limited
		}
	}
	if err != nil {
		return k, err
	}
	if err := s.limits.Take("api-key "+shop.IDText(k.ID), callLimit); err != nil {
		return k, err
	}
	now := s.now()
	if k.LastUsed == nil || now.Sub(*k.LastUsed) >= useEvery {
		err := s.store.Write(ctx, func(tx *store.Tx) error { return tx.APIKeys.Use(ctx, k.ID, now, now.Add(-useEvery)) })
		if err != nil { // the call itself may work
			slog.Warn("the use of an API key was not noted", "key", k.ID, "error", err)
		}
	}
	return k, nil
}

func facts(k shop.APIKey) map[string]any {
	return map[string]any{"name": k.Name, "scopes": k.Scopes}
}
