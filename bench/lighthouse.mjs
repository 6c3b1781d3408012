// Runs Lighthouse as a phone on the given pages, each several times, and prints
// the figures of every run as JSON, one line a run.
//
// Lighthouse slows the processor down by a fixed factor of 4, which is right for a host with a benchmark index near 1,500. On a
// slower host, or one that shares its processor, that is a slower phone than meant, so the factor follows the host's index as
// Lighthouse's guide to throttling advises and PageSpeed Insights does.

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { executablePath, flags } from './browser.mjs'

// slowdown is the factor that makes a host of this benchmark index a mid-range phone.
const slowdown = (index) => {
  if (index >= 1300) return 3 + (index - 1300) / 233
  if (index >= 800) return 2 + (index - 800) / 500
  return 1 + Math.max(0, index - 150) / 650
}

const [runs, ...urls] = process.argv.slice(2)
const chrome = await launch({
  chromePath: executablePath,
  chromeFlags: ['--headless=new', ...flags],
})
const audit = async (url, index) => {
  const result = await lighthouse(url, {
    port: chrome.port,
    logLevel: 'error',
    output: 'json',
    throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: slowdown(index) },
  })
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
  return result.lhr
}
try {
  let index = (await audit(urls[0], 1500)).environment.benchmarkIndex
  for (const url of urls) {
    for (let run = 0; run < Number(runs); run++) {
      const factor = slowdown(index)
      const { categories, audits, environment } = await audit(url, index)
      index = environment.benchmarkIndex
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
          slowdown: factor,
        }),
      )
    }
  }
} finally {
  chrome.kill()
}
