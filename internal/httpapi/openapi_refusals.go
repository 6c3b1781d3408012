package httpapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// codeDescriptions says what every code means, in the order in which the API reference lists them.
var codeDescriptions = []struct {
	Code shop.Code
	Text string
}{
	{operations.CodeBadRequest, "the request cannot be read"},
	{shop.Invalid, "a field is wrong; errors names it"},
	{operations.CodeMediaType, "the body is not of the type that the operation reads"},
	{operations.CodeNotAcceptable, "the operation cannot answer in the type that Accept asks for"},
	{operations.CodeMethodNotAllowed, "the path exists, with another method"},
	{shop.TooLarge, "the body, or what it asks for, is larger than the limit"},
	{operations.CodeTimeout, "the body did not arrive in time"},
	{shop.Unauthorized, "nobody is signed in, or the key was revoked"},
	{shop.BadCredentials, "the email, password, code or passkey is wrong"},
	{shop.Forbidden, "signed in, but not for this; or the key lacks the scope"},
	{shop.SecondFactorRequired, "the shop requires a second step at login of every admin"},
	{operations.CodeCrossSite, "a page of another site sent it"},
	{shop.NotFound, "it is not there, or not for you"},
	{shop.Expired, "the link was used already or is too old"},
	{shop.Conflict, "it does not go together with what is there; detail says why"},
	{shop.Stale, "somebody else changed it first: read it again"},
	{shop.InUse, "something else needs it"},
	{shop.KeyReused, "another order was sent under this Idempotency-Key"},
	{shop.TotalChanged, "the order costs another amount than expected_total"},
	{shop.OutOfStock, "there are not enough units left"},
	{shop.TooManyUnpaid, "orders of this buyer wait for payment"},
	{shop.PromoInvalid, "the promo code does not work"},
	{shop.BelowMinimum, "the order is too small for this way to pay"},
	{shop.ZipState, "ZIP code and state do not go together"},
	{shop.PaymentFailed, "the payment provider refused, or could not be reached"},
	{shop.ReservationExpired, "the units are held no more"},
	{shop.NotOpen, "the drop is not open, or it is over"},
	{shop.DropPaused, "the drop is paused"},
	{shop.QueueFirst, "this drop has a line: a pass is needed"},
	{shop.NotYourTurn, "the place in the line is not called yet"},
	{shop.PassExpired, "the pass, or the turn, is over"},
	{shop.AlreadyQueued, "this address is in the line or draw already"},
	{shop.AccessCodeInvalid, "the access code does not work"},
	{shop.LimitReached, "the limit of units for one buyer is reached"},
	{shop.LimitHeld, "the limit would be reached with units that are held"},
	{shop.ImageType, "not a picture that the shop takes"},
	{shop.ImageTooLarge, "the picture is too large"},
	{shop.ImageBroken, "the picture is damaged"},
	{shop.TooMany, "too often: wait as long as Retry-After says"},
	{shop.Busy, "too much at once: wait as long as Retry-After says"},
	{shop.Unavailable, "the database is away: wait as long as Retry-After says"},
	{operations.CodeInternal, "a fault of the shop; X-Request-Id finds it in its log"},
}

var (
	pictureCodes = []shop.Code{shop.ImageType, shop.ImageTooLarge, shop.ImageBroken}
	dropCodes    = []shop.Code{shop.Conflict, shop.Stale}
	lineCodes    = []shop.Code{shop.NotOpen, shop.Conflict, shop.OutOfStock, shop.AlreadyQueued, shop.PassExpired, shop.DropPaused}
	payCodes     = []shop.Code{shop.Conflict, shop.Stale, shop.Expired, shop.OutOfStock, shop.PaymentFailed, shop.ReservationExpired, shop.NotOpen, shop.DropPaused, shop.LimitReached, shop.LimitHeld}
	orderCodes   = []shop.Code{shop.Conflict, shop.KeyReused, shop.TotalChanged, shop.OutOfStock, shop.TooManyUnpaid, shop.PromoInvalid, shop.BelowMinimum, shop.ZipState, shop.PaymentFailed,
		shop.ReservationExpired, shop.NotOpen, shop.DropPaused, shop.QueueFirst, shop.PassExpired, shop.LimitReached, shop.LimitHeld, shop.Unauthorized}
)

