package store

// AccountReader reads who may sign in, with their profiles.
type AccountReader struct{ *connection }

// AccountWriter also writes them.
type AccountWriter struct {
	AccountReader
	*transaction
}

// AddressReader reads the saved addresses of accounts.
type AddressReader struct{ *connection }

// AddressWriter also writes them.
type AddressWriter struct {
	AddressReader
	*transaction
}

// AnalyticsReader reads sums of sales and visits.
type AnalyticsReader struct{ *connection }

// AnalyticsWriter also writes them.
type AnalyticsWriter struct {
	AnalyticsReader
	*transaction
}

// APIKeyReader reads the keys of the owner's programs.
type APIKeyReader struct{ *connection }

// APIKeyWriter also writes them.
type APIKeyWriter struct {
	APIKeyReader
	*transaction
}

// AuditReader reads the audit log.
type AuditReader struct{ *connection }

// AuditWriter also writes them.
type AuditWriter struct {
	AuditReader
	*transaction
}

// BackupReader reads the backups that the shop made of itself.
type BackupReader struct{ *connection }

// BackupWriter also writes them.
type BackupWriter struct {
	BackupReader
	*transaction
}

// CartReader reads what signed-in shoppers have put into their carts.
type CartReader struct{ *connection }

// CartWriter also writes them.
type CartWriter struct {
	CartReader
	*transaction
}

// CategoryReader reads the categories of the catalogue.
type CategoryReader struct{ *connection }

// CategoryWriter also writes them.
type CategoryWriter struct {
	CategoryReader
	*transaction
}

// CertificateWriter writes what instances share for their TLS certificates.
type CertificateWriter struct {
	*connection
	*transaction
}

// CustomerReader reads everybody who has ordered, by email address.
type CustomerReader struct{ *connection }

// DrawReader reads the entries and winners of draws.
type DrawReader struct{ *connection }

// DrawWriter also writes them.
type DrawWriter struct {
	DrawReader
	*transaction
}

// DropMetricsReader reads what instances counted in drops.
type DropMetricsReader struct{ *connection }

// DropMetricsWriter also writes them.
type DropMetricsWriter struct {
	DropMetricsReader
	*transaction
}

// DropReader reads drops, their products and codes.
type DropReader struct{ *connection }

// DropWriter also writes them.
type DropWriter struct {
	DropReader
	*transaction
}

// DropTaskReader reads what is due at the moments of a drop.
type DropTaskReader struct{ *connection }

// DropTaskWriter also writes them.
type DropTaskWriter struct {
	DropTaskReader
	*transaction
}

// ImageReader reads the pictures of the catalogue.
type ImageReader struct{ *connection }

// ImageWriter also writes them.
type ImageWriter struct {
	ImageReader
	*transaction
}

// InboxReader reads subscribers and contact messages.
type InboxReader struct{ *connection }

// InboxWriter also writes them.
type InboxWriter struct {
	InboxReader
	*transaction
}

// LinkReader reads tokens sent by email: confirm, reset, challenges.
type LinkReader struct{ *connection }

// LinkWriter also writes them.
type LinkWriter struct {
	LinkReader
	*transaction
}

// OrderHoldReader reads the units that orders hold until they are paid.
type OrderHoldReader struct{ *connection }

// OrderHoldWriter also writes them.
type OrderHoldWriter struct {
	OrderHoldReader
	*transaction
}

// OrderReader reads orders, their lines and history.
type OrderReader struct{ *connection }

// OrderWriter also writes them.
type OrderWriter struct {
	OrderReader
	*transaction
}

// OutboxReader reads email and other messages to be delivered.
type OutboxReader struct{ *connection }

// OutboxWriter also writes them.
type OutboxWriter struct {
	OutboxReader
	*transaction
}

// PaymentReader reads payments of orders.
type PaymentReader struct{ *connection }

// PaymentWriter also writes them.
type PaymentWriter struct {
	PaymentReader
	*transaction
}

// ProductReader reads the products of the catalogue.
type ProductReader struct{ *connection }

// ProductWriter also writes them.
type ProductWriter struct {
	ProductReader
	*transaction
}

// PromotionReader reads promotion codes and their uses.
type PromotionReader struct{ *connection }

// PromotionWriter also writes them.
type PromotionWriter struct {
	PromotionReader
	*transaction
}

// PurchaseReader reads what buyers have bought, as purchase limits count it.
type PurchaseReader struct{ *connection }

// PurchaseWriter also writes them.
type PurchaseWriter struct {
	PurchaseReader
	*transaction
}

// QueueEntryReader reads the people in the waiting rooms of drops.
type QueueEntryReader struct{ *connection }

// QueueEntryWriter also writes them.
type QueueEntryWriter struct {
	QueueEntryReader
	*transaction
}

// QueueReader reads the waiting rooms of drops.
type QueueReader struct{ *connection }

// QueueWriter also writes them.
type QueueWriter struct {
	QueueReader
	*transaction
}

// RateLimitWriter writes what rate limits have counted.
type RateLimitWriter struct {
	*connection
	*transaction
}

// RefundReader reads refunds of payments.
type RefundReader struct{ *connection }

// RefundWriter also writes them.
type RefundWriter struct {
	RefundReader
	*transaction
}

// ReminderReader reads who asked to be reminded of a drop.
type ReminderReader struct{ *connection }

// ReminderWriter also writes them.
type ReminderWriter struct {
	ReminderReader
	*transaction
}

// ReservationReader reads units held for one buyer for some time.
type ReservationReader struct{ *connection }

// ReservationWriter also writes them.
type ReservationWriter struct {
	ReservationReader
	*transaction
}

// SecondFactorReader reads authenticator apps, recovery codes and passkeys.
type SecondFactorReader struct{ *connection }

// SecondFactorWriter also writes them.
type SecondFactorWriter struct {
	SecondFactorReader
	*transaction
}

// SessionReader reads who is signed in where.
type SessionReader struct{ *connection }

// SessionWriter also writes them.
type SessionWriter struct {
	SessionReader
	*transaction
}

// SettingsReader reads the shop's settings.
type SettingsReader struct{ *connection }

// SettingsWriter also writes them.
type SettingsWriter struct {
	SettingsReader
	*transaction
}

// StockReader reads the units of products.
type StockReader struct{ *connection }

// StockWriter also writes them.
type StockWriter struct {
	StockReader
	*transaction
}

// TaxRateReader reads sales tax by state.
type TaxRateReader struct{ *connection }

// TaxRateWriter also writes them.
type TaxRateWriter struct {
	TaxRateReader
	*transaction
}

// WaitlistReader reads who waits for units of a product that is sold out.
type WaitlistReader struct{ *connection }

// WaitlistWriter also writes them.
type WaitlistWriter struct {
	WaitlistReader
	*transaction
}

// WebhookReader reads webhooks and their deliveries.
type WebhookReader struct{ *connection }

// WebhookWriter also writes them.
type WebhookWriter struct {
	WebhookReader
	*transaction
}
