package inbox

import (
	"context"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Contact keeps a visitor's message and mails it to the store. honeypot is a field
// that people do not see: a program that fills it gets a success response.
func (s *Service) Contact(ctx context.Context, m shop.ContactMessage, honeypot string, client shop.Client) error {
	m.Clean()
	if err := m.Check(); err != nil {
		return err
	}
	if err := s.c.Limits.TakeNetwork(client, "contact", contactPerAddress); err != nil {
		return err
	}
	if honeypot != "" {
		slog.Info("contact message of a bot discarded", "ip", client.IP)
		return nil
	}
	to, err := s.storeAddresses(ctx)
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Inbox.InsertMessage(ctx, m, s.c.Now()); err != nil {
			return err
		}
		for _, address := range to {
			if err := s.c.Outbox.QueueEmail(ctx, tx, address, outbox.ContactEmail(m), ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// storeAddresses is who reads the store's mail: the setting, else every admin.
func (s *Service) storeAddresses(ctx context.Context) ([]string, error) {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if address := settings.Email.StoreEmail; address != "" {
		return []string{address}, nil
	}
	admins, err := s.c.Store.Accounts.Admins(ctx)
	if err != nil {
		return nil, err
	}
	addresses := make([]string, len(admins))
	for i, admin := range admins {
		addresses[i] = admin.Email
	}
	return addresses, nil
}
