// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const categoryDefaults = {
  category_empty_text: "New boxes land every week.",
} as const
