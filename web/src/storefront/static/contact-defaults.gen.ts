// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const contactDefaults = {
  contact_intro: "Something missing, something broken, or a snack from your childhood that nobody can find? Tell us.",
} as const
