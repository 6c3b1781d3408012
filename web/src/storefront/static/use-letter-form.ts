import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage } from '~/shared/api/errors'

type Values = Record<string, string>

/** A small form that is sent once: what stands beside its fields, and what came of it. Typed text stays on a failure. */
export function useLetterForm(send: (values: Values) => Promise<unknown>) {
  const [errors, setErrors] = useState<Values>({})
  const [failure, setFailure] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    setErrors({})
    setFailure('')
    setState('sending')
    try {
      await send(values)
      setState('sent')
    } catch (error) {
      setState('open')
      const fields = error instanceof ApiError ? error.fields : {}
      const first = [...form.elements].find((element) => 'name' in element && fields[String(element.name)])
      setErrors(fields)
      if (first instanceof HTMLElement) first.focus()
      else
        setFailure(
          errorMessage(error, 'The shop did not answer. What you typed is still here: please try again.'),
        )
    }
  }

  return {
    submit,
    /** What a field needs: its message, which goes when the field is changed. */
    field: (name: string) => ({
      name,
      error: errors[name],
      onChange: () => errors[name] && setErrors({ ...errors, [name]: '' }),
    }),
    failure,
    sending: state === 'sending',
    sent: state === 'sent',
    again: () => setState('open'),
  }
}
