package app

import (
	"context"
	"io"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SaveAvatar keeps a picture as the person's avatar.
func (a *App) SaveAvatar(ctx context.Context, userID int64, filename string, r io.Reader, client Client) (string, error) {
	if err := a.Limits.TakeFrom(client, "avatar", "account", idText(userID), avatarPerUser); err != nil {
		return "", err
	}
	picture, err := a.Media.Save(ctx, "avatar", filename, r)
	if err != nil {
		return "", err
	}
	// The smallest version is plenty for a face; a picture smaller than that has none.
	url := picture.URL
	if len(picture.Sizes) > 0 {
		url = picture.Sizes[0].URL
	}
	if err := a.setAvatar(ctx, userID, url); err != nil {
		a.dropPicture(ctx, url)
		return "", err
	}
	return url, nil
}

// RemoveAvatar goes back to the initials.
func (a *App) RemoveAvatar(ctx context.Context, userID int64) error {
	return a.setAvatar(ctx, userID, "")
}

func (a *App) setAvatar(ctx context.Context, userID int64, url string) error {
	if _, err := a.Profile(ctx, userID); err != nil {
		return err
	}
	old := ""
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAccount(ctx, userID); err != nil { // two uploads at once: each removes the one before it
			return err
		}
		profile, _, err := tx.Profile(ctx, userID)
		if err != nil {
			return err
		}
		old = profile.AvatarURL
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: userID})
		return tx.SetAvatar(ctx, userID, url, a.Now())
	})
	if err == nil {
		a.dropPicture(ctx, old)
	}
	return err
}

// dropPicture removes a picture that nothing shows any more.
func (a *App) dropPicture(ctx context.Context, url string) {
	if url == "" {
		return
	}
	if err := a.Media.Remove(context.WithoutCancel(ctx), url); err != nil {
		slog.Error("picture not removed", "url", url, "error", err)
	}
}
