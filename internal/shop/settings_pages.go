package shop

// PageSettings are the texts of the pages that are mostly text.
type PageSettings struct {
	FAQDescription          string // for search engines
	FAQIntro                string
	FAQQuestions            string // ## chapter, ### question, then its answer
	FAQClosing              string // after the questions, before the way to the contact page
	TermsDescription        string
	TermsIntro              string
	TermsUpdated            string // a date, as it is shown
	Terms                   string
	PrivacyDescription      string
	PrivacyIntro            string
	PrivacyUpdated          string
	Privacy                 string
	SubscriptionDescription string
	SubscriptionIntro       string
	SubscriptionReasons     string // rows: reason | text
	SubscriptionWelcome     string // after the address was confirmed
}

// The pages with texts of their own.
const (
	PageFAQ          = "faq"
	PageTerms        = "terms"
	PagePrivacy      = "privacy"
	PageSubscription = "subscription"
)

const (
	markupDoc = "An empty line begins a new paragraph, ## a heading and - a point of a list; [words](/address) is a link. "
	maxPage   = 20_000
)

// pageSettings are the texts of whole pages. They are sent with their page alone
// (see Settings.PageTexts): every page carries the public settings, and these are long.
var pageSettings = []Setting{
	{Key: "faq_intro", Page: PageFAQ, Kind: KindLongText, Max: 300,
		Default: "Frequently asked, honestly answered. If yours is missing, ask.",
		field:   func(s *Settings) any { return &s.Pages.FAQIntro }},
	{Key: "faq_questions", Page: PageFAQ, Kind: KindLongText, Max: maxPage, Default: defaultQuestions,
		Doc: "## begins a chapter and ### a question; its answer follows. An empty line begins a new paragraph, - a point of a list; " +
			"[words](/address) is a link. {standard_days}, {express_days} and {shipping_cost} say what the shipping settings say.",
		field: func(s *Settings) any { return &s.Pages.FAQQuestions }},
	{Key: "faq_closing", Page: PageFAQ, Kind: KindText, Max: 100, Default: "Still hungry for an answer?",
		Doc:   "Below the questions, beside Contact Us.",
		field: func(s *Settings) any { return &s.Pages.FAQClosing }},
	{Key: "faq_description", Page: PageFAQ, Kind: KindLongText, Max: 300, Doc: "For search engines.",
		Default: "Shipping, pickup in {city}, drops, restocks and returns: the questions we hear most.",
		field:   func(s *Settings) any { return &s.Pages.FAQDescription }},

	{Key: "terms_intro", Page: PageTerms, Kind: KindLongText, Max: 300,
		Default: "What you can expect of us, and we of you. In words that a person wrote.",
		field:   func(s *Settings) any { return &s.Pages.TermsIntro }},
	{Key: "terms_updated", Page: PageTerms, Kind: KindText, Max: 40, Doc: "After: Last updated.", Default: "November 1, 2026",
		field: func(s *Settings) any { return &s.Pages.TermsUpdated }},
	{Key: "terms_text", Page: PageTerms, Kind: KindLongText, Max: maxPage, Default: defaultTerms,
		Doc:   markupDoc + "{state} is the name of the shop’s state, {currency} the currency of its prices.",
		field: func(s *Settings) any { return &s.Pages.Terms }},
	{Key: "terms_description", Page: PageTerms, Kind: KindLongText, Max: 300, Doc: "For search engines.",
		Default: "The terms of this shop, in plain words.",
		field:   func(s *Settings) any { return &s.Pages.TermsDescription }},

	{Key: "privacy_intro", Page: PagePrivacy, Kind: KindLongText, Max: 300,
		Default: "We sell snacks, not people. Here is everything that we keep, and why.",
		field:   func(s *Settings) any { return &s.Pages.PrivacyIntro }},
	{Key: "privacy_updated", Page: PagePrivacy, Kind: KindText, Max: 40, Doc: "After: Last updated.", Default: "November 1, 2026",
		field: func(s *Settings) any { return &s.Pages.PrivacyUpdated }},
	{Key: "privacy_text", Page: PagePrivacy, Kind: KindLongText, Max: maxPage, Default: defaultPrivacy,
		Doc:   markupDoc + "{state} is the name of the shop’s state.",
		field: func(s *Settings) any { return &s.Pages.Privacy }},
	{Key: "privacy_description", Page: PagePrivacy, Kind: KindLongText, Max: 300, Doc: "For search engines.",
		Default: "What this shop knows about you, why, and how to make it forget.",
		field:   func(s *Settings) any { return &s.Pages.PrivacyDescription }},

	{Key: "subscription_intro", Page: PageSubscription, Kind: KindLongText, Max: 300,
		Default: "The early-access list. For people who have stood in front of a shelf that was empty five minutes ago.",
		field:   func(s *Settings) any { return &s.Pages.SubscriptionIntro }},
	{Key: "subscription_reasons", Page: PageSubscription, Kind: KindRows, Max: 1000, Columns: []string{"Reason", "Text"},
		Default: "First in line | You hear of a drop before it is on the front page.\n" +
			"Boxes before they sell out | The mystery box, 5-7 snacks every month, told ahead.\n" +
			"Only when it matters | A short mail per drop. Silence in between.",
		field: func(s *Settings) any { return &s.Pages.SubscriptionReasons }},
	{Key: "subscription_welcome", Page: PageSubscription, Kind: KindLongText, Max: 300, Doc: "After somebody confirmed their address.",
		Default: "Welcome to The {list}. The next drop reaches you before it reaches the shelf.",
		field:   func(s *Settings) any { return &s.Pages.SubscriptionWelcome }},
	{Key: "subscription_description", Page: PageSubscription, Kind: KindLongText, Max: 300, Doc: "For search engines.",
		Default: "Hear of limited drops before everybody else.",
		field:   func(s *Settings) any { return &s.Pages.SubscriptionDescription }},
}

