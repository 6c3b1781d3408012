import type { settingFields } from './setting-fields.gen'

export type Group = { title: string; hint?: string; keys: readonly (keyof typeof settingFields)[] }
type Tab = { name: string; groups: readonly Group[] }

const fillIn =
  'In these texts {shop}, {city}, {street}, {avenue}, {address} and {list} stand for the shop’s own.'

/** The layout of the form: tabs, sections and their settings. Controls and limits come from the API's description. */
export const layout = [
  {
    name: 'General',
    groups: [
      { title: 'Shop', keys: ['site_name', 'currency', 'drop_time_zone'] },
      {
        title: 'About the shop',
        hint: fillIn,
        keys: ['tagline', 'footer_text', 'site_description', 'shop_button'],
      },
      { title: 'Search', hint: fillIn, keys: ['search_example', 'search_example_short'] },
    ],
  },
  {
    name: 'Branding',
    groups: [
      { title: 'Logo', keys: ['site_logo'] },
      {
        title: 'Colors',
        hint: 'Text on them stays readable whatever you pick.',
        keys: ['primary_color', 'secondary_color'],
      },
      {
        title: 'Signs',
        hint: 'Drawings beside the headings of pages. Each category has its own.',
        keys: ['shop_sign', 'contact_sign', 'faq_sign'],
      },
      { title: 'Skyline', keys: ['skyline'] },
    ],
  },
  {
    name: 'Shipping',
    groups: [
      {
        title: 'Fees',
        keys: [
          'default_shipping',
          'shipping_fee',
          'express_shipping_fee',
          'free_shipping_threshold',
          'advertised_free_shipping',
        ],
      },
      {
        title: 'Delivery',
        keys: ['standard_delivery_time', 'express_delivery_time', 'delivery_note'],
      },
    ],
  },
  {
    name: 'Customers',
    groups: [
      { title: 'Accounts', keys: ['guest_checkout', 'customer_account_creation'] },
      { title: 'Staff', keys: ['admin_second_factor'] },
      { title: 'Mail', keys: ['store_email', 'order_confirmation_email', 'shipping_notification_email'] },
    ],
  },
  {
    name: 'Payments',
    groups: [
      {
        title: 'Ways to pay',
        keys: ['accept_credit_cards', 'accept_paypal', 'accept_manual', 'manual_delivery'],
      },
      {
        title: 'Prices and tax',
        keys: ['currency_format', 'tax_calculation', 'tax_rate', 'prices_include_tax'],
      },
    ],
  },
  {
    name: 'Orders',
    groups: [
      { title: 'New orders', keys: ['default_order_status', 'order_notes_enabled', 'analytics_enabled'] },
      { title: 'Unpaid orders', keys: ['manual_hold_hours', 'manual_confirm'] },
      { title: 'Waitlist', keys: ['waitlist', 'waitlist_minutes', 'waitlist_hours', 'quiet_hours'] },
      {
        title: 'Enabled statuses',
        keys: [
          'status_pending',
          'status_processing',
          'status_completed',
          'status_on-hold',
          'status_cancelled',
          'status_refunded',
        ],
      },
      {
        title: 'Mail to the customer when an order becomes',
        keys: ['notify_processing', 'notify_completed', 'notify_on-hold', 'notify_cancelled'],
      },
    ],
  },
  {
    name: 'Integrations',
    groups: [
      { title: 'Email marketing', keys: ['mailchimp_api_key', 'mailchimp_list_id'] },
      { title: 'Stripe', keys: ['stripe_public_key', 'stripe_secret_key', 'stripe_webhook_secret'] },
      { title: 'PayPal', keys: ['paypal_client_id', 'paypal_secret', 'paypal_webhook_id'] },
      { title: 'Social media', keys: ['instagram_username', 'facebook_page'] },
      { title: 'Agents', keys: ['agent_door'] },
    ],
  },
  {
    name: 'Backups',
    groups: [
      {
        title: 'Backups by themselves',
        keys: ['backup_target', 'backup_schedule', 'backup_hour', 'backup_keep_days', 'backup_encryption'],
      },
    ],
  },
  {
    name: 'Store',
    groups: [
      { title: 'Address', keys: ['store_street', 'store_city', 'store_state', 'store_zip'] },
      { title: 'Map on the home page', keys: ['store_map', 'store_map_image'] },
      {
        title: 'The street in texts',
        hint: 'How the shop’s pages and mail name the street.',
        keys: ['store_street_name', 'store_street_short'],
      },
      { title: 'Visits and calls', keys: ['store_phone', 'store_hours'] },
    ],
  },
  {
    name: 'Home page',
    groups: [
      {
        title: 'Top of the page',
        hint: fillIn,
        keys: ['hero_badge', 'hero_headline', 'hero_text', 'hero_about_button', 'home_promises'],
      },
      { title: 'Featured products', hint: fillIn, keys: ['featured_title', 'featured_text'] },
      {
        title: 'Categories',
        keys: ['home_sections', 'home_categories', 'home_categories_text', 'menu_categories'],
      },
      {
        title: 'Promoted product',
        keys: ['promo_product', 'promo_badge', 'promo_title', 'promo_button', 'promo_text', 'promo_image'],
      },
      { title: 'Delivery and pickup', keys: ['delivery_title', 'delivery_text', 'pickup_text'] },
      {
        title: 'Mailing list',
        keys: ['list_name', 'subscription_title', 'subscription_text', 'subscription_button'],
      },
    ],
  },
  {
    name: 'Texts',
    groups: [
      {
        title: 'About page',
        hint: fillIn,
        keys: [
          'about_intro',
          'about_story',
          'about_mission',
          'about_steps',
          'about_visit_title',
          'about_visit',
          'about_description',
        ],
      },
      {
        title: 'Contact page',
        hint: fillIn,
        keys: ['contact_intro', 'contact_sent_text', 'contact_description'],
      },
      { title: 'FAQ', hint: fillIn, keys: ['faq_intro', 'faq_questions', 'faq_closing', 'faq_description'] },
      {
        title: 'Terms of Service',
        hint: fillIn,
        keys: ['terms_intro', 'terms_updated', 'terms_text', 'terms_description'],
      },
      {
        title: 'Privacy Policy',
        hint: fillIn,
        keys: ['privacy_intro', 'privacy_updated', 'privacy_text', 'privacy_description'],
      },
      {
        title: 'Mailing list',
        hint: fillIn,
        keys: [
          'subscription_intro',
          'subscription_reasons',
          'subscription_welcome',
          'subscription_description',
        ],
      },
      {
        title: 'Product pages',
        hint: fillIn,
        keys: ['product_delivery_title', 'product_delivery_text', 'product_pickup_text'],
      },
      { title: 'Category pages', hint: fillIn, keys: ['category_empty_text'] },
      { title: 'Mail', keys: ['welcome_email_text'] },
    ],
  },
] as const satisfies readonly Tab[]

type TabName = (typeof layout)[number]['name']

/** A tab's name in the address and in element ids, where a space would part it. */
export const tabId = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** The address of a tab. */
export const tabPath = (name: TabName) => `/admin/settings?tab=${tabId(name)}`
