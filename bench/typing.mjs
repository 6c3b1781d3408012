// Types into the search field of the product list as a phone would, a processor four times slower than this one, and
// prints how long each keystroke took to show, in ms, as JSON.
import { chromium, devices } from '@playwright/test'
import { executablePath, flags } from './browser.mjs'

const browser = await chromium.launch({ executablePath, args: flags })
try {
  const page = await browser.newPage(devices['Moto G4'])
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(process.argv[2])
  await page.getByRole('button', { name: 'Filters' }).click()
  const field = page.getByRole('dialog', { name: 'Filters' }).getByRole('searchbox')
  await field.click()
  await page.evaluate(() => {
    globalThis.delays = []
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') delays.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  })
  const text = 'chili crunch'
  await field.pressSequentially(text, { delay: 120 })
  await page.waitForTimeout(1500)
  if ((await field.inputValue()) !== text)
    throw new Error(`typed ${text}, the field has ${await field.inputValue()}`)
  console.log(JSON.stringify(await page.evaluate(() => delays)))
} finally {
  await browser.close()
}