// PageTexts are the texts of one page by key; none for a page without its own.
func (s Settings) PageTexts(page string) map[string]string {
	texts := map[string]string{}
	for _, setting := range pageSettings {
		if setting.Page == page {
			texts[setting.Key] = s.Text(setting.Key)
		}
	}
	return texts
}

const defaultQuestions = `## Drops and stock

### What is a drop?

A small number of something hard to find, sold from an announced moment on. [Its page](/drops) counts down to it and changes by itself. What is sold out has a waitlist, and whoever is next is offered what comes back.

### How does the line of a drop work?

It opens half an hour before. Everyone who is in it when the drop opens is shuffled, so being first does not help and refreshing does not hurt. Open the link we mail you: proven addresses go first. When it is your turn you go in, and what you put into your cart is held for you while the clock beside it runs.

### Is the number of units left real?

Yes. It is counted by the same till that sells them and changes on your screen while you look. Outside of drops nothing is reserved by lying in a cart; it is yours once the order is placed.

### Will it come back?

Sometimes. We never promise it. [Join The {list}](/subscription) and you hear of it first.

### What is in the mystery box?

Five to seven snacks that we would pick for a friend, packed the week it ships. No two drops are the same, and nothing in it is past its date.

## Shipping and pickup

### Where do you ship, and how long does it take?

Anywhere in the US. Standard takes {standard_days} business days, express {express_days}.

### What does shipping cost?

{shipping_cost}

### Can I pick my order up?

Yes, at {address}. Choose pickup at checkout; it costs nothing. We write to you when it is ready, with a code to show at the counter.

### Where is my order?

On its own page, step by step. Signed in, you find it under [Orders](/orders); as a guest, look it up there with the order number and your email.

## Food

### Do you list allergens?

Labels abroad follow other rules than ours. We put an English label with ingredients and allergens on every pack we sell. If an allergy is serious, [ask us](/contact) before you order.

### How fresh is it?

Nothing leaves us with less than four weeks to its date. Chocolate travels with a cold pack when it is hot.

## Orders and returns

### Do I need an account?

No. An account keeps your addresses and your orders in one place, and your cart on every device. That is all it does.

### Can I change or cancel an order?

As long as nothing was packed. Signed in, open the order in your account and press Cancel Order; without an account, write to us; the money goes back the way it came.

### Something arrived broken. What now?

Send us a picture through the [contact page](/contact) within two weeks. You get a new one while there is one, and your money if there is none. Food that arrived well cannot be returned.

### How do promo codes work?

Type one into the cart. One code per order; what it takes off is shown before you pay.`

