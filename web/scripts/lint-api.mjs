// Checks an OpenAPI document by Redocly's strictest rules: lint-api.mjs <api.json>
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'

const [ref] = process.argv.slice(2)
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'operation-operationId-unique': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'tag-description': 'error',
  },
})
const problems = await lint({ ref, config })
if (problems.length > 0) {
  formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' })
  process.exit(1)
}
console.log(`${ref} keeps the rules`)
