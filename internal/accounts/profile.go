package accounts

import (
	"context"
	"io"
	"log/slog"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Profile is a user's own profile. It is created when it is missing.
func (s *Service) Profile(ctx context.Context, userID int64) (shop.Profile, error) {
	profile, exists, err := s.store.Accounts.Profile(ctx, userID)
	if err != nil || exists {
		return profile, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		account, err := tx.Accounts.ByID(ctx, userID)
		if err != nil {
			return err
		}
		if _, err := s.withProfile(ctx, tx, account); err != nil {
			return err
		}
		profile, _, err = tx.Accounts.Profile(ctx, userID)
		return err
	})
	return profile, err
}

// withProfile is the account with its profile. A missing profile is created, with a
// username from the first part of the email.
func (s *Service) withProfile(ctx context.Context, tx *store.Tx, account store.Account) (shop.User, error) {
	user := account.User()
	profile, exists, err := tx.Accounts.Profile(ctx, account.ID)
	if err != nil {
		return user, err
	}
	if !exists {
		if user.Username, err = tx.Accounts.FreeUsername(ctx, shop.UsernameFrom(account.Email)); err != nil {
			return user, err
		}
		return user, tx.Accounts.AddProfile(ctx, user, s.now())
	}
	user.Username, user.FullName, user.AvatarURL = profile.Username, profile.FullName, profile.AvatarURL
	return user, nil
}

// UpdateProfile changes a user's own names.
func (s *Service) UpdateProfile(ctx context.Context, userID int64, username, fullName string, client shop.Client) error {
	username, fullName = strings.TrimSpace(username), strings.TrimSpace(fullName)
	p := shop.Problems{}
	shop.CheckUsername(&p, username)
	shop.CheckFullName(&p, "full_name", fullName)
	if err := p.Err(); err != nil {
		return err
	}
	if err := s.limits.TakeFrom(client, "profile", "account", shop.IDText(userID), profilePerUser); err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		emitSessionChange(tx, userID)
		return tx.Accounts.RenameProfile(ctx, userID, username, fullName, s.now())
	})
}

// SaveAvatar stores an uploaded picture as the user's avatar and returns its address.
func (s *Service) SaveAvatar(ctx context.Context, userID int64, filename string, r io.Reader, client shop.Client) (string, error) {
	if err := s.limits.TakeFrom(client, "avatar", "account", shop.IDText(userID), avatarPerUser); err != nil {
		return "", err
	}
	image, err := s.media.Save(ctx, "avatar", filename, r)
	if err != nil {
		return "", err
	}
	// The smallest size is large enough for an avatar; a small upload has no other sizes.
	url := image.URL
	if len(image.Sizes) > 0 {
		url = image.Sizes[0].URL
	}
	if err := s.setAvatar(ctx, userID, url); err != nil {
		s.removeImage(ctx, url)
		return "", err
	}
	return url, nil
}

// RemoveAvatar deletes the user's avatar; pages show initials instead.
func (s *Service) RemoveAvatar(ctx context.Context, userID int64) error {
	return s.setAvatar(ctx, userID, "")
}

func (s *Service) setAvatar(ctx context.Context, userID int64, url string) error {
	if _, err := s.Profile(ctx, userID); err != nil {
		return err
	}
	old := ""
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Accounts.Lock(ctx, userID); err != nil { // two uploads at once: each removes the one before it
			return err
		}
		profile, _, err := tx.Accounts.Profile(ctx, userID)
		if err != nil {
			return err
		}
		old = profile.AvatarURL
		emitSessionChange(tx, userID)
		return tx.Accounts.SetAvatar(ctx, userID, url, s.now())
	})
	if err == nil {
		s.removeImage(ctx, old)
	}
	return err
}

// removeImage deletes the files of a picture that nothing shows any more.
func (s *Service) removeImage(ctx context.Context, url string) {
	if url == "" {
		return
	}
	if err := s.media.Remove(context.WithoutCancel(ctx), url); err != nil {
		slog.Error("image not removed", "url", url, "error", err)
	}
}

// Addresses is the user's address book, the default entry first.
func (s *Service) Addresses(ctx context.Context, userID int64) ([]shop.SavedAddress, error) {
	return s.store.Addresses.OfUser(ctx, userID)
}

// SaveAddress adds an entry to the user's address book, or changes it when it has an
// id. The first entry becomes the default, and there is always one default.
func (s *Service) SaveAddress(ctx context.Context, userID int64, address shop.SavedAddress) (shop.SavedAddress, error) {
	address.Clean()
	if err := address.Check(); err != nil {
		return address, err
	}
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		var err error
		address, err = tx.Addresses.Save(ctx, userID, address, s.now())
		return err
	})
	return address, err
}

// DeleteAddress deletes an entry; when it was the default, the oldest becomes it.
func (s *Service) DeleteAddress(ctx context.Context, userID, id int64) error {
	return s.store.Write(ctx, func(tx *store.Tx) error { return tx.Addresses.Delete(ctx, userID, id) })
}
