import { type FormEvent, useRef, useState } from 'react'
import type { FieldErrors } from './failure'
import { heldFields } from './held-fields'
import type { Limits } from './limits'
import { type SubmitOptions, useSubmit } from './use-submit'

/** The form as it is sent: its values, and the fields that differ from where it began. */
export type Edited<Values> = { values: Values; changed: (keyof Values)[] }

type EditOptions<Values, Extra, Result> = Omit<SubmitOptions<never, Result>, 'submit' | 'check'> & {
  initial: Values
  /** The limits of the request body that the form fills, from constraints.gen.ts. */
  limits: Limits
  /** `extra` is what the caller of `submit` passes on. */
  submit: (form: Edited<Values>, extra: Extra) => Promise<Result>
  check?: (values: Values) => FieldErrors
}

function differences<Values extends object>(values: Values, from: Values): (keyof Values)[] {
  return (Object.keys(values) as (keyof Values)[]).filter(
    (key) => JSON.stringify(values[key] ?? '') !== JSON.stringify(from[key] ?? ''),
  )
}

/** A form that holds its values: it knows which fields differ from where it began, and starts over from other values. */
export function useEditForm<Values extends object, Result, Extra = void>({
  initial,
  limits,
  submit,
  check,
  ...options
}: EditOptions<Values, Extra, Result>) {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const sent = useRef(initial)
  const changed = differences(values, start)
  const sender = useSubmit<Edited<Values> & { extra: Extra }, Result>({
    ...options,
    submit: ({ extra, ...form }) => {
      sent.current = form.values
      return submit(form, extra)
    },
    check: (form) => check?.(form.values) ?? {},
  })

  function send(extra: Extra) {
    sender.submit({ values, changed, extra })
  }
  function set<Key extends keyof Values>(key: Key, value: Values[Key]) {
    setValues((current) => ({ ...current, [key]: value }))
    sender.clear(String(key))
  }

  const { ref, submit: _, ...state } = sender
  return {
    ...state,
    values,
    /** What the form began with. */
    start,
    changed,
    isDirty: changed.length > 0,
    set,
    send,
    /** Starts over from these values. */
    startFrom(next: Values) {
      setStart(next)
      setValues(next)
      sender.clearAll()
    },
    /** Starts over from what was saved, and keeps what was typed while it was being saved. */
    startFromSaved(next: Values) {
      setStart(next)
      setValues((current) => {
        const typed = differences(current, sent.current).map((key) => [key, current[key]])
        return { ...next, ...Object.fromEntries(typed) }
      })
    },
    /** For the form element. `onSubmit` sends without extra. */
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        send(undefined as Extra)
      },
    },
    /** For a text field component: its value, its message and its limits. */
    field: heldFields({ values, errors: state.errors, limits, set }),
  }
}
