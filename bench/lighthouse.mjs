// Runs Lighthouse as a phone on the given pages, each several times, and prints
// the figures of every run as JSON, one line a run.

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { executablePath, flags } from './browser.mjs'

const [runs, ...urls] = process.argv.slice(2)
const chrome = await launch({
  chromePath: executablePath,
  chromeFlags: ['--headless=new', ...flags],
})
try {
  for (const url of urls) {
    for (let run = 0; run < Number(runs); run++) {
      const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', output: 'json' })
      if (!result || result.lhr.runtimeError)
        throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
      const { categories, audits, environment } = result.lhr
      const score = (name) => Math.round((categories[name].score ?? 0) * 100)
      const value = (name) => audits[name].numericValue ?? 0
      console.log(
        JSON.stringify({
          url,
          performance: score('performance'),
          accessibility: score('accessibility'),
          practices: score('best-practices'),
          seo: score('seo'),
          fcp: value('first-contentful-paint'),
          lcp: value('largest-contentful-paint'),
          tbt: value('total-blocking-time'),
          cls: value('cumulative-layout-shift'),
          machine: environment.benchmarkIndex,
        }),
      )
    }
  }
} finally {
  chrome.kill()
}
