import { expect, it } from 'vitest'
import { deviceName } from './device-name'

it('names a browser in two words', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(deviceName(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36`)).toBe(
    'Chrome on Linux',
  )
  expect(deviceName(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`)).toBe(
    'Edge on Windows',
  )
  expect(
    deviceName(`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`),
  ).toBe('Safari on iPhone')
  expect(deviceName('curl/8')).toBe('Unknown device')
})
