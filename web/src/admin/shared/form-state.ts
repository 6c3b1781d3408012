import { useState } from 'react'
import { ApiError } from '~/shared/api/errors'

export type FieldErrors = Record<string, string>

/**
 * What stands in a form, what it was filled from, and what is wrong with it.
 * An error goes as soon as its field is touched again.
 */
export function useFormState<Values extends object>(initial: Values) {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const changed = (Object.keys(values) as (keyof Values)[]).filter(
    (key) => JSON.stringify(values[key] ?? '') !== JSON.stringify(start[key] ?? ''),
  )
  return {
    values,
    start,
    errors,
    setErrors,
    changed,
    isDirty: changed.length > 0,
    set<Key extends keyof Values>(key: Key, value: Values[Key], errorKey: string = String(key)) {
      setValues((current) => ({ ...current, [key]: value }))
      setErrors((current) => {
        if (!(errorKey in current)) return current
        const { [errorKey]: _, ...rest } = current
        return rest
      })
    },
    /** Starts over from these values. */
    reset(next: Values) {
      setStart(next)
      setValues(next)
      setErrors({})
    },
    /** Puts the server's complaints beside their fields. */
    refuse(error: unknown) {
      if (error instanceof ApiError) setErrors(error.fields)
    },
  }
}
