import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

type ChoiceProps = {
  name: string
  value: string
  checked: boolean
  onChoose: () => void
  title: ReactNode
  text?: ReactNode
  price?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

/** A radio button as a card; the whole card is clickable. */
export function Choice({ name, value, checked, onChoose, title, text, price, icon, disabled }: ChoiceProps) {
  return (
    <label
      className={cn(
        'flex min-h-14 cursor-pointer items-center gap-3.5 rounded-2xl border-2 bg-white px-4 py-3 transition-colors duration-150 has-focus-visible:outline-3 has-focus-visible:outline-primary-deep has-focus-visible:outline-offset-2',
        checked ? 'border-primary-deep bg-primary/6' : 'border-line hover:border-mute/60',
        disabled && 'cursor-not-allowed border-line border-dashed bg-paper-2 hover:border-line',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-5 shrink-0 accent-primary-deep outline-none"
      />
      {icon && <span className="text-primary-deep [&>svg]:size-5.5">{icon}</span>}
      {/* The price is last in reading order and beside the title on screen: dates need the whole second line. */}
      <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-3">
        <span className="font-bold leading-snug">{title}</span>
        {text && <span className="col-span-2 row-start-2 text-balance text-mute text-sm">{text}</span>}
        {price && <span className="font-bold leading-snug tabular-nums">{price}</span>}
      </span>
    </label>
  )
}

/** A group of choices. */
export function Choices({
  legend,
  error,
  children,
}: {
  legend: string
  error?: string
  children: ReactNode
}) {
  return (
    <fieldset className="grid gap-3" data-invalid={error ? true : undefined}>
      <legend className="sr-only">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
