import { type FormEvent, useRef, useState } from 'react'
import type { FieldErrors } from './failure'
import { heldFields } from './held-fields'
import type { Limits } from './limits'
import { type SubmitOptions, useSubmit } from './use-submit'

/** The form as it is sent: its values, and the fields that differ from where it began. */
export type Edited<Values> = { values: Values; changed: (keyof Values)[] }

export type EditOptions<Values, Extra, Result> = Omit<SubmitOptions<never, Result>, 'submit' | 'check'> & {
  /** What the form begins with. When it changes while nothing is typed here, the form shows it as it is then. */
  initial: Values
  /** Something beside the values was changed here, such as a picture: then the form does not follow `initial` either. */
  hold?: boolean
  /** The limits of the request body that the form fills, from constraints.gen.ts. */
  limits: Limits
  /** `extra` is what the caller of `submit` passes on. */
  submit: (form: Edited<Values>, extra: Extra) => Promise<Result>
  check?: (values: Values) => FieldErrors
}

/** The fields that differ. */
export function differences<Values extends object>(values: Values, from: Values): (keyof Values)[] {
  return (Object.keys(values) as (keyof Values)[]).filter(
    (key) => JSON.stringify(values[key] ?? '') !== JSON.stringify(from[key] ?? ''),
  )
}

/** Somebody else's values with the fields that were changed here. */
export function merged<Values extends object>(
  theirs: Values,
  mine: Values,
  changed: (keyof Values)[],
): Values {
  return { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

/** A form that holds its values: it knows which fields differ from where it began, and starts over from other values. */
export function useEditForm<Values extends object, Result, Extra = void>({
  initial,
  hold = false,
  limits,
  submit,
  check,
  ...options
}: EditOptions<Values, Extra, Result>) {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [seen, setSeen] = useState(initial)
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

  function startFrom(next: Values) {
    setStart(next)
    setValues(next)
    sender.clearAll()
  }
  if (!hold && !sender.busy && changed.length === 0 && differences(initial, seen).length > 0) {
    setSeen(initial)
    // When these are the values that this form has just saved, its messages stay.
    if (differences(initial, values).length > 0) startFrom(initial)
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
    startFrom,
    /** Starts over from these values, and keeps what was changed here. */
    rebase(next: Values) {
      setStart(next)
      setValues((current) => merged(next, current, differences(current, start)))
    },
    /** Starts over from what was saved, and keeps what was typed while it was being saved. */
    startFromSaved(next: Values) {
      setStart(next)
      setValues((current) => merged(next, current, differences(current, sent.current)))
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
