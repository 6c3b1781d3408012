import { describe, expect, it } from 'vitest'
import { settingsTabs } from './fields'
import type { SettingsContext } from './needs'
import { settingFields } from './setting-fields.gen'

const fields = settingsTabs.flatMap((tab) => tab.groups.flatMap((group) => group.fields))

function warning(key: string, values: Record<string, string>, more: Partial<SettingsContext> = {}) {
  const group = settingsTabs
    .flatMap((tab) => tab.groups)
    .find(({ fields: all }) => all.some((one) => one.key === key))
  const field = fields.find((one) => one.key === key)
  const needs = field?.needs ?? group?.needs
  return needs?.({
    value: (name) => values[name] ?? '',
    hasSecret: (name) => Boolean(values[name]),
    mailLeaves: true,
    demoPayments: false,
    ...more,
  })
}

it('has a place for every setting, and one only', () => {
  expect(fields.map(({ key }) => key).sort()).toEqual(Object.keys(settingFields).sort())
})

it('names each control in its own words', () => {
  const label = (key: string) => fields.find((field) => field.key === key)?.label
  expect(label('store_city')).toBe('Store city')
  expect(label('status_on-hold')).toBe('Status: on-hold')
  expect(label('express_shipping_fee')).toBe('Express fee')
  const labels = fields.map((field) => field.label)
  expect(new Set(labels).size).toBe(labels.length)
})

describe('a setting says what it needs', () => {
  const unmet = 'The shop’s pages speak of free shipping over $50. It is not granted while this is empty.'
  const promised = { home_promises: settingFields.home_promises.standard }
  it.each([
    [promised, unmet],
    [{ ...promised, shipping_fee: '4.50' }, unmet],
    [{ ...promised, shipping_fee: '0' }, undefined],
    [{ ...promised, advertised_free_shipping: '75.50', currency: 'EUR' }, unmet.replace('$50', '€75.50')],
    [{ home_promises: '' }, undefined],
    [{ ...promised, free_shipping_threshold: '80' }, undefined],
    [{ ...promised, free_shipping_threshold: '0' }, undefined],
    [{ home_promises: 'Fresh every day' }, undefined],
  ])('free shipping with %j', (values, text) => expect(warning('free_shipping_threshold', values)).toBe(text))

  it('cards need the secret key alone', () => {
    const on = { accept_credit_cards: 'enabled' }
    expect(warning('accept_credit_cards', on)).toContain('not offered')
    expect(warning('accept_credit_cards', on, { demoPayments: true })).toContain('play money')
    expect(warning('accept_credit_cards', { ...on, stripe_secret_key: 'sk' })).toBeUndefined()
    expect(warning('accept_credit_cards', { accept_credit_cards: 'disabled' })).toBeUndefined()
  })

  it('PayPal needs both of its keys', () => {
    const half = { accept_paypal: 'enabled', paypal_client_id: 'me' }
    expect(warning('accept_paypal', half)).toContain('not offered')
    expect(warning('accept_paypal', { ...half, paypal_secret: 'psst' })).toBeUndefined()
  })

  it('spells color as its keys do', () => {
    expect(JSON.stringify([settingsTabs, settingFields])).not.toMatch(/colour/i)
  })

  it('the others', () => {
    // The contact form then goes to the admins.
    expect(warning('store_email', {})).toBeUndefined()
    expect(warning('notify_completed', { notify_completed: 'enabled' }, { mailLeaves: false })).toContain(
      '--smtp-url',
    )
    expect(warning('notify_completed', { notify_completed: 'enabled' })).toBeUndefined()
    const off = { order_confirmation_email: 'disabled', shipping_notification_email: 'disabled' }
    expect(warning('order_confirmation_email', off, { mailLeaves: false })).toBeUndefined()
    expect(warning('tax_rate', { tax_calculation: 'fixed' })).toContain('no tax')
    expect(warning('tax_rate', { tax_calculation: 'manual' })).toBeUndefined()
    expect(
      warning('status_pending', { status_pending: 'disabled', default_order_status: 'pending' }),
    ).toContain('New orders start here')
    expect(
      warning('guest_checkout', { guest_checkout: 'enabled', customer_account_creation: 'required' }),
    ).toContain('guests cannot')
    expect(warning('mailchimp_list_id', { mailchimp_list_id: 'x' })).toContain('both')
    expect(warning('stripe_webhook_secret', { stripe_secret_key: 'sk' })).toContain('a little later')
  })
})

it('says which texts can be left out, and has their default at hand', () => {
  const field = (key: string) => fields.find((one) => one.key === key)
  expect(field('hero_badge')?.standard).toBe('LIMITED DROPS')
  expect(field('hero_badge')?.placeholder).toBeUndefined()
  expect(field('faq_questions')?.standard).toContain('### What is a drop?')
  expect(field('site_name')?.standard).toBeUndefined()
  expect(field('site_name')?.placeholder).toBe('Snackdrop')
})