const defaultTerms = `## Who we are

This shop is run by {shop}, {address}. By ordering here you agree to these terms. If you do not, please do not order.

## Orders and prices

Prices are in {currency}. Shipping stands in your cart; sales tax, where it is due, is added at checkout before you pay. What you pay is the total that you saw when you placed the order. If a price or the stock changed in between, we show you and ask again.

An order is accepted once it has a number. Drops are small: what lies in a cart is not reserved. We may limit how many of one product an order can hold, and cancel orders that get around it. You then get all your money back.

## Payment

Cards and PayPal are handled by their own services; we never see or store a card number. An order that is not paid in time is released, so that somebody else can have it.

## Shipping and pickup

We ship within the US. Delivery times are honest estimates, not guarantees. The parcel is ours until it is handed to you: if it is lost on the way, we send it again or pay you back. Orders for pickup are kept for seven days after we tell you that they are ready.

## Cancelling, returns and refunds

- You can cancel until we start to pack.
- Wrong, damaged or spoiled goods: tell us within 14 days and we replace or refund them.
- For reasons of health, food that arrived as ordered cannot be returned.
- Refunds go back the way the money came, usually within five business days.

## Food and allergies

Recipes change without notice, and labels abroad follow other rules. Read the label on the pack before you eat, every time. If an allergy is serious, [ask us first](/contact).

## Your account

Keep your password to yourself; what is done with it counts as done by you. You can close your account at any time in its settings. We may close accounts that are used to harm others or to buy for resale by machine.

## Our liability

We answer for what we do wrong. We do not answer for losses that nobody could foresee, and never for more than you paid for the order in question, except where the law says otherwise. Your rights as a consumer stay as they are.

## The rest

These terms follow the law of {state}. When we change them, the new ones stand here with their date and apply to orders placed after it. Questions? [Write to us](/contact).`

const defaultPrivacy = `## Looking around

You can browse without telling us who you are. There are no advertising cookies and no trackers of other companies. We count visits, product views and orders in plain numbers per day, without cookies and without anything that points to you. Our server log holds the address of a request for a short time, to keep the shop safe.

## What your browser keeps

- Your cart and a promo code, in your browser, until you clear them.
- What you type at the checkout and the way to your last order, in that one tab, until you close it or log out.
- The way to an order that waits for its payment, until it is paid or over, or you log out.
- One cookie when you sign in, so that you stay signed in. It ends after 30 days without a visit.

## What we keep when you order

Your name, email, address, phone number if you give it, and what you ordered: to pack it, to send it, to write to you about it, and because tax law wants us to. Payments are handled by Stripe or PayPal; your card number never reaches us.

## What we keep when you have an account

Your username, email, addresses, cart and orders. Your password is stored as a hash that nobody can turn back. In the account’s settings you can see where you are signed in, take all your data with you as a file, and delete the account. Orders then stay as numbers, without your name.

## When you write to us

We keep your message and your address to answer you, and for nothing else.

## The {list}

We keep your email for the list once you have confirmed it, and every way to leave is one click. The list may be sent through Mailchimp, which then holds your address for us. Leave and it is taken off there, too.

## Who else is involved

- The carrier gets the address on your parcel.
- Stripe or PayPal get what they need to take your payment.
- The map on the home page comes from OpenStreetMap when you scroll to it; they then see your network address.

We do not sell or rent your data to anybody.

## Your rights

You may ask what we know about you, have it corrected, take it with you, or have it deleted. Most of that is a button in your account; for the rest [write to us](/contact) and we answer within 30 days.

## Who is responsible

{shop}, {address}.`
