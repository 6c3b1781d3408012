// Prints "PASSED FAILED" of a JSON report by Vitest or Playwright; nothing when there is none.
import { existsSync, readFileSync } from 'node:fs'

const file = process.argv[2]
if (existsSync(file)) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const [passed, failed] = report.stats
    ? [report.stats.expected + report.stats.flaky, report.stats.unexpected]
    : [report.numPassedTests, report.numFailedTests]
  console.log(passed, failed)
}
