// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const productDefaults = {
  product_delivery_text: "Packed by hand, so nothing arrives as crumbs.",
  product_delivery_title: "Nationwide in {standard_days} days.",
  product_pickup_text: "Order here, walk past the line.",
} as const
