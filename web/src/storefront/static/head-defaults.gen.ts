// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const headDefaults = {
  about_description: "How we find rare snacks abroad, pick the ones worth the trip, and drop them in {city} and nationwide.",
  contact_description: "Ask about an order, a drop or a snack you miss. We answer within a day.",
  site_description: "Limited drops of chips, drinks, candy, chocolate and cookies from abroad, shipped nationwide.",
} as const
