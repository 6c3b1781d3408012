import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/shared/api/errors'
import { TextField } from '~/shared/ui/Field'
import { useEditForm } from './use-edit-form'
import { useForm } from './use-form'

const limits = { name: { required: true, maxLength: 5 }, city: {} } as const

type Submit = (values: Record<string, string | undefined>) => Promise<void>

function Form({ submit, onDraft }: { submit: Submit; onDraft?: (typed: object) => void }) {
  const { form, field, busy, message, generalMessage } = useForm({
    limits,
    submit,
    check: ({ name }): Record<string, string> => (name === 'no' ? { name: 'Not this name.' } : {}),
    fallback: 'No answer.',
    onDraft,
  })
  return (
    <form {...form}>
      <TextField label="Name" {...field('name')} />
      <TextField label="City" {...field('city')} />
      <output>{message}</output>
      <i>{generalMessage}</i>
      <button type="submit">{busy ? 'Sending' : 'Send'}</button>
    </form>
  )
}

function show(form: React.ReactNode) {
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>)
}
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: /^Send/ }))

afterEach(cleanup)

describe('useForm', () => {
  it('sends what stands in the fields, once, and is busy until it is answered', async () => {
    let answer = () => {}
    const submit = vi.fn<Submit>(() => new Promise((resolve) => (answer = resolve)))
    show(<Form submit={submit} />)
    type('Name', 'Robin')
    send()
    send()
    await screen.findByText('Sending')
    expect(submit).toHaveBeenCalledTimes(1)
    expect(submit.mock.calls[0]?.[0]).toEqual({ name: 'Robin', city: '' })
    answer()
    await screen.findByText('Send')
  })

  it("puts the server's messages beside the fields and the cursor into the first of them", async () => {
    const problem = { detail: 'Look again.', errors: [{ field: 'city', message: 'No such city.' }] }
    show(<Form submit={() => Promise.reject(new ApiError(422, problem))} />)
    send()
    await screen.findByText('No such city.', { selector: 'p' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')))
    expect(document.querySelector('output')?.textContent).toBe('No such city.')
    expect(document.querySelector('i')?.textContent).toBe('')
    type('City', 'Paris')
    expect(screen.queryByText('No such city.')).toBeNull()
  })

  it.each([
    ['no answer', new TypeError('network')],
    ['an answer without a message', new ApiError(500)],
  ])('says the fallback when the server gave %s', async (_, error) => {
    show(<Form submit={() => Promise.reject(error)} />)
    send()
    await screen.findByText('No answer.', { selector: 'output' })
  })

  it('checks before it sends, and keeps a person within the limits', async () => {
    const submit = vi.fn<Submit>()
    show(<Form submit={submit} />)
    const name = screen.getByLabelText<HTMLInputElement>('Name')
    expect([name.maxLength, name.required]).toEqual([5, true])
    type('Name', 'no')
    send()
    await screen.findByText('Not this name.')
    expect(document.activeElement).toBe(name)
    expect(submit).not.toHaveBeenCalled()
  })

  it('tells of every change, for a draft', () => {
    const onDraft = vi.fn()
    show(<Form submit={async () => {}} onDraft={onDraft} />)
    type('City', 'Rome')
    expect(onDraft).toHaveBeenLastCalledWith({ name: '', city: 'Rome' })
  })
})

describe('useEditForm', () => {
  function Editor({ submit }: { submit: (edited: { changed: string[] }) => Promise<void> }) {
    const { form, field, isDirty, startFrom, startFromSaved } = useEditForm({
      initial: { name: 'Robin', city: '' },
      limits,
      submit,
      fallback: 'No answer.',
    })
    return (
      <form {...form}>
        <TextField label="Name" {...field('name')} />
        <TextField label="City" {...field('city')} />
        <output>{isDirty ? 'dirty' : 'clean'}</output>
        <button type="submit">Send</button>
        <button type="button" onClick={() => startFrom({ name: 'Kim', city: '' })}>
          Theirs
        </button>
        <button type="button" onClick={() => startFromSaved({ name: 'ALEX', city: 'Reno' })}>
          Saved
        </button>
      </form>
    )
  }

  it('knows which fields differ from where it began, and starts over from others', async () => {
    const submit = vi.fn(async () => {})
    show(<Editor submit={submit} />)
    expect(screen.getByRole('status').textContent).toBe('clean')
    type('Name', 'Alex')
    expect(screen.getByRole('status').textContent).toBe('dirty')
    send()
    await waitFor(() =>
      expect(submit.mock.calls).toEqual([
        [{ values: { name: 'Alex', city: '' }, changed: ['name'] }, undefined],
      ]),
    )
    fireEvent.click(screen.getByText('Theirs'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Kim')
    expect(screen.getByRole('status').textContent).toBe('clean')
  })

  it('keeps what was typed after it was sent, and shows the rest as it was saved', async () => {
    const submit = vi.fn(async () => {})
    show(<Editor submit={submit} />)
    type('Name', 'Alex')
    send()
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
    type('City', 'Boise')
    fireEvent.click(screen.getByText('Saved'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ALEX')
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Boise')
    expect(screen.getByRole('status').textContent).toBe('dirty')
  })

  it('follows what is stored for as long as nothing is typed', async () => {
    function Follower({ stored, hold = false }: { stored: string; hold?: boolean }) {
      const { field, form, start, startFrom } = useEditForm({
        initial: { name: stored, city: '' },
        hold,
        limits,
        submit: async () => {},
      })
      return (
        <form {...form}>
          <TextField label="Name" {...field('name')} />
          <button type="button" onClick={() => startFrom(start)}>
            Discard
          </button>
        </form>
      )
    }
    const client = new QueryClient()
    const within = (form: React.ReactNode) => (
      <QueryClientProvider client={client}>{form}</QueryClientProvider>
    )
    const { rerender } = render(within(<Follower stored="Robin" />))
    const name = () => screen.getByLabelText<HTMLInputElement>('Name').value
    rerender(within(<Follower stored="Kim" />))
    expect(name(), 'nothing is typed').toBe('Kim')
    rerender(within(<Follower stored="Lou" hold />))
    expect(name(), 'something beside the values was changed').toBe('Kim')
    rerender(within(<Follower stored="Lou" />))
    expect(name(), 'it was taken back').toBe('Lou')
    type('Name', 'Alex')
    rerender(within(<Follower stored="Max" />))
    expect(name(), 'something is typed').toBe('Alex')
    fireEvent.click(screen.getByText('Discard'))
    expect(name(), 'it was discarded').toBe('Max')
  })

  it('keeps its message when what it stored comes back', async () => {
    function Draft({ stored }: { stored: string }) {
      const { field, form, startFromSaved } = useEditForm({
        initial: { name: stored, city: '' },
        limits,
        submit: async ({ values }) => {
          startFromSaved(values)
          throw new ApiError(409, { errors: [{ field: 'name', message: 'Stored, and refused.' }] })
        },
      })
      return (
        <form {...form}>
          <TextField label="Name" {...field('name')} />
          <button type="submit">Send</button>
        </form>
      )
    }
    const client = new QueryClient()
    const within = (form: React.ReactNode) => (
      <QueryClientProvider client={client}>{form}</QueryClientProvider>
    )
    const { rerender } = render(within(<Draft stored="Robin" />))
    type('Name', 'Kim')
    send()
    await screen.findByText('Stored, and refused.')
    rerender(within(<Draft stored="Kim" />))
    expect(screen.getByText('Stored, and refused.')).toBeTruthy()
  })
})
