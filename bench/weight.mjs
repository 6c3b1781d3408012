// Opens a page with an empty cache, scrolls no further than the first screen,
// and prints the bytes that came over the wire, by kind, as JSON.
import { chromium, devices } from '@playwright/test'
import { executablePath, flags } from './browser.mjs'

const kinds = { Document: 'html', Script: 'js', Stylesheet: 'css', Font: 'fonts', Image: 'images' }
const browser = await chromium.launch({ executablePath, args: flags })
try {
  const page = await browser.newPage(devices['Moto G4'])
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const bytes = {}
  const kindOf = new Map()
  session.on('Network.responseReceived', ({ requestId, type }) =>
    kindOf.set(requestId, kinds[type] ?? 'other'),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId) ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await page.goto(process.argv[2], { waitUntil: 'load' })
  await page.waitForTimeout(2000)
  console.log(JSON.stringify(bytes))
} finally {
  await browser.close()
}
