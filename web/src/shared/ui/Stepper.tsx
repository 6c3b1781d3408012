import { Minus, Plus } from 'lucide-react'
import { cn } from '~/shared/lib/cn'

type StepperProps = {
  value: number
  onChange: (value: number) => void
  /** The cart goes down to 0, which removes the line; a product page stops at 1. */
  min?: number
  disabled?: boolean
  className?: string
}

const stepClass =
  'grid size-11 place-items-center rounded-full transition-colors duration-150 hover:bg-ink/8 disabled:opacity-35 disabled:hover:bg-transparent'

export function Stepper({ value, onChange, min = 1, disabled, className }: StepperProps) {
  return (
    <div className={cn('inline-flex items-center rounded-full border-2 border-line bg-white', className)}>
      <button
        type="button"
        className={stepClass}
        aria-label="Decrease quantity"
        disabled={disabled || value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        aria-label="Quantity"
        className="h-11 w-11 bg-transparent text-center font-bold tabular-nums"
        value={value}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '')
          if (digits !== '') onChange(Math.max(min, Number(digits)))
        }}
      />
      <button
        type="button"
        className={stepClass}
        aria-label="Increase quantity"
        disabled={disabled}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
