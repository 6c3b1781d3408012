import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { StaffSearch } from '~/shared/form/constraints.gen'
import { textAttributes } from '~/shared/form/limits'
import { useLeaving } from '~/shared/lib/leaving'
import { controlClass } from '~/shared/ui/Field'

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void; className?: string }

const DEBOUNCE_MS = 250

/** A list's search field. It applies the text after a pause in typing; `/` focuses it. */
export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const leaving = useLeaving()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reported = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  /** The pause may outlast a render: a filter chosen meanwhile must stay. */
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  // The URL changed elsewhere (back button, palette): show its value.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function report(next: string) {
    clearTimeout(timer.current)
    reported.current = next
    latest.current(next)
  }
  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Do not navigate when another page is already loading.
      if (!leaving()) report(next.trim())
    }, DEBOUNCE_MS)
  }

  return (
    <div className={`relative min-w-0 flex-1 ${className ?? ''}`}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-mute"
      />
      <input
        ref={input}
        type="search"
        data-list-search
        aria-label={label}
        placeholder={label}
        value={text}
        {...textAttributes(StaffSearch.search)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(text.trim())
          if (event.key === 'Escape' && text) {
            setText('')
            report('')
          }
        }}
        className={`${controlClass} pr-10 pl-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('')
            report('')
            input.current?.focus()
          }}
          className="absolute top-1/2 right-1 grid size-9 -translate-y-1/2 place-items-center rounded-full text-mute hover:bg-ink/8"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
