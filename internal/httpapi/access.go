package httpapi

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/mcp"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Who is the least privileged role that may call a route.
type Who string

const (
	Visitor  Who = "visitor"
	Customer Who = "customer"
	Admin    Who = "admin"
	// Owner is a signed-in customer. The service is given the user's id and reads
	// and changes only what belongs to it.
	Owner Who = "owner"
)

// Rule is what a route requires of a request.
type Rule struct {
	Who       Who
	Scope     shop.Scope    // of API keys that may call it too; "": none may
	Body      int64         // most bytes it reads; 0 means smallBody
	Cacheable bool          // a public response that is the same for everybody, cached until the catalogue changes
	Enrols    bool          // sets up a second factor: open to an admin who has not set up the one that the shop requires
	Offline   bool          // needs no database: it is served as usual while that is away
	Time      time.Duration // longest it may take; 0 means usualTime, negative means as long as the client stays
}

const (
	smallBody    = 64 << 10
	settingsBody = 512 << 10 // the texts of whole pages
	webhookBody  = 512 << 10
	bulkBody     = 1 << 20
	uploadBody   = 11 << 20
	fileBody     = 64 << 20
	usualTime    = 15 * time.Second
	loginTime    = 30 * time.Second // password hashes are computed one after the other
	orderTime    = 40 * time.Second // the order queue, then the payment provider
	uploadTime   = 60 * time.Second
	fileTime     = 5 * time.Minute
	stream       = -1
)

