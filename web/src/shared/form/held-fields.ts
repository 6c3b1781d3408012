import type { FieldErrors } from './failure'
import { type Limits, textAttributes } from './limits'

type TextField<Values> = Extract<
  { [Key in keyof Values]: Values[Key] extends string ? Key : never }[keyof Values],
  string
>

type Held<Values> = {
  values: Values
  errors: FieldErrors
  limits: Limits
  set: <Key extends keyof Values>(key: Key, value: Values[Key]) => void
}

/** The attributes of the text fields of a form that holds its values: name, value, message and limits. */
export const heldFields =
  <Values>({ values, errors, limits, set }: Held<Values>) =>
  <Key extends TextField<Values>>(key: Key) => ({
    name: key,
    value: String(values[key]),
    error: errors[key],
    ...textAttributes(limits[key]),
    onChange: (event: { target: { value: string } }) => set(key, event.target.value as Values[Key]),
  })
