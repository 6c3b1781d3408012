package store

import (
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
	tx      db.DBTX
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
	RateLimits    RateLimitReader
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
	r.RateLimits = RateLimitReader{c}
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
func newTx(begun db.DBTX, engine Engine) *Tx {
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
	tx.RateLimits = RateLimitWriter{tx.Reader.RateLimits, t}
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
