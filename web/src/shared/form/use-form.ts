import type { FormEvent } from 'react'
import type { FieldErrors } from './failure'
import { type FieldOf, type Limits, textAttributes } from './limits'
import { type SubmitOptions, useSubmit } from './use-submit'

/** The values of a form, by the names of its fields. */
export type Values<Field extends string = string> = Partial<Record<Field, string>>

function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

type FormOptions<L extends Limits, Result> = Omit<SubmitOptions<never, Result>, 'submit' | 'check'> & {
  /** The limits of the request body that the form fills, from constraints.gen.ts. */
  limits: L
  submit: (values: Values<FieldOf<L>>, form: HTMLFormElement) => Promise<Result>
  check?: (values: Values<FieldOf<L>>) => FieldErrors
  /** Told of every change, for a form that is closed and opened again with what was typed. */
  onDraft?: (typed: Values) => void
}

/** A form whose fields keep what was typed; they are read when it is sent. See useEditForm for one that holds its values. */
export function useForm<L extends Limits, Result>({
  limits,
  submit,
  check,
  onDraft,
  ...options
}: FormOptions<L, Result>) {
  const sender = useSubmit<{ values: Values<FieldOf<L>>; form: HTMLFormElement }, Result>({
    ...options,
    submit: ({ values, form }) => submit(values, form),
    check: ({ values }) => check?.(values) ?? {},
  })
  const { ref, submit: send, clear, ...state } = sender
  return {
    ...state,
    /** For the form element. */
    form: {
      ref,
      // Without script the browser sends the form itself: what was typed must not come into the address.
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = event.currentTarget
        send({ values: valuesOf(form) as Values<FieldOf<L>>, form })
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        onDraft?.(valuesOf(event.currentTarget))
        clear((event.target as HTMLInputElement).name)
      },
    },
    /** For a text field: its name, its message and its limits. */
    field: (name: FieldOf<L>) => ({ name, error: state.errors[name], ...textAttributes(limits[name]) }),
    /** For a select or a group of choices. */
    choice: (name: FieldOf<L>) => ({ name, error: state.errors[name], required: limits[name]?.required }),
  }
}
