import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, isSignedOut, refusalMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'

export type Values = Record<string, string>

/** A form's own refusal, before the server is asked. */
export class Refusal extends Error {
  readonly fields: Record<string, string>

  constructor(message: string, fields: Record<string, string> = {}) {
    super(message)
    this.fields = fields
  }
}

type Outcome = { message: string; fields: Record<string, string> }

const nothing: Outcome = { message: '', fields: {} }

/** The words to show for whatever a call threw. */
export function refusalOf(error: unknown, fallback: string): Outcome {
  if (error instanceof Refusal) return { message: error.message, fields: error.fields }
  if (!(error instanceof ApiError)) return { message: fallback, fields: {} }
  return { message: refusalMessage(error), fields: error.fields }
}

function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

/**
 * A form that keeps what was typed in its fields. What was wrong stands beside
 * the field and goes with the next keystroke in it.
 */
export function useForm(
  submit: (values: Values, form: HTMLFormElement) => Promise<void>,
  fallback: string,
  /** Is told of every keystroke, for a form that is taken away and brought back. */
  keep?: (typed: Values) => void,
) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState(nothing)
  const running = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget
    const values = valuesOf(form)
    running.current = true
    setBusy(true)
    setOutcome(nothing)
    try {
      await submit(values, form)
    } catch (error) {
      const next = refusalOf(error, fallback)
      setOutcome(next)
      if (isSignedOut(error)) void client.invalidateQueries({ queryKey: keys.session })
      const first = [...form.elements].find((e) => (e as HTMLInputElement).name in next.fields)
      if (first instanceof HTMLElement) first.focus()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    keep?.(valuesOf(event.currentTarget))
    if (!outcome.message && !outcome.fields[name]) return
    const { [name]: _, ...fields } = outcome.fields
    setOutcome({ message: '', fields })
  }

  return {
    form: { onSubmit, onInput, noValidate: true },
    busy,
    message: outcome.message,
    errors: outcome.fields,
  }
}
