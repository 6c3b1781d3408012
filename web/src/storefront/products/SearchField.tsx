import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { ProductSearch } from '~/shared/form/constraints.gen'
import { textAttributes } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { useLeaving } from '~/shared/lib/leaving'
import { useTexts } from '~/shared/lib/settings'
import { Label } from '~/shared/ui/Field'

type SearchFieldProps = { value: string; onChange: (value: string) => void }

const PAUSE_MS = 250

/** A search field with its own state, so that typing does not wait for the list; it reports after a pause. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const id = useId()
  const example = useTexts()('search_example_short')
  const { values, form, set, startFrom } = useEditForm({
    initial: { search: value },
    // After a search `value` changes while somebody may be typing on. The effect below decides when the field follows it.
    hold: true,
    limits: ProductSearch,
    submit: async ({ values: typed }) => report(typed.search),
  })
  const text = values.search
  const setText = (search: string) => set('search', search)
  const input = useRef<HTMLInputElement>(null)
  const leaving = useLeaving()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const arrivedBy = useNavigationType()

  // The URL was changed elsewhere (back button, a link). While somebody types, the typed text wins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: startFrom is another function at every render
  useEffect(() => {
    if (arrivedBy === 'POP' || document.activeElement !== input.current) startFrom({ search: value })
  }, [value, arrivedBy])
  useEffect(() => () => clearTimeout(timer.current), [])

  function report(next: string) {
    clearTimeout(timer.current)
    onChange(next.trim())
  }
  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Do not navigate when another page is already loading.
      if (!leaving()) report(next)
    }, PAUSE_MS)
  }

  return (
    <search>
      {/* Without script the browser submits the form itself. */}
      <form {...form} action="/products" className="grid gap-1.5">
        <Label htmlFor={id}>Search products</Label>
        <span className="relative block">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-mute"
            aria-hidden="true"
          />
          <input
            id={id}
            ref={input}
            type="search"
            name="search"
            value={text}
            {...textAttributes(ProductSearch.search)}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={example}
            onChange={(event) => type(event.target.value)}
            className="min-h-12 w-full rounded-full border-2 border-line bg-white pr-12 pl-11 text-base placeholder:text-mute/80 hover:border-mute/60 focus-visible:border-primary-deep focus-visible:outline-3 focus-visible:outline-primary/30 focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
          />
          {text !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={() => {
                setText('')
                report('')
                input.current?.focus()
              }}
              className="absolute top-1/2 right-1 grid size-10 -translate-y-1/2 place-items-center rounded-full hover:bg-ink/8"
            >
              <X className="size-4.5" aria-hidden="true" />
            </button>
          )}
        </span>
      </form>
    </search>
  )
}
