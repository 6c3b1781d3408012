package store

// AccountReader reads accounts and their profiles.
type AccountReader struct{ *connection }

// AccountWriter adds the writes.
type AccountWriter struct {
	AccountReader
	*transaction
}

// AddressReader reads the saved addresses of accounts.
type AddressReader struct{ *connection }

// AddressWriter adds the writes.
type AddressWriter struct {
	AddressReader
	*transaction
}

// AnalyticsReader reads sums of sales and visits.
type AnalyticsReader struct{ *connection }

// AnalyticsWriter adds the writes.
type AnalyticsWriter struct {
	AnalyticsReader
	*transaction
}

// APIKeyReader reads API keys, which the owner's programs use.
type APIKeyReader struct{ *connection }

// APIKeyWriter adds the writes.
type APIKeyWriter struct {
	APIKeyReader
	*transaction
}

// AuditReader reads the audit log.
type AuditReader struct{ *connection }

// AuditWriter adds the writes.
type AuditWriter struct {
	AuditReader
	*transaction
}

// BackupReader reads the backups that the shop made of itself.
type BackupReader struct{ *connection }

// BackupWriter adds the writes.
type BackupWriter struct {
	BackupReader
	*transaction
}

// CartReader reads the carts of signed-in shoppers.
type CartReader struct{ *connection }

// CartWriter adds the writes.
type CartWriter struct {
	CartReader
	*transaction
}

// CategoryReader reads the categories of the catalogue.
type CategoryReader struct{ *connection }

// CategoryWriter adds the writes.
type CategoryWriter struct {
	CategoryReader
	*transaction
}

// CertificateWriter writes the ACME cache that instances share for their TLS certificates.
type CertificateWriter struct {
	*connection
	*transaction
}

// CustomerReader reads everybody who has ordered, by email address.
type CustomerReader struct{ *connection }

// DrawReader reads the entries and winners of draws.
type DrawReader struct{ *connection }

// DrawWriter adds the writes.
type DrawWriter struct {
	DrawReader
	*transaction
}

// DropMetricsReader reads the figures of drops that instances have stored.
type DropMetricsReader struct{ *connection }

// DropMetricsWriter adds the writes.
type DropMetricsWriter struct {
	DropMetricsReader
	*transaction
}

// DropReader reads drops, their products and codes.
type DropReader struct{ *connection }

// DropWriter adds the writes.
type DropWriter struct {
	DropReader
	*transaction
}

// DropTaskReader reads the tasks of drops and when they are due.
type DropTaskReader struct{ *connection }

// DropTaskWriter adds the writes.
type DropTaskWriter struct {
	DropTaskReader
	*transaction
}

// ImageReader reads the pictures of the catalogue.
type ImageReader struct{ *connection }

// ImageWriter adds the writes.
type ImageWriter struct {
	ImageReader
	*transaction
}

// InboxReader reads subscribers and contact messages.
type InboxReader struct{ *connection }

// InboxWriter adds the writes.
type InboxWriter struct {
	InboxReader
	*transaction
}

// LinkReader reads tokens sent by email: confirm, reset, challenges.
type LinkReader struct{ *connection }

// LinkWriter adds the writes.
type LinkWriter struct {
	LinkReader
	*transaction
}

// OrderHoldReader reads the units that orders hold until they are paid.
type OrderHoldReader struct{ *connection }

// OrderHoldWriter adds the writes.
type OrderHoldWriter struct {
	OrderHoldReader
	*transaction
}

// OrderReader reads orders, their lines and history.
type OrderReader struct{ *connection }

// OrderWriter adds the writes.
type OrderWriter struct {
	OrderReader
	*transaction
}

// OutboxReader reads email and other messages to be delivered.
type OutboxReader struct{ *connection }

// OutboxWriter adds the writes.
type OutboxWriter struct {
	OutboxReader
	*transaction
}

// PaymentReader reads payments of orders.
type PaymentReader struct{ *connection }

// PaymentWriter adds the writes.
type PaymentWriter struct {
	PaymentReader
	*transaction
}

// ProductReader reads the products of the catalogue.
type ProductReader struct{ *connection }

// ProductWriter adds the writes.
type ProductWriter struct {
	ProductReader
	*transaction
}

// PromotionReader reads promotion codes and their uses.
type PromotionReader struct{ *connection }

// PromotionWriter adds the writes.
type PromotionWriter struct {
	PromotionReader
	*transaction
}

// PurchaseReader reads what buyers have bought, as purchase limits count it.
type PurchaseReader struct{ *connection }

// PurchaseWriter adds the writes.
type PurchaseWriter struct {
	PurchaseReader
	*transaction
}

// QueueEntryReader reads the people in the lines of drops, and the entries of draws.
type QueueEntryReader struct{ *connection }

// QueueEntryWriter adds the writes.
type QueueEntryWriter struct {
	QueueEntryReader
	*transaction
}

// QueueReader reads the lines of drops.
type QueueReader struct{ *connection }

// QueueWriter adds the writes.
type QueueWriter struct {
	QueueReader
	*transaction
}

// RateLimitReader reads the counts of rate limits that instances share.
type RateLimitReader struct{ *connection }

// RateLimitWriter adds the writes.
type RateLimitWriter struct {
	RateLimitReader
	*transaction
}

// RefundReader reads refunds of payments.
type RefundReader struct{ *connection }

// RefundWriter adds the writes.
type RefundWriter struct {
	RefundReader
	*transaction
}

// ReminderReader reads who asked to be reminded of a drop.
type ReminderReader struct{ *connection }

// ReminderWriter adds the writes.
type ReminderWriter struct {
	ReminderReader
	*transaction
}

// ReservationReader reads units held for one buyer for some time.
type ReservationReader struct{ *connection }

// ReservationWriter adds the writes.
type ReservationWriter struct {
	ReservationReader
	*transaction
}

// SecondFactorReader reads authenticator apps, recovery codes and passkeys.
type SecondFactorReader struct{ *connection }

// SecondFactorWriter adds the writes.
type SecondFactorWriter struct {
	SecondFactorReader
	*transaction
}

// SessionReader reads the sessions of signed-in users.
type SessionReader struct{ *connection }

// SessionWriter adds the writes.
type SessionWriter struct {
	SessionReader
	*transaction
}

// SettingsReader reads the shop's settings.
type SettingsReader struct{ *connection }

// SettingsWriter adds the writes.
type SettingsWriter struct {
	SettingsReader
	*transaction
}

// StockReader reads the units of products.
type StockReader struct{ *connection }

// StockWriter adds the writes.
type StockWriter struct {
	StockReader
	*transaction
}

// TaxRateReader reads sales tax by state.
type TaxRateReader struct{ *connection }

// TaxRateWriter adds the writes.
type TaxRateWriter struct {
	TaxRateReader
	*transaction
}

// WaitlistReader reads who waits for units of a product that is sold out.
type WaitlistReader struct{ *connection }

// WaitlistWriter adds the writes.
type WaitlistWriter struct {
	WaitlistReader
	*transaction
}

// WebhookReader reads webhooks and their deliveries.
type WebhookReader struct{ *connection }

// WebhookWriter adds the writes.
type WebhookWriter struct {
	WebhookReader
	*transaction
}
