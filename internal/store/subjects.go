package store

import (
	"database/sql"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// connection is what the subjects of one Reader share.
type connection struct {
	q      *db.Queries
	conn   queryer
	engine Engine
	all    *Reader // for a read of another subject
}

// transaction is what the subjects of one Tx share.
type transaction struct {
	tx      *sql.Tx
	events  []shop.Event
	touched bool
	counts  []DropCount
	all     *Tx // for a write of another subject
}

// Reader has every read, by subject. A Store embeds one over the read-only connections, a
// Tx one over its own transaction.
type Reader struct {
	connection
	Accounts      AccountReader
	Addresses     AddressReader
	Analytics     AnalyticsReader
	APIKeys       APIKeyReader
	Audit         AuditReader
	Backups       BackupReader
	Carts         CartReader
	Categories    CategoryReader
	Customers     CustomerReader
	Draws         DrawReader
	DropMetrics   DropMetricsReader
	Drops         DropReader
	DropTasks     DropTaskReader
	Images        ImageReader
	Inbox         InboxReader
	Links         LinkReader
	OrderHolds    OrderHoldReader
	Orders        OrderReader
	Outbox        OutboxReader
	Payments      PaymentReader
	Products      ProductReader
	Promotions    PromotionReader
	Purchases     PurchaseReader
	QueueEntries  QueueEntryReader
	Queues        QueueReader
	Refunds       RefundReader
	Reminders     ReminderReader
	Reservations  ReservationReader
	SecondFactors SecondFactorReader
	Sessions      SessionReader
	Settings      SettingsReader
	Stock         StockReader
	TaxRates      TaxRateReader
	Waitlist      WaitlistReader
	Webhooks      WebhookReader
}

// Tx is one transaction. It is only valid inside the function Write gave it to. Each subject has its
// reads, as the transaction sees them, and its writes.
type Tx struct {
	Reader
	transaction
	Accounts      AccountWriter
	Addresses     AddressWriter
	Analytics     AnalyticsWriter
	APIKeys       APIKeyWriter
	Audit         AuditWriter
	Backups       BackupWriter
	Carts         CartWriter
	Categories    CategoryWriter
	Certificates  CertificateWriter
	Draws         DrawWriter
	DropMetrics   DropMetricsWriter
	Drops         DropWriter
	DropTasks     DropTaskWriter
	Images        ImageWriter
	Inbox         InboxWriter
	Links         LinkWriter
	OrderHolds    OrderHoldWriter
	Orders        OrderWriter
	Outbox        OutboxWriter
	Payments      PaymentWriter
	Products      ProductWriter
	Promotions    PromotionWriter
	Purchases     PurchaseWriter
	QueueEntries  QueueEntryWriter
	Queues        QueueWriter
	RateLimits    RateLimitWriter
	Refunds       RefundWriter
	Reminders     ReminderWriter
	Reservations  ReservationWriter
	SecondFactors SecondFactorWriter
	Sessions      SessionWriter
	Settings      SettingsWriter
	Stock         StockWriter
	TaxRates      TaxRateWriter
	Waitlist      WaitlistWriter
	Webhooks      WebhookWriter
}

// use makes the Reader read from a pool or in a transaction.
func (r *Reader) use(q *db.Queries, conn queryer, engine Engine) {
	r.connection = connection{q: q, conn: conn, engine: engine, all: r}
	c := &r.connection
	r.Accounts = AccountReader{c}
	r.Addresses = AddressReader{c}
	r.Analytics = AnalyticsReader{c}
	r.APIKeys = APIKeyReader{c}
	r.Audit = AuditReader{c}
	r.Backups = BackupReader{c}
	r.Carts = CartReader{c}
	r.Categories = CategoryReader{c}
	r.Customers = CustomerReader{c}
	r.Draws = DrawReader{c}
	r.DropMetrics = DropMetricsReader{c}
	r.Drops = DropReader{c}
	r.DropTasks = DropTaskReader{c}
	r.Images = ImageReader{c}
	r.Inbox = InboxReader{c}
	r.Links = LinkReader{c}
	r.OrderHolds = OrderHoldReader{c}
	r.Orders = OrderReader{c}
	r.Outbox = OutboxReader{c}
	r.Payments = PaymentReader{c}
	r.Products = ProductReader{c}
	r.Promotions = PromotionReader{c}
	r.Purchases = PurchaseReader{c}
	r.QueueEntries = QueueEntryReader{c}
	r.Queues = QueueReader{c}
	r.Refunds = RefundReader{c}
	r.Reminders = ReminderReader{c}
	r.Reservations = ReservationReader{c}
	r.SecondFactors = SecondFactorReader{c}
	r.Sessions = SessionReader{c}
	r.Settings = SettingsReader{c}
	r.Stock = StockReader{c}
	r.TaxRates = TaxRateReader{c}
	r.Waitlist = WaitlistReader{c}
	r.Webhooks = WebhookReader{c}
}

// newTx makes a Tx of a transaction that has begun: one allocation for all subjects.
func newTx(begun *sql.Tx, engine Engine) *Tx {
	tx := &Tx{}
	tx.use(db.New(begun), begun, engine)
	tx.transaction = transaction{tx: begun, all: tx}
	t := &tx.transaction
	tx.Accounts = AccountWriter{tx.Reader.Accounts, t}
	tx.Addresses = AddressWriter{tx.Reader.Addresses, t}
	tx.Analytics = AnalyticsWriter{tx.Reader.Analytics, t}
	tx.APIKeys = APIKeyWriter{tx.Reader.APIKeys, t}
	tx.Audit = AuditWriter{tx.Reader.Audit, t}
	tx.Backups = BackupWriter{tx.Reader.Backups, t}
	tx.Carts = CartWriter{tx.Reader.Carts, t}
	tx.Categories = CategoryWriter{tx.Reader.Categories, t}
	tx.Certificates = CertificateWriter{&tx.connection, t}
	tx.Draws = DrawWriter{tx.Reader.Draws, t}
	tx.DropMetrics = DropMetricsWriter{tx.Reader.DropMetrics, t}
	tx.Drops = DropWriter{tx.Reader.Drops, t}
	tx.DropTasks = DropTaskWriter{tx.Reader.DropTasks, t}
	tx.Images = ImageWriter{tx.Reader.Images, t}
	tx.Inbox = InboxWriter{tx.Reader.Inbox, t}
	tx.Links = LinkWriter{tx.Reader.Links, t}
	tx.OrderHolds = OrderHoldWriter{tx.Reader.OrderHolds, t}
	tx.Orders = OrderWriter{tx.Reader.Orders, t}
	tx.Outbox = OutboxWriter{tx.Reader.Outbox, t}
	tx.Payments = PaymentWriter{tx.Reader.Payments, t}
	tx.Products = ProductWriter{tx.Reader.Products, t}
	tx.Promotions = PromotionWriter{tx.Reader.Promotions, t}
	tx.Purchases = PurchaseWriter{tx.Reader.Purchases, t}
	tx.QueueEntries = QueueEntryWriter{tx.Reader.QueueEntries, t}
	tx.Queues = QueueWriter{tx.Reader.Queues, t}
	tx.RateLimits = RateLimitWriter{&tx.connection, t}
	tx.Refunds = RefundWriter{tx.Reader.Refunds, t}
	tx.Reminders = ReminderWriter{tx.Reader.Reminders, t}
	tx.Reservations = ReservationWriter{tx.Reader.Reservations, t}
	tx.SecondFactors = SecondFactorWriter{tx.Reader.SecondFactors, t}
	tx.Sessions = SessionWriter{tx.Reader.Sessions, t}
	tx.Settings = SettingsWriter{tx.Reader.Settings, t}
	tx.Stock = StockWriter{tx.Reader.Stock, t}
	tx.TaxRates = TaxRateWriter{tx.Reader.TaxRates, t}
	tx.Waitlist = WaitlistWriter{tx.Reader.Waitlist, t}
	tx.Webhooks = WebhookWriter{tx.Reader.Webhooks, t}
	return tx
}

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
