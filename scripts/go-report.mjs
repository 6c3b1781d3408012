// Reads `go test -json` and prints what a person wants to see: a line a package,
// the whole output of what failed, and at the end the slowest tests and how many passed and failed.
// The two numbers also go into the file named by the first argument.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const said = new Map()
const seconds = [] // of whole tests: [how many, which]
let passed = 0
let failed = 0
let broken = 0

const folder = (event) => event.Package.split('/').slice(3).join('/')
const key = (event) => `${event.Package ?? event.ImportPath}\n${event.Test ?? ''}`

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.startsWith('{')) {
    console.log(line)
    continue
  }
  const event = JSON.parse(line)
  const text = said.get(key(event)) ?? ''
  if (event.Elapsed > 0 && event.Test && !event.Test.includes('/'))
    seconds.push([event.Elapsed, `${event.Test} (${folder(event)})`])
  switch (event.Action) {
    case 'output':
    case 'build-output':
      said.set(key(event), text + event.Output)
      break
    case 'build-fail':
      process.stdout.write(text)
      break
    case 'pass':
      if (event.Test) passed++
      else console.log(text.split('\n').find((said) => said.startsWith('ok')))
      said.delete(key(event))
      break
    case 'fail':
      if (event.Test) failed++
      else broken++
      process.stdout.write(text)
      break
    case 'skip':
      // A package without tests skips as a whole; a skipped test is worth a line.
      if (event.Test) process.stdout.write(text)
      break
  }
}

seconds.sort(([a], [b]) => b - a)
console.log(
  `slowest: ${seconds
    .slice(0, 10)
    .map(([took, test]) => `${Math.round(took)} s ${test}`)
    .join(', ')}`,
)

// A package that failed without a failing test did not compile, or died.
if (failed === 0) failed = broken
writeFileSync(process.argv[2], `${passed} ${failed}\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