// refusals are the codes with which an operation is refused for reasons of its own, beyond those of every operation of its
// role and form (see commonCodes). The clients of the tests fail on a code that is not documented.
var refusals = map[string][]shop.Code{
	"add-address":             {shop.Conflict, shop.ZipState},
	"change-address":          {shop.ZipState},
	"update-profile":          {shop.Conflict},
	"save-avatar":             pictureCodes,
	"delete-account":          {shop.InUse},
	"ask-email-change":        {shop.Conflict},
	"confirm-email-change":    {shop.Expired, shop.Conflict},
	"cancel-own-order":        {shop.Conflict, shop.Stale},
	"reorder":                 {shop.Conflict, shop.OutOfStock},
	"accept-passkey":          {shop.Conflict, shop.BadCredentials, shop.Expired},
	"offer-passkey":           {shop.Conflict},
	"new-recovery-codes":      {shop.Conflict},
	"accept-totp":             {shop.Conflict, shop.BadCredentials, shop.Expired},
	"sign-in":                 {shop.BadCredentials},
	"sign-in-totp":            {shop.BadCredentials, shop.Expired},
	"sign-in-recovery-code":   {shop.BadCredentials, shop.Expired},
	"sign-in-passkey":         {shop.BadCredentials, shop.Expired},
	"sign-in-passkey-options": {shop.Expired, shop.NotFound},
	"sign-up":                 {shop.Conflict},
	"set-up":                  {shop.Expired, shop.Conflict},
	"reset-password":          {shop.Expired},
	"replace-cart":            {shop.Conflict},
	"set-cart-line":           {shop.Conflict},
	"merge-cart":              {shop.Conflict},

	"place-order":               orderCodes,
	"pay-order":                 payCodes,
	"check-payment":             payCodes,
	"release-order":             {shop.Conflict, shop.Stale},
	"confirm-order":             {shop.Conflict, shop.Expired},
	"create-account-from-order": {shop.Conflict},
	"check-promo":               {shop.PromoInvalid, shop.OutOfStock},

	"confirm-subscription":  {shop.Expired},
	"leave-subscription":    {shop.Expired},
	"join-waitlist":         {shop.Conflict},
	"confirm-waitlist":      {shop.NotFound, shop.Expired, shop.Conflict},
	"leave-waitlist":        {shop.NotFound, shop.Expired},
	"remind-of-drop":        {shop.Conflict, shop.NotOpen},
	"confirm-drop-reminder": {shop.Expired, shop.Conflict},
	"unlock-drop":           {shop.AccessCodeInvalid, shop.Conflict, shop.Expired, shop.NotOpen},

	"join-queue":      lineCodes,
	"open-queue-link": append([]shop.Code{shop.Expired}, lineCodes...),
	"get-queue-entry": {shop.Conflict},
	"leave-queue":     {shop.Conflict, shop.NotOpen},
	"get-queue-pass":  {shop.NotOpen, shop.Conflict, shop.OutOfStock, shop.DropPaused, shop.NotYourTurn, shop.PassExpired},
	"reserve": {shop.NotOpen, shop.DropPaused, shop.QueueFirst, shop.PassExpired, shop.LimitReached, shop.LimitHeld, shop.OutOfStock, shop.Conflict,
		shop.ReservationExpired, shop.NotFound},
	"get-reservation":     {shop.ReservationExpired},
	"release-reservation": {shop.ReservationExpired, shop.Conflict},

	"send-mcp-message": {shop.NotFound},
	"payment-webhook":  {shop.PaymentFailed},

	"admin-create-api-key":          {shop.Conflict},
	"admin-add-webhook":             {shop.Conflict},
	"admin-resend-webhook-delivery": {shop.Conflict},
	"admin-create-category":         {shop.Conflict},
	"admin-update-category":         {shop.Conflict, shop.Stale},
	"admin-delete-category":         {shop.InUse},
	"admin-create-promotion":        {shop.Conflict},
	"admin-update-promotion":        {shop.Conflict, shop.Stale},
	"admin-create-product":          {shop.Conflict},
	"admin-update-product":          {shop.Conflict, shop.Stale},
	"admin-patch-product":           {shop.Stale},
	"admin-set-stock":               {shop.Stale},
	"admin-delete-product":          {shop.InUse},
	"admin-change-products":         {shop.Conflict, shop.Stale},
	"admin-delete-products":         {shop.InUse},
	"admin-import-products":         {shop.Conflict},
	"admin-upload":                  pictureCodes,
	"admin-save-settings":           {shop.Conflict},
	"admin-start-backup":            {shop.Conflict},

	"admin-create-drop":     {shop.Conflict},
	"admin-update-drop":     dropCodes,
	"admin-delete-drop":     {shop.Conflict, shop.Stale, shop.InUse},
	"admin-schedule-drop":   dropCodes,
	"admin-withdraw-drop":   dropCodes,
	"admin-duplicate-drop":  dropCodes,
	"admin-add-drop-code":   dropCodes,
	"admin-draw-now":        dropCodes,
	"admin-end-drop":        dropCodes,
	"admin-pause-drop":      dropCodes,
	"admin-resume-drop":     dropCodes,
	"admin-drop-rate":       dropCodes,
	"admin-add-drop-units":  dropCodes,
	"admin-lift-drop-limit": dropCodes,
	"admin-pass-orders-on":  {shop.Conflict, shop.Stale, shop.PaymentFailed},

	"admin-move-order":        {shop.Conflict, shop.Stale},
	"admin-hold-order":        {shop.Conflict, shop.Stale},
	"admin-cancel-order":      {shop.Conflict, shop.Stale, shop.PaymentFailed},
	"admin-refund-order":      {shop.Conflict, shop.Stale, shop.PaymentFailed},
	"admin-mark-order-paid":   {shop.Conflict, shop.Stale},
	"admin-hand-over-order":   {shop.Conflict, shop.Stale},
	"admin-save-order-notes":  {shop.Stale},
	"admin-resend-order-mail": {shop.Conflict},
	"admin-quick-move-orders": {shop.Conflict},
}

