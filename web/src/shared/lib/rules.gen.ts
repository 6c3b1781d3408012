// Generated from docs/api.json by web/scripts/constraints.mjs. Do not edit.
export const AWARD_DAYS = 7
export const BUILDING_HOUSEHOLDS = 3
export const EARLY_MINUTES = 60
export const LOW_STOCK = 5
export const MAILED_LINK_MINUTES = 60
export const MAX_WEBHOOKS = 10
export const MIN_PHONE_DIGITS = 7
export const QUEUE_MINUTES = 30
export const REMIND_MINUTES = 30
export const WIN_HOURS = 24
export const MAX_PRODUCT_IDS = 100
export const MAX_PROMO_CODE = 40
