package httpapi

// exampleParameters are the examples of parameters, by operation and name or by their name alone. A test sends them.
var exampleParameters = map[string]any{
	"id": 1, "slug": "night-box", "number": "ORD-001", "token": exampleToken, "page": "faq", "zip": "94103", "code": "4711", "entry": 1, "delivery": 1, "provider": "stripe",
	"Idempotency-Key": "0b6f4d1e-5c1f-4f7e-9a54-3f0a2f6c1d11", "search": "nori", "version": 1, "kind": "visit",
	"get-category slug": "chips", "remove-passkey id": "a2V5", "listen once": "1", "send-mcp-message Accept": "application/json, text/event-stream",
	"list-products search": "nori", "list-products limit": 20, "list-own-orders limit": 20, "admin-list-orders limit": 50, "admin-list-products limit": 50, "admin-audit limit": 50,
	"admin-import-products dry_run": true, "admin-find-pickup code": "ORD-001", "cancel-own-order number": "ORD-002", "admin-cancel-order number": "ORD-003",
	"admin-update-product id": 2, "admin-remove-from-waitlist id": 2,
}

// exampleToken has the form of the tokens in mailed links.
const exampleToken = "c2VhdC1vZi15b3VyLW93bi1saW5rLTAxMjM0NTY3ODk"

const exampleCSV = "name,slug,description,price\nNori Crisps,nori-crisps-2,Thin and crunchy.,4.50\n"

const (
	exampleAddress  = `{"name": "Casey Jones", "line1": "1 Market Street", "city": "San Francisco", "state": "CA", "zip": "94103"}`
	examplePassword = `{"password": "battery horse staple"}`
	exampleLink     = `{"token": "` + exampleToken + `"}`
	exampleEmail    = `{"email": "casey@example.com"}`
	exampleLines    = `[{"product_id": 1, "quantity": 2}]`
	exampleVersion  = `{"version": 1}`
	exampleDrop     = `"name": "Night Box", "slug": "night-box-2", "opens_at": "2031-05-06T19:00:00Z", "products": [{"product_id": 2, "units": 10}]`
	exampleProduct  = `"name": "Nori Crisps", "slug": "nori-crisps", "description": "Thin and crunchy.", "price": 4.5`
	exampleCategory = `"name": "Chips", "slug": "chips", "description": "Everything that crunches."`
	examplePromo    = `"code": "HYPE10", "kind": "percent", "percent": 10, "enabled": true`
)

