// Writes what the API's description says of the settings: settings.mjs <api.json> <fields.ts> <defaults.ts> <about.ts>
import { readFileSync, writeFileSync } from 'node:fs'

const [source, fields, defaults, about] = process.argv.slice(2)
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
    placeholder: property.default ?? property['x-unset'],
  }
  return `  ${JSON.stringify(key)}: ${JSON.stringify(field)},\n`
})
writeFileSync(fields, `${head}export const settingFields = {\n${described.join('')}} as const\n`)

/** The defaults. The server leaves many settings out that have theirs. Long texts of one page stand apart, so that only it loads them. */
function writeDefaults(file, name, wanted) {
  const lines = Object.entries(PublicSettings.properties)
    .filter(([key, property]) => (property['x-sparse'] || property.default) && wanted(key))
    .map(([key, property]) => `  ${key}: ${JSON.stringify(property.default ?? '')},\n`)
  writeFileSync(file, `${head}export const ${name} = {\n${lines.join('')}}\n`)
}
// The description stands in the head, which is known without the page's own code.
const isAbout = (key) => key.startsWith('about_') && key !== 'about_description'
writeDefaults(defaults, 'settingDefaults', (key) => !isAbout(key))
writeDefaults(about, 'aboutDefaults', isAbout)