// access says for every route of the program who may call it. A route that is
// not here is refused, and tests call every one of them as every role and with a key
// of every scope.
var access = map[string]Rule{
	"GET /metrics":                {Who: Visitor, Offline: true},
	"GET /healthz":                {Who: Visitor, Offline: true},
	"GET /readyz":                 {Who: Visitor, Offline: true}, // asks the database itself
	"GET /api/openapi.json":       {Who: Visitor},
	"GET /api/docs":               {Who: Visitor},
	"GET /api/events":             {Who: Visitor, Time: stream},
	"GET /api/clock":              {Who: Visitor, Offline: true},
	"GET /site-assets/{path...}":  {Who: Visitor, Offline: true, Time: uploadTime},
	"GET /preview/{at}":           {Who: Visitor}, // shown to admins; 404 for anybody else
	"GET /preview/{at}/{path...}": {Who: Visitor},
	"POST /mcp":                   {Who: Visitor, Body: mcp.MaxBody}, // cookies are not looked at
	"/mcp":                        {Who: Visitor},
	"/":                           {Who: Visitor},
	"/api/":                       {Who: Visitor},

	"GET /api/products":          {Who: Visitor, Cacheable: true},
	"GET /api/products/{id}":     {Who: Visitor, Cacheable: true},
	"GET /api/categories":        {Who: Visitor, Cacheable: true},
	"GET /api/categories/{slug}": {Who: Visitor, Cacheable: true},
	"GET /api/settings":          {Who: Visitor, Cacheable: true},
	"GET /api/texts/{page}":      {Who: Visitor, Cacheable: true},

	"GET /api/drops":                           {Who: Visitor, Cacheable: true},
	"GET /api/drops/{slug}":                    {Who: Visitor, Cacheable: true},
	"GET /api/next-drop":                       {Who: Visitor, Cacheable: true},
	"POST /api/drops/{slug}/reminders":         {Who: Visitor},
	"POST /api/drops/{slug}/reminders/confirm": {Who: Visitor},
	"POST /api/drops/{slug}/unlock":            {Who: Visitor},
	"GET /api/drops/{slug}/draw":               {Who: Visitor, Cacheable: true},
	"GET /api/drops/{slug}/draw/entries.csv":   {Who: Visitor, Time: uploadTime},
	"GET /api/drops/{slug}/queue":              {Who: Visitor, Offline: true},
	"GET /api/drops/{slug}/queue/entries.csv":  {Who: Visitor, Time: uploadTime},
	"POST /api/drops/{slug}/queue/entries":     {Who: Visitor},
	"GET /api/drops/{slug}/queue/entry":        {Who: Visitor},
	"POST /api/drops/{slug}/queue/entry":       {Who: Visitor},
	"DELETE /api/drops/{slug}/queue/entry":     {Who: Visitor},
	"POST /drop/{slug}/line":                   {Who: Visitor},
	"POST /api/drops/{slug}/queue/pass":        {Who: Visitor},

	"POST /api/quote":                   {Who: Visitor},
	"POST /api/promo":                   {Who: Visitor},
	"GET /api/checkout":                 {Who: Visitor},
	"GET /api/zip/{zip}":                {Who: Visitor},
	"POST /api/orders":                  {Who: Visitor, Time: orderTime},
	"GET /api/orders/{number}":          {Who: Visitor},
	"POST /api/orders/{number}/check":   {Who: Visitor},
	"POST /api/orders/{number}/pay":     {Who: Visitor, Time: orderTime},
	"POST /api/orders/{number}/cancel":  {Who: Visitor, Time: orderTime},
	"POST /api/orders/{number}/account": {Who: Visitor},
	"POST /api/orders/{number}/confirm": {Who: Visitor},
	"POST /api/order-links":             {Who: Visitor},
	"POST /api/webhooks/{provider}":     {Who: Visitor, Body: webhookBody},
	"/demo-pay/{ref}":                   {Who: Visitor},
	"POST /api/visits":                  {Who: Visitor},

	"POST /api/contact":               {Who: Visitor},
	"POST /api/subscriptions":         {Who: Visitor},
	"POST /api/subscriptions/confirm": {Who: Visitor},
	"POST /api/subscriptions/leave":   {Who: Visitor},

	"POST /api/products/{id}/waitlist": {Who: Visitor},
	"POST /api/waitlist/confirm":       {Who: Visitor},
	"POST /api/waitlist/leave":         {Who: Visitor},
	"POST /api/reservations":           {Who: Visitor},
	"GET /api/reservations/{token}":    {Who: Visitor},
	"DELETE /api/reservations/{token}": {Who: Visitor},

	"GET /api/session":    {Who: Visitor},
	"POST /api/session":   {Who: Visitor, Time: loginTime},
	"DELETE /api/session": {Who: Visitor},
	"POST /api/users":     {Who: Visitor, Time: loginTime},
	"GET /api/profile":    {Who: Owner},
	"PUT /api/profile":    {Who: Owner},
	"GET /api/setup":      {Who: Visitor},
	"POST /api/setup":     {Who: Visitor},

	"POST /api/password-resets":                 {Who: Visitor},
	"GET /api/password-resets":                  {Who: Visitor},
	"PUT /api/password-resets":                  {Who: Visitor},
	"POST /api/email-changes":                   {Who: Visitor},
	"POST /api/account/email":                   {Who: Owner},
	"PUT /api/account/password":                 {Who: Owner},
	"GET /api/account/sessions":                 {Who: Owner},
	"DELETE /api/account/sessions":              {Who: Owner},
	"DELETE /api/account/sessions/{id}":         {Who: Owner},
	"PUT /api/account/avatar":                   {Who: Owner, Body: uploadBody, Time: uploadTime},
	"DELETE /api/account/avatar":                {Who: Owner},
	"GET /api/account/export":                   {Who: Owner},
	"POST /api/account/deletion":                {Who: Owner},
	"GET /api/account/addresses":                {Who: Owner},
	"POST /api/account/addresses":               {Who: Owner},
	"PUT /api/account/addresses/{id}":           {Who: Owner},
	"DELETE /api/account/addresses/{id}":        {Who: Owner},
	"GET /api/account/orders":                   {Who: Owner},
	"GET /api/account/orders/{number}":          {Who: Owner},
	"POST /api/account/orders/{number}/cancel":  {Who: Owner, Time: orderTime},
	"POST /api/account/orders/{number}/reorder": {Who: Owner},
	"GET /api/cart":                             {Who: Owner},
	"PUT /api/cart":                             {Who: Owner},
	"PUT /api/cart/lines/{id}":                  {Who: Owner},
	"POST /api/cart/merge":                      {Who: Owner},

	// These accept a session whose second factor is still missing: nobody is signed in with it yet.
	"POST /api/session/totp":            {Who: Visitor},
	"POST /api/session/recovery-code":   {Who: Visitor},
	"POST /api/session/passkey/options": {Who: Visitor},
	"POST /api/session/passkey":         {Who: Visitor},

	"GET /api/account/second-factor":          {Who: Admin, Enrols: true},
	"POST /api/account/totp":                  {Who: Admin, Enrols: true},
	"PUT /api/account/totp":                   {Who: Admin, Enrols: true},
	"POST /api/account/totp/removal":          {Who: Admin, Enrols: true},
	"POST /api/account/recovery-codes":        {Who: Admin, Enrols: true},
	"POST /api/account/passkeys/options":      {Who: Admin, Enrols: true},
	"POST /api/account/passkeys":              {Who: Admin, Enrols: true},
	"POST /api/account/passkeys/{id}/removal": {Who: Admin, Enrols: true},

	"GET /api/admin/dashboard":          {Who: Admin},
	"GET /api/admin/products":           {Who: Admin, Scope: shop.ReadCatalogue},
	"POST /api/admin/products":          {Who: Admin, Scope: shop.WriteCatalogue},
	"GET /api/admin/products/{id}":      {Who: Admin, Scope: shop.ReadCatalogue},
	"PUT /api/admin/products/{id}":      {Who: Admin, Scope: shop.WriteCatalogue},
	"DELETE /api/admin/products/{id}":   {Who: Admin, Scope: shop.WriteCatalogue},
	"GET /api/admin/categories":         {Who: Admin, Scope: shop.ReadCatalogue},
	"POST /api/admin/categories":        {Who: Admin, Scope: shop.WriteCatalogue},
	"GET /api/admin/categories/{id}":    {Who: Admin, Scope: shop.ReadCatalogue},
	"PUT /api/admin/categories/{id}":    {Who: Admin, Scope: shop.WriteCatalogue},
	"DELETE /api/admin/categories/{id}": {Who: Admin, Scope: shop.WriteCatalogue},
	"GET /api/admin/settings":           {Who: Admin},
	"PUT /api/admin/settings":           {Who: Admin, Body: settingsBody},
	"POST /api/admin/uploads":           {Who: Admin, Scope: shop.WriteCatalogue, Body: uploadBody, Time: uploadTime},

	"GET /api/admin/orders":                    {Who: Admin, Scope: shop.ReadOrders},
	"POST /api/admin/orders/quick":             {Who: Admin, Scope: shop.FulfilOrders},
	"GET /api/admin/orders/{number}":           {Who: Admin, Scope: shop.ReadOrders},
	"PUT /api/admin/orders/{number}/status":    {Who: Admin, Scope: shop.FulfilOrders},
	"POST /api/admin/orders/{number}/hold":     {Who: Admin, Scope: shop.FulfilOrders},
	"POST /api/admin/orders/{number}/cancel":   {Who: Admin},
	"POST /api/admin/orders/{number}/refunds":  {Who: Admin},
	"POST /api/admin/orders/{number}/paid":     {Who: Admin},
	"PUT /api/admin/orders/{number}/notes":     {Who: Admin},
	"POST /api/admin/orders/{number}/mails":    {Who: Admin},
	"POST /api/admin/orders/{number}/handover": {Who: Admin, Scope: shop.FulfilOrders},
	"GET /api/admin/pickup/{code}":             {Who: Admin, Scope: shop.ReadOrders},
	"GET /api/admin/customers":                 {Who: Admin},
	"GET /api/admin/customers/{id}":            {Who: Admin},
	"GET /api/admin/subscribers":               {Who: Admin},
	"DELETE /api/admin/subscribers/{id}":       {Who: Admin},
	"GET /api/admin/subscribers.csv":           {Who: Admin, Time: uploadTime},
	"GET /api/admin/promotions":                {Who: Admin},
	"POST /api/admin/promotions":               {Who: Admin},
	"PUT /api/admin/promotions/{id}":           {Who: Admin},
	"DELETE /api/admin/promotions/{id}":        {Who: Admin},

	"GET /api/admin/drops":                        {Who: Admin},
	"POST /api/admin/drops":                       {Who: Admin, Body: settingsBody},
	"GET /api/admin/drops/{id}":                   {Who: Admin},
	"PUT /api/admin/drops/{id}":                   {Who: Admin, Body: settingsBody},
	"DELETE /api/admin/drops/{id}":                {Who: Admin},
	"POST /api/admin/drops/{id}/schedule":         {Who: Admin},
	"POST /api/admin/drops/{id}/withdraw":         {Who: Admin},
	"POST /api/admin/drops/{id}/duplicate":        {Who: Admin},
	"POST /api/admin/drops/{id}/codes":            {Who: Admin},
	"GET /api/admin/drops/{id}/metrics":           {Who: Admin},
	"GET /api/admin/drops/{id}/review":            {Who: Admin},
	"POST /api/admin/drops/{id}/pause":            {Who: Admin},
	"POST /api/admin/drops/{id}/resume":           {Who: Admin},
	"POST /api/admin/drops/{id}/rate":             {Who: Admin},
	"POST /api/admin/drops/{id}/stock":            {Who: Admin},
	"POST /api/admin/drops/{id}/end":              {Who: Admin},
	"POST /api/admin/drops/{id}/draw":             {Who: Admin},
	"POST /api/admin/drops/{id}/pass-on":          {Who: Admin},
	"POST /api/admin/drops/{id}/limit-exceptions": {Who: Admin},

	"GET /api/admin/products/{id}/waitlist":            {Who: Admin},
	"DELETE /api/admin/products/{id}/waitlist/{entry}": {Who: Admin},

	"PATCH /api/admin/products/{id}":       {Who: Admin, Scope: shop.WriteCatalogue},
	"PUT /api/admin/products/{id}/stock":   {Who: Admin, Scope: shop.WriteCatalogue},
	"POST /api/admin/products/bulk":        {Who: Admin, Scope: shop.WriteCatalogue, Body: bulkBody},
	"POST /api/admin/products/bulk-delete": {Who: Admin, Scope: shop.WriteCatalogue},
	"GET /api/admin/products/ids":          {Who: Admin, Scope: shop.ReadCatalogue},
	"GET /api/admin/products/export":       {Who: Admin, Scope: shop.ReadCatalogue, Time: fileTime},
	"POST /api/admin/products/import":      {Who: Admin, Scope: shop.WriteCatalogue, Body: fileBody, Time: fileTime},
	"GET /api/admin/audit":                 {Who: Admin},
	"GET /api/admin/find":                  {Who: Admin},

	"GET /api/admin/backups":  {Who: Admin},
	"POST /api/admin/backups": {Who: Admin},
	"GET /api/admin/health":   {Who: Admin},

	"GET /api/admin/webhooks":                                    {Who: Admin},
	"POST /api/admin/webhooks":                                   {Who: Admin},
	"DELETE /api/admin/webhooks/{id}":                            {Who: Admin},
	"POST /api/admin/webhooks/{id}/test":                         {Who: Admin, Time: loginTime}, // the receiver has 10 s
	"GET /api/admin/webhooks/{id}/deliveries":                    {Who: Admin},
	"POST /api/admin/webhooks/{id}/deliveries/{delivery}/resend": {Who: Admin},
	"GET /api/admin/api-keys":                                    {Who: Admin},
	"POST /api/admin/api-keys":                                   {Who: Admin},
	"DELETE /api/admin/api-keys/{id}":                            {Who: Admin},
}
