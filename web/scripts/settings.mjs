// Writes what the API's description says of the settings: settings.mjs <api.json> <fields.ts> <defaults.ts> <folder of page texts>
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

const [source, fields, defaults, pageTexts] = process.argv.slice(2)
const { PublicSettings, SettingValues } = JSON.parse(readFileSync(source, 'utf8')).components.schemas
const head = '// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.\n'

/** Every setting for the settings form: its control, limits, options and default. */
const described = Object.entries(SettingValues.properties).map(([key, property]) => {
  const field = {
    kind: property['x-kind'],
    secret: property.writeOnly,
    hint: property.description,
    options: property.enum,
    columns: property['x-columns'],
    maxLength: property.maxLength,
    minimum: property['x-least'],
    maximum: property['x-most'],
    decimals: property['x-decimals'],
    pattern: property.pattern,
    message: property['x-message'],
    // An empty text is the default, which the field then shows as its placeholder; or it leaves the words out.
    [property['x-blank'] ? 'standard' : 'placeholder']: property.default ?? property['x-unset'],
  }
  return `  ${JSON.stringify(key)}: ${JSON.stringify(field)},\n`
})
writeFileSync(fields, `${head}export const settingFields = {\n${described.join('')}} as const\n`)

/** Settings that the server always sends, but a page shows before they have arrived. */
const early = new Set(['site_name', 'currency', 'primary_color', 'secondary_color'])

/**
 * The defaults. The server leaves many settings out that have theirs. The texts of some pages are in files of their own,
 * so that only those pages load them.
 */
function writeDefaults(file, name, wanted) {
  const lines = Object.entries(PublicSettings.properties)
    .filter(([key, property]) => (property['x-sparse'] || early.has(key)) && property.default && wanted(key))
    .map(([key, property]) => `  ${key}: ${JSON.stringify(property.default)},\n`)
  writeFileSync(file, `${head}export const ${name} = {\n${lines.join('')}} as const\n`)
}
// Descriptions are part of the head, which only the server writes.
const isHead = (key) => key.endsWith('_description')
const isTextOf = (page, key) => (page === 'head' ? isHead(key) : key.startsWith(`${page}_`) && !isHead(key))
const pages = ['about', 'contact', 'product', 'head']
writeDefaults(defaults, 'settingDefaults', (key) => !pages.some((page) => isTextOf(page, key)))
const unset = Object.entries(PublicSettings.properties)
  .filter(([, property]) => property['x-unset'])
  .map(([key, property]) => `  ${key}: ${JSON.stringify(property['x-unset'])},\n`)
appendFileSync(
  defaults,
  `/** How settings without a default behave while they are empty. */\nexport const settingsWhenEmpty = {\n${unset.join('')}} as const\n`,
)
for (const page of pages) {
  writeDefaults(`${pageTexts}/${page}-defaults.gen.ts`, `${page}Defaults`, (key) => isTextOf(page, key))
}
