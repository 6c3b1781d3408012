import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, failureOf, focusFirstError, hasErrors, noFailure } from './failure'

export type SubmitOptions<Variables, Result> = {
  /** Sends the form. It throws what the server said, or a FormError. */
  submit: (variables: Variables) => Promise<Result>
  /** Checks before anything is sent; a message for a field keeps the form here. */
  check?: (variables: Variables) => FieldErrors
  /** What the form says when the server did not respond; nothing in a form that shows a notice instead. */
  fallback?: string
  /** Fields of the API that the form shows under another name. */
  fieldNames?: Record<string, string>
  onSuccess?: (result: Result) => void
  /** Told of every refusal, for a form that also shows a notice. */
  onError?: (error: unknown) => void
}

/**
 * Submits a form: once at a time, with the server's messages beside the fields and the cursor in the first
 * field that has one. `ref` belongs on the form element.
 */
export function useSubmit<Variables, Result>(options: SubmitOptions<Variables, Result>) {
  const { check, fallback = '', fieldNames = {} } = options
  const ref = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState(noFailure)
  const running = useRef(false)
  const focusDue = useRef(false)

  function fail(message: string, fields: FieldErrors) {
    const named = Object.entries(fields).map(([field, text]) => [fieldNames[field] ?? field, text])
    setFailure({ message, fields: Object.fromEntries(named) })
    focusDue.current = true
  }
  // The fields have their messages now.
  useEffect(() => {
    if (!focusDue.current) return
    focusDue.current = false
    focusFirstError(ref.current)
  })

  const mutation = useMutation({
    mutationFn: options.submit,
    // Without a network the form says so at once, and the person decides when to try again.
    networkMode: 'always',
    onSuccess: options.onSuccess,
    onError: (error) => {
      const { message, fields } = failureOf(error, fallback)
      fail(message, fields)
      options.onError?.(error)
    },
    onSettled: () => {
      running.current = false
    },
  })

  function submit(variables: Variables) {
    // A second click may come before the button is rendered as busy.
    if (running.current) return
    const wrong = check?.(variables) ?? {}
    if (hasErrors(wrong)) return fail('', wrong)
    running.current = true
    setFailure(noFailure)
    mutation.mutate(variables)
  }

  /** The person changes these fields: what was said about them, and about the form as a whole, is over. */
  function clear(...fields: string[]) {
    setFailure((current) => {
      if (!current.message && !fields.some((field) => current.fields[field])) return current
      const left = Object.entries(current.fields).filter(([field]) => !fields.includes(field))
      return { message: '', fields: Object.fromEntries(left) }
    })
  }

  return {
    ref,
    submit,
    clear,
    clearAll: () => setFailure(noFailure),
    busy: mutation.isPending,
    errors: failure.fields,
    /** What the form as a whole says about the last refusal. */
    message: failure.message,
    /** The same, unless a field says it already. */
    generalMessage: hasErrors(failure.fields) ? '' : failure.message,
    /** What the last accepted submit gave. */
    data: mutation.data,
    isSuccess: mutation.isSuccess,
    /** Back to a form that was never sent. */
    reset: () => {
      setFailure(noFailure)
      mutation.reset()
    },
  }
}
