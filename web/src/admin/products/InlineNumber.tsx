import { useId, useRef, useState } from 'react'
import { brokenRule, type Constraint, numberAttributes } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { cn } from '~/shared/lib/cn'
import { Spinner } from '~/shared/ui/Spinner'

type InlineNumberProps = {
  /** The accessible name: 'Price of Matcha Waves'. */
  label: string
  value: string
  /** The formatted value while it is not edited. */
  shown: string
  prefix?: string
  placeholder?: string
  /** What the API takes, from constraints.gen.ts. */
  limit: Constraint
  /** The message for an invalid number. */
  fault: string
  /** Saves; a rejected promise leaves the field open with what was typed. */
  onSave: (value: string) => Promise<void>
  className?: string
}

/** A number in a table that becomes a field at a click. Enter and blur save; Escape cancels. */
export function InlineNumber(props: InlineNumberProps) {
  const { label, value, shown, prefix, placeholder, limit, fault, onSave, className } = props
  const [isOpen, setOpen] = useState(false)
  const faultId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Whether the field had the focus when it closed: then the button in its place gets it. */
  const goesOn = useRef(false)
  const { values, set, send, startFrom, busy, errors, form } = useEditForm({
    initial: { number: value },
    limits: { number: limit },
    check: ({ number }) => (isValid(number) ? {} : { number: fault }),
    submit: ({ values: { number } }) => onSave(number.trim()),
    onSuccess: close,
    // The notice says why; what was typed stays.
    onError: () => input.current?.focus(),
  })
  const isFaulty = errors.number !== undefined

  /** The browser checks that it is a number, and how many decimals it has. */
  function isValid(number: string) {
    return !brokenRule(limit, number.trim()) && Boolean(input.current?.checkValidity())
  }
  function open() {
    startFrom({ number: value })
    setOpen(true)
  }
  function close() {
    goesOn.current = document.activeElement === input.current
    setOpen(false)
  }
  function save() {
    if (!isOpen || busy) return
    if (values.number.trim() === value && isValid(values.number)) close()
    else send()
  }

  if (!isOpen)
    return (
      <button
        ref={(button) => {
          if (button && goesOn.current) button.focus({ preventScroll: true })
          goesOn.current = false
        }}
        type="button"
        aria-label={`${label}: ${shown}. Edit`}
        onClick={open}
        className={cn(
          '-mx-2 inline-flex min-h-9 cursor-text items-center rounded-lg border border-transparent px-2 tabular-nums transition-colors hover:border-line hover:bg-white',
          className,
        )}
      >
        {shown}
      </button>
    )
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="relative inline-flex flex-wrap items-center justify-end gap-1"
    >
      {prefix && (
        <span aria-hidden="true" className="text-mute">
          {prefix}
        </span>
      )}
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the click asked for this field
        autoFocus
        type="number"
        {...numberAttributes(limit)}
        required={limit.required}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? faultId : undefined}
        value={values.number}
        // Not disabled: that would drop the focus.
        readOnly={busy}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set('number', event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !busy) close()
        }}
        className="h-9 w-24 rounded-lg border-2 border-primary-deep bg-white px-2 tabular-nums outline-none invalid:border-danger"
      />
      {busy && <Spinner className="absolute right-2" />}
      {isFaulty && (
        <span id={faultId} role="alert" className="basis-full font-normal text-danger text-sm">
          {fault}
        </span>
      )}
    </form>
  )
}