// exampleBodies are the examples of bodies, by operation. A test sends them.
var exampleBodies = map[string]string{
	"add-address":        exampleAddress,
	"change-address":     exampleAddress,
	"delete-account":     examplePassword,
	"ask-email-change":   `{"email": "casey.jones@example.com", "password": "battery horse staple"}`,
	"accept-passkey":     `{"name": "Phone", "credential": {"id": "a2V5", "type": "public-key"}}`,
	"offer-passkey":      examplePassword,
	"remove-passkey":     examplePassword,
	"change-password":    `{"current_password": "battery horse staple", "password": "a longer battery horse"}`,
	"new-recovery-codes": examplePassword,
	"offer-totp":         examplePassword,
	"accept-totp":        `{"code": "123456"}`,
	"remove-totp":        examplePassword,
	"update-profile":     `{"username": "casey", "full_name": "Casey Jones"}`,

	"sign-in":               `{"email": "casey@example.com", "password": "battery horse staple"}`,
	"sign-in-passkey":       `{"credential": {"id": "a2V5", "type": "public-key"}}`,
	"sign-in-recovery-code": `{"code": "aaaa-bbbb-cccc"}`,
	"sign-in-totp":          `{"code": "123456"}`,
	"sign-up":               `{"username": "robin", "email": "robin@example.com", "password": "battery horse staple"}`,
	"set-up":                `{"token": "` + exampleToken + `", "email": "owner@example.com", "password": "a long password of staff"}`,
	"forgot-password":       exampleEmail,
	"reset-password":        `{"token": "` + exampleToken + `", "password": "battery horse staple"}`,
	"confirm-email-change":  exampleLink,

	"replace-cart":  `{"lines": ` + exampleLines + `}`,
	"set-cart-line": `{"quantity": 2}`,
	"merge-cart":    `{"id": "0b6f4d1e-5c1f", "lines": ` + exampleLines + `}`,
	"quote":         `{"lines": ` + exampleLines + `, "fulfillment_type": "delivery", "delivery_method": "standard", "state": "CA"}`,
	"check-promo":   `{"code": "HYPE10", "lines": ` + exampleLines + `}`,
	"reserve":       `{"product_id": 1, "units": 1, "pass": "` + exampleToken + `"}`,
	"place-order": `{"lines": ` + exampleLines + `, "email": "casey@example.com", "name": "Casey Jones", "phone": "3235550100", "fulfillment_type": "pickup",
		"payment_method": "manual", "expected_total": 9}`,
	"create-account-from-order": examplePassword,
	"confirm-order":             `{"key": "` + exampleToken + `"}`,
	"mail-order-link":           `{"number": "ORD-001", "email": "casey@example.com"}`,

	"contact":               `{"name": "Casey Jones", "email": "casey@example.com", "subject": "A question", "message": "When does the next drop open?"}`,
	"subscribe":             exampleEmail,
	"confirm-subscription":  exampleLink,
	"leave-subscription":    exampleLink,
	"join-waitlist":         `{"email": "casey@example.com", "units": 1}`,
	"confirm-waitlist":      exampleLink,
	"leave-waitlist":        exampleLink,
	"remind-of-drop":        exampleEmail,
	"confirm-drop-reminder": exampleLink,
	"unlock-drop":           `{"code": "NIGHT", "email": "casey@example.com"}`,
	"join-queue":            `{"email": "casey@example.com"}`,
	"open-queue-link":       exampleLink,

	"send-mcp-message": `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_catalog", "arguments": {"query": "nori"}}}`,
	"payment-webhook":  `{"type": "checkout.session.completed"}`,

	"admin-create-api-key":   `{"name": "Stock sync", "scopes": ["catalogue:read", "catalogue:write"]}`,
	"admin-add-webhook":      `{"url": "https://hooks.example.com/snackdrop", "events": ["drop.opened", "order.paid"], "format": "standard"}`,
	"admin-create-category":  `{"name": "Noodles", "slug": "noodles", "description": "Everything that slurps.", "sign": "bag", "color": "#FFD34D"}`,
	"admin-update-category":  `{"version": 1, ` + exampleCategory + `}`,
	"admin-create-promotion": `{"code": "NIGHT5", "kind": "amount", "amount": 5, "minimum": 20, "enabled": true}`,
	"admin-update-promotion": `{"version": 1, ` + examplePromo + `}`,
	"admin-save-settings":    `{"settings": {"tagline": "Snacks in drops"}}`,

	"admin-create-product":  `{"name": "Miso Puffs", "slug": "miso-puffs", "description": "Light and salty.", "price": 5, "stock_quantity": 50}`,
	"admin-update-product":  `{"version": 2, ` + exampleProduct + `}`,
	"admin-patch-product":   `{"version": 1, "is_featured": true}`,
	"admin-set-stock":       `{"stock_quantity": 60, "stock_seen": 50}`,
	"admin-change-products": `{"changes": [{"ids": [1, 2], "set": {"is_popular": true}}]}`,
	"admin-delete-products": `{"ids": [4711]}`,

	"admin-create-drop":     `{` + exampleDrop + `}`,
	"admin-update-drop":     `{"version": 1, ` + exampleDrop + `}`,
	"admin-schedule-drop":   exampleVersion,
	"admin-withdraw-drop":   exampleVersion,
	"admin-duplicate-drop":  exampleVersion,
	"admin-draw-now":        exampleVersion,
	"admin-end-drop":        exampleVersion,
	"admin-pause-drop":      exampleVersion,
	"admin-resume-drop":     exampleVersion,
	"admin-add-drop-code":   `{"version": 1, "label": "Newsletter", "max_uses": 100}`,
	"admin-drop-rate":       `{"version": 1, "people_per_minute": 60}`,
	"admin-add-drop-units":  `{"version": 1, "product_id": 1, "units": 5}`,
	"admin-lift-drop-limit": `{"version": 1, "email": "casey@example.com"}`,
	"admin-pass-orders-on":  `{"version": 1, "orders": ["ORD-001"]}`,

	"admin-quick-move-orders": `{"numbers": ["ORD-001"], "action": "processing"}`,
	"admin-move-order":        `{"status": "processing"}`,
	"admin-hold-order":        `{"note": "The address is not clear."}`,
	"admin-cancel-order":      `{"note": "The customer called."}`,
	"admin-resend-order-mail": `{"kind": "confirmation"}`,
	"admin-save-order-notes":  `{"staff_notes": "Called back.", "was": ""}`,
	"admin-refund-order":      `{"amount": 1, "reason": "One bag was open."}`,
}
