import * as Radix from '@radix-ui/react-dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { FindEverything } from '~/shared/form/constraints.gen'
import { cn } from '~/shared/lib/cn'
import { overlayClass } from '~/shared/ui/Dialog'
import { useMoney } from '~/shared/ui/Money'
import { Spinner } from '~/shared/ui/Spinner'
import { type Hit, hitsOf, matchingPages } from './hits'

const DEBOUNCE_MS = 150

/** The command palette: finds pages, products, orders and customers, and navigates to them. */
export default function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto flex max-h-[75vh] max-w-xl animate-rise flex-col overflow-hidden rounded-2xl bg-white shadow-2xl"
        >
          <Radix.Title className="sr-only">Find anything</Radix.Title>
          <Finder onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function useFound(text: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isFetching, isPlaceholderData, isPending } = useQuery({
    queryKey: ['admin', 'find', asked],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/find', { params: { query: { search: asked } }, signal })),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isSettled = asked === text.trim() && (asked === '' || !(isPlaceholderData || isPending))
  return { data, isFetching, isSettled }
}

function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const formatMoney = useMoney()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const [isEntered, setIsEntered] = useState(false)
  const { data, isFetching, isSettled } = useFound(text)
  const hits: Hit[] = [...matchingPages(text), ...(text.trim() && data ? hitsOf(data, formatMoney) : [])]
  const chosen = Math.min(at, hits.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function go(hit: Hit | undefined) {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  // Enter was pressed before the response came: the shown results belong to an older text.
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setIsEntered(false)
    go(hits[chosen])
  })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (hits.length > 0) setAt((chosen + step + hits.length) % hits.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // Pages are matched at once, the rest needs a request.
      if (isSettled || hits[chosen]?.kind === 'Pages') go(hits[chosen])
      else setIsEntered(true)
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search className="size-5 text-mute" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          aria-label="Find a page, product, order or customer"
          placeholder="Find a page, product, order or customer"
          value={text}
          maxLength={FindEverything.search.maxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
            setIsEntered(false)
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-mute"
        />
        {isFetching && <Spinner className="text-mute" />}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {hits.map((hit, index) => (
          <div key={hit.key}>
            {hit.kind !== hits[index - 1]?.kind && (
              <p
                aria-hidden="true"
                className="px-3 pt-3 pb-1 font-bold text-mute text-xs uppercase tracking-wide"
              >
                {hit.kind}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys */}
            <div
              id={`${id}-${index}`}
              data-at={index}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => go(hit)}
              onPointerMove={() => setAt(index)}
              className={cn(
                'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-xl px-3 py-1.5',
                index === chosen && 'bg-paper-2',
              )}
            >
              <span className="flex min-w-0 items-center gap-3">
                {hit.image && (
                  <img src={hit.image} alt="" className="size-8 shrink-0 rounded-md object-cover" />
                )}
                <span className="truncate font-semibold">{hit.name}</span>
              </span>
              <span className="shrink-0 truncate text-mute text-sm">{hit.detail}</span>
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && (
        <p role="status" className="px-5 pb-6 text-center text-mute">
          {isFetching ? 'Looking…' : 'Nothing found.'}
        </p>
      )}
    </>
  )
}
