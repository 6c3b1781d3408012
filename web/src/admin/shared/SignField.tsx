import { type ReactNode, useId } from 'react'
import { type SignName, signColors } from '~/shared/lib/signs'
import { NeonSign } from '~/shared/ui/NeonSign'

type SignFieldProps = {
  label: string
  value: SignName
  onChange: (sign: SignName) => void
  /** The color of all drawings; without one, each has its own. */
  color?: string
  hint?: ReactNode
  error?: string
}

const signNames = Object.keys(signColors) as SignName[]

/** book is Book. */
export const signLabel = (name: SignName) => name.charAt(0).toUpperCase() + name.slice(1)

/** A choice of one of the drawings, as they look in the storefront. */
export function SignField({ label, value, onChange, color, hint, error }: SignFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined} data-invalid={error ? '' : undefined}>
      <legend className="font-semibold text-sm">{label}</legend>
      <div className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {signNames.map((name) => (
          <label key={name} className="group relative grid cursor-pointer gap-1 text-center text-sm">
            <input
              type="radio"
              name={id}
              checked={name === value}
              onChange={() => onChange(name)}
              className="peer absolute inset-0 z-1 cursor-pointer opacity-0"
            />
            <span className="on-ink grid h-20 place-items-center overflow-hidden rounded-xl bg-ink outline-primary-deep transition-shadow duration-150 group-hover:ring-2 group-hover:ring-line peer-checked:ring-4 peer-checked:ring-primary peer-focus-visible:outline-3 peer-focus-visible:outline-offset-5">
              <NeonSign name={name} color={color || signColors[name]} className="h-14 w-auto" />
            </span>
            <span className="group-has-checked:font-bold">{signLabel(name)}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-mute text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
