import { useId, useRef, useState } from 'react'
import { cn } from '~/shared/lib/cn'
import { Spinner } from '~/shared/ui/Spinner'

type InlineNumberProps = {
  /** The accessible name: 'Price of Matcha Waves'. */
  label: string
  value: string
  /** The formatted value while it is not edited. */
  shown: string
  step?: string
  prefix?: string
  placeholder?: string
  /** Whether the field must not be empty. */
  required?: boolean
  /** The message for an invalid number. */
  fault: string
  /** Saves; a rejected promise leaves the field open with what was typed. */
  onSave: (value: string) => Promise<void>
  className?: string
}

/** A number in a table that becomes a field at a click. Enter and blur save; Escape cancels. */
export function InlineNumber(props: InlineNumberProps) {
  const { label, value, shown, step, prefix, placeholder, required, fault, onSave, className } = props
  const [text, setText] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [isFaulty, setIsFaulty] = useState(false)
  const faultId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Whether the field had the focus when it closed: then the button in its place gets it. */
  const goesOn = useRef(false)

  function close() {
    goesOn.current = document.activeElement === input.current
    setText(undefined)
    setIsFaulty(false)
  }
  async function save() {
    if (text === undefined || saving) return
    const ok = Boolean(input.current?.checkValidity())
    setIsFaulty(!ok)
    if (!ok) return
    if (text.trim() === value) return close()
    setSaving(true)
    try {
      await onSave(text.trim())
      close()
    } catch {
      // The notice says why; what was typed stays.
      input.current?.focus()
    } finally {
      setSaving(false)
    }
  }

  if (text === undefined)
    return (
      <button
        ref={(button) => {
          if (button && goesOn.current) button.focus({ preventScroll: true })
          goesOn.current = false
        }}
        type="button"
        aria-label={`${label}: ${shown}. Edit`}
        onClick={() => setText(value)}
        className={cn(
          '-mx-2 inline-flex min-h-9 cursor-text items-center rounded-lg border border-transparent px-2 tabular-nums transition-colors hover:border-line hover:bg-white',
          className,
        )}
      >
        {shown}
      </button>
    )
  return (
    <span className="relative inline-flex flex-wrap items-center justify-end gap-1">
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
        inputMode="decimal"
        min="0"
        max="1000000"
        step={step}
        required={required}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? faultId : undefined}
        value={text}
        // Not disabled: that would drop the focus.
        readOnly={saving}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          if (event.key === 'Escape' && !saving) close()
        }}
        className="h-9 w-24 rounded-lg border-2 border-primary-deep bg-white px-2 tabular-nums outline-none invalid:border-danger"
      />
      {saving && <Spinner className="absolute right-2" />}
      {isFaulty && (
        <span id={faultId} role="alert" className="basis-full font-normal text-danger text-sm">
          {fault}
        </span>
      )}
    </span>
  )
}
