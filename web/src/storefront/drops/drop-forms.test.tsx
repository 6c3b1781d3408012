import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FindNumber } from './DrawSheet'
import type { Draw } from './draw-queries'
import { ReminderForm } from './ReminderForm'
import { UnlockForm } from './UnlockForm'

vi.mock('~/shared/auth/AuthProvider', () => ({ useAuth: () => ({ user: undefined }) }))

const show = (form: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>)
const input = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('an access code is as long as the API allows', () => {
  show(<UnlockForm slug="night" />)
  expect(input('Access code')).toMatchObject({ required: true, maxLength: 64 })
  expect(input('Email')).toMatchObject({ required: true, maxLength: 254 })
})

it('an address for a reminder is as long as the API allows', () => {
  show(<ReminderForm slug="night" />)
  expect(input('Email')).toMatchObject({ required: true, maxLength: 254 })
})

describe('finding a number of a draw', () => {
  const draw = { winners: [{ number: 3, rank: 1, state: 'won' }] } as unknown as Draw
  const find = (text: string) => {
    fireEvent.input(input('Find my number'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  }

  it('asks for a number first', () => {
    show(<FindNumber draw={draw} list="/list" />)
    for (const wrong of ['', 'three', '0', '1.5']) {
      find(wrong)
      expect(screen.getByRole('alert').textContent).toBe('Enter the number of your entry.')
    }
    expect(input('Find my number').getAttribute('aria-invalid')).toBe('true')
  })

  it('says what it found without the means to check', async () => {
    vi.stubGlobal('crypto', {})
    show(<FindNumber draw={draw} list="/list" />)
    find('3')
    expect(await screen.findByText('Number 3 won with rank 1: may buy.')).toBeTruthy()
    find(' 4 ')
    expect(await screen.findByText('Number 4 is not among the winners.')).toBeTruthy()
  })

  it('says why the list could not be checked', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
    show(<FindNumber draw={draw} list="/list" />)
    find('3')
    const words = 'The list could not be read. Please try again in a moment.'
    expect((await screen.findByText(words)).getAttribute('role')).toBe('status')
  })

  it.each(['', 'f'])('never says the words of the browser: list %j', async (list) => {
    // Without a connection the browser says "Failed to fetch", of a key it cannot read something else.
    vi.stubGlobal('fetch', async () => {
      if (!list) throw new TypeError('Failed to fetch')
      return new Response(list)
    })
    show(<FindNumber draw={draw} list="/list" />)
    find('3')
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy()
  })
})
