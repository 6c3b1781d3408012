// Writes the limits of the forms' fields, as the API's description states them: constraints.mjs <api.json> <out.ts>
import { readFileSync, writeFileSync } from 'node:fs'

/** The request bodies that forms send. A form that uses another one fails to compile until it is named here. */
const SCHEMAS = [
  'AddressInput',
  'CategoryInput',
  'ChangePasswordInput',
  'CheckPromoBody',
  'CodeInput',
  'ContactBody',
  'EmailChangeInput',
  'ForgotPasswordInput',
  'KeepOrderBody',
  'MailOrderLinkBody',
  'NewPasskey',
  'NoteChangeBody',
  'OrderInput',
  'PasswordInput',
  'ProductInput',
  'PromotionInput',
  'ReasonedBody',
  'RefundWishBody',
  'ResetPasswordInput',
  'SetUpBody',
  'SignInBody',
  'SignUpBody',
  'SubscribeBody',
  'UpdateProfileBody',
]
const RULES = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum']

const [source, target] = process.argv.slice(2)
const { schemas } = JSON.parse(readFileSync(source, 'utf8')).components

function constraintsOf(property, named) {
  const rules = Object.fromEntries(RULES.filter((rule) => rule in property).map((r) => [r, property[r]]))
  // A text that is named and may be empty is not required of the person who fills in the form.
  const required = named && (property.type !== 'string' || (property.minLength ?? 0) > 0)
  return required ? { required, ...rules } : rules
}

const lines = SCHEMAS.map((name) => {
  const { properties, required = [] } = schemas[name]
  const fields = Object.entries(properties)
    .filter(([, { type }]) => ['string', 'number', 'integer'].includes(type))
    .map(([field, property]) => [field, constraintsOf(property, required.includes(field))])
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(fields))} as const`
})

writeFileSync(
  target,
  `// Generated from docs/api.json by web/scripts/constraints.mjs. Do not edit.\n${lines.join('\n')}\n`,
)
