// Writes what the API's description says of forms: constraints.mjs <api.json> <limits and defaults of their fields.ts> <numbers of
// the rules.ts>. The numbers are in a file of their own, because pages without a form show them too.
import { readFileSync, writeFileSync } from 'node:fs'

/** The request bodies that forms send. A form that uses another one fails to compile until it is named here. */
const SCHEMAS = [
  'AddressInput',
  'AdminAddDropCodeBody',
  'AdminAddDropUnitsBody',
  'AdminAddWebhookBody',
  'AdminCreateApiKeyBody',
  'AdminDropRateBody',
  'AdminLiftDropLimitBody',
  'AdminQuickMoveOrdersBody',
  'BulkChange',
  'CartInput',
  'CartItemInput',
  'CategoryInput',
  'ChangePasswordInput',
  'CheckPromoBody',
  'CodeInput',
  'ContactBody',
  'CreateAccountFromOrderBody',
  'DropInput',
  'DropProductInput',
  'EmailChangeInput',
  'ForgotPasswordInput',
  'JoinQueueBody',
  'JoinWaitlistBody',
  'MailOrderLinkBody',
  'NewPasskey',
  'NoteChangeBody',
  'OrderInput',
  'PasswordInput',
  'PriceChange',
  'ProductInput',
  'PromotionInput',
  'ReasonedBody',
  'RefundInputBody',
  'RemindOfDropBody',
  'ResetPasswordInput',
  'SetUpBody',
  'SignInBody',
  'SignUpBody',
  'SubscribeBody',
  'UnlockDropBody',
  'UpdateProfileBody',
]
/** The parameters that search fields fill in, by the name of their constraints. */
const PARAMETERS = {
  ProductSearch: '/api/products',
  StaffSearch: '/api/admin/products',
  FindEverything: '/api/admin/find',
  PickupLookup: '/api/admin/pickup/{code}',
}
const RULES = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxItems', 'default']

const [source, target, rulesTarget] = process.argv.slice(2)
const { paths, components, 'x-numbers': numbers } = JSON.parse(readFileSync(source, 'utf8'))

function constraintsOf(property, named) {
  const rules = Object.fromEntries(RULES.filter((rule) => rule in property).map((r) => [r, property[r]]))
  const decimals = property.type === 'integer' ? 0 : property['x-decimals']
  if (decimals !== undefined) rules.decimals = decimals
  // A text that is named and may be empty is not required of the person who fills in the form. A list is no field of one.
  const required =
    named && property.type !== 'array' && (property.type !== 'string' || (property.minLength ?? 0) > 0)
  return required ? { required, ...rules } : rules
}

const isLimited = ({ type, maxItems }) =>
  ['string', 'number', 'integer'].includes(type) || (type === 'array' && maxItems !== undefined)

const constant = (name, fields) =>
  `export const ${name} = ${JSON.stringify(Object.fromEntries(fields))} as const`

const lines = SCHEMAS.map((name) => {
  const { properties, required = [] } = components.schemas[name]
  const fields = Object.entries(properties)
    .filter(([, property]) => isLimited(property))
    .map(([field, property]) => [field, constraintsOf(property, required.includes(field))])
  return constant(name, fields)
})
for (const [name, path] of Object.entries(PARAMETERS)) {
  const texts = paths[path].get.parameters.filter(
    ({ name, schema }) =>
      ['search', 'code', 'category', 'min_price', 'max_price'].includes(name) && isLimited(schema),
  )
  lines.push(
    constant(
      name,
      texts.map((parameter) => [parameter.name, constraintsOf(parameter.schema, false)]),
    ),
  )
}

const write = (file, lines) =>
  writeFileSync(
    file,
    `// Generated from docs/api.json by web/scripts/constraints.mjs. Do not edit.\n${lines.join('\n')}\n`,
  )
write(target, lines)

const productIDs = paths['/api/products'].get.parameters.find(({ name }) => name === 'id')
const rules = {
  ...numbers,
  MAX_PRODUCT_IDS: productIDs.schema.maxItems,
  MAX_PROMO_CODE: components.schemas.CheckPromoBody.properties.code.maxLength,
}
write(
  rulesTarget,
  Object.entries(rules).map(([name, value]) => `export const ${name} = ${value}`),
)
