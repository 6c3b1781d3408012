// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const contactDefaults = {
  contact_intro: "Something missing, something broken, or a snack from your childhood that nobody can find? Tell us.",
  contact_sent_text: "Thank you. A person reads it and answers, usually within a day.",
  contact_sign: "drink",
} as const
