import { useId } from 'react'
import { Checkbox } from '~/shared/ui/Checkbox'

type ChoicesProps = {
  legend: string
  options: readonly { value: string; label: string; hint: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
  error?: string
}

/** Checkboxes of which at least one has to be chosen. */
export function Choices({ legend, options, chosen, onChange, error }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="font-semibold text-sm">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          label={
            <>
              {label} <span className="text-mute text-sm">{hint}</span>
            </>
          }
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
      {error && (
        <p id={id} role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
