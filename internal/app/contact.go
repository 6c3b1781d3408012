package app

import (
	"context"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Contact keeps a visitor's message and mails it to the store. trap is a field
// that people do not see: whoever fills it is told that all went well.
func (a *App) Contact(ctx context.Context, m shop.ContactMessage, trap string, client Client) error {
	m.Clean()
	if err := m.Check(); err != nil {
		return err
	}
	if err := a.Limits.Take("contact "+client.Network(), contactPerAddress); err != nil {
		return err
	}
	if trap != "" {
		slog.Info("contact message of a bot dropped", "ip", client.IP)
		return nil
	}
	to, err := a.storeAddresses(ctx)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		err := tx.InsertMessage(ctx, db.InsertMessageParams{Name: m.Name, Email: m.Email, Subject: m.Subject, Body: m.Body, CreatedAt: a.Now().UnixMilli()})
		if err != nil {
			return err
		}
		for _, address := range to {
			if err := a.queueMail(ctx, tx, address, ContactLetter(m), ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// storeAddresses is who reads the store's mail: the setting, else every admin.
func (a *App) storeAddresses(ctx context.Context) ([]string, error) {
	settings, err := a.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if address := settings.Email.StoreEmail; address != "" {
		return []string{address}, nil
	}
	admins, err := a.Store.AdminUsers(ctx)
	if err != nil {
		return nil, err
	}
	addresses := make([]string, len(admins))
	for i, admin := range admins {
		addresses[i] = admin.Email
	}
	return addresses, nil
}
