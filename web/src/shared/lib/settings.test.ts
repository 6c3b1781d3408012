import { describe, expect, it } from 'vitest'
import { settingDefaults, settingsWhenEmpty } from './setting-defaults.gen'
import { fillText, settingsReader } from './settings'

describe('a reader of settings', () => {
  it('gives what the shop says, else the default', () => {
    expect(settingsReader({ site_name: 'Night Bites' })('site_name')).toBe('Night Bites')
    expect(settingsReader(undefined)('store_city')).toBe(settingDefaults.store_city)
    expect(settingsReader({ tagline: '' })('tagline')).toBe('')
  })

  it('says how an empty setting without a default behaves', () => {
    const empty = settingsReader({ shipping_fee: '', standard_delivery_time: '', delivery_note: '' })
    expect(empty('shipping_fee')).toBe(settingsWhenEmpty.shipping_fee)
    expect(empty('standard_delivery_time')).toBe('3-5')
    expect(empty('delivery_note')).toBe('')
    expect(settingsReader({ shipping_fee: '0' })('shipping_fee')).toBe('0')
  })

  it('knows the choices of a setting', () => {
    const setting = settingsReader({ waitlist: 'disabled' })
    expect(setting('waitlist') === 'enabled').toBe(false)
    // @ts-expect-error There is no such choice.
    expect(setting('waitlist') === 'enable').toBe(false)
  })
})

it('texts name the mailing list', () => {
  const named = (data: { list_name?: string }) => {
    const setting = settingsReader(data)
    return fillText(setting('subscription_title'), setting)
  }
  expect(named({})).toBe('Join The Inner Circle')
  expect(named({ list_name: 'Night Owls' })).toBe('Join The Night Owls')
})