// commonCodes are the codes of every operation of a role and form.
func commonCodes(rule Rule, op *huma.Operation) []shop.Code {
	list := []shop.Code{operations.CodeBadRequest, shop.Invalid, shop.TooMany, shop.Busy, shop.Unavailable}
	if op.Method != http.MethodGet {
		list = append(list, operations.CodeCrossSite)
	}
	if rule.Who != Visitor {
		list = append(list, shop.Unauthorized, shop.Forbidden)
	}
	if rule.Who == Admin && !rule.Enrols {
		list = append(list, shop.SecondFactorRequired)
	}
	if op.RequestBody != nil {
		list = append(list, shop.TooLarge, operations.CodeMediaType)
	}
	if strings.Contains(op.Path, "{") {
		list = append(list, shop.NotFound)
	}
	return list
}

// describeRefusals adds a response for each status with which the operation may be refused. Responses that many operations
// share are in the document once.
func describeRefusals(api *huma.OpenAPI, rule Rule, op *huma.Operation) {
	byStatus := map[int][]string{}
	for _, code := range slices.Concat(commonCodes(rule, op), refusals[op.OperationID]) {
		status := operations.StatusOf(code)
		byStatus[status] = append(byStatus[status], string(code))
	}
	for status, found := range byStatus {
		slices.Sort(found)
		found = slices.Compact(found)
		name := "Refused_" + strconv.Itoa(status) + "_" + strings.Join(found, "_")
		api.Components.Responses[name] = &huma.Response{
			Description: http.StatusText(status) + ". Codes: `" + strings.Join(found, "`, `") + "`.",
			Content:     op.Responses["default"].Content,
			Extensions:  map[string]any{"x-codes": found},
		}
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + name}
	}
	op.Responses["default"].Description = "Any other refusal, or a fault of the shop (`" + string(operations.CodeInternal) + "`)."
}
