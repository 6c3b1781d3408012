import * as Radix from '@radix-ui/react-dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue } from 'react'
import { Link, useNavigate } from 'react-router'
import { productsQuery } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import { ProductSearch } from '~/shared/form/constraints.gen'
import { useEditForm } from '~/shared/form/use-edit-form'
import { useTexts } from '~/shared/lib/settings'
import { CloseButton, overlayClass } from '~/shared/ui/Dialog'
import { Money } from '~/shared/ui/Money'
import { useReturnFocus } from '~/shared/ui/return-focus'
import { ProductImage } from '~/storefront/shared/ProductImage'
import { useCloseOnBack } from './close-on-back'
import { useShopLinks } from './nav-links'

type SearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

const RESULTS = 6

export default function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const returnFocus = useReturnFocus()
  const navigate = useNavigate()
  const example = useTexts()('search_example')
  const { form, field, values } = useEditForm({
    initial: { search: '' },
    limits: ProductSearch,
    submit: async () => {
      close()
      await navigate(text ? allResults : '/products', { replace: true })
    },
  })
  const text = values.search.trim()
  const search = useDeferredValue(text)
  const { data } = useQuery({
    ...productsQuery({ search, limit: RESULTS }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const close = () => onOpenChange(false)
  const goBack = useCloseOnBack(close)
  const found = search === '' ? undefined : data
  const allResults = `/products?search=${encodeURIComponent(text)}`

  const { error: _, ...input } = field('search')
  return (
    <Radix.Root open={open} onOpenChange={goBack}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          onKeyDown={moveFocus}
          className="fixed inset-x-0 top-0 z-50 mx-auto max-h-dvh w-full max-w-2xl animate-rise overflow-y-auto bg-paper shadow-2xl sm:top-[8vh] sm:max-h-[84vh] sm:rounded-3xl"
        >
          <Radix.Title className="sr-only">Search</Radix.Title>
          <search>
            <form {...form} className="flex items-center gap-3 border-line border-b-2 py-2 pr-2 pl-5">
              <Search className="size-5.5 shrink-0 text-mute" aria-hidden="true" />
              <input
                {...input}
                type="search"
                aria-label="Search products"
                placeholder={example}
                autoComplete="off"
                enterKeyHint="search"
                className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-mute/80 [&::-webkit-search-cancel-button]:hidden"
              />
              <CloseButton />
            </form>
          </search>
          <p role="status" className="sr-only">
            {found && `${found.total} ${found.total === 1 ? 'product' : 'products'} found`}
          </p>
          {found ? <Results items={found.items} onPick={close} /> : <Categories onPick={close} />}
          {found && found.total > RESULTS && (
            <Link
              to={allResults}
              replace
              onClick={close}
              className="flex min-h-13 items-center justify-center gap-2 border-line border-t font-bold text-primary-deep hover:bg-paper-2"
            >
              See all {found.total} results <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The arrow keys go from the field through the results and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (step === 0 || !next || !stops.includes(event.target as HTMLElement)) return
  event.preventDefault()
  next.focus()
}

/** Links shown while nothing is typed. */
function Categories({ onPick }: { onPick: () => void }) {
  return (
    <nav aria-label="Categories" className="p-5">
      <p className="font-semibold text-mute text-sm">Or walk along a shelf</p>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {useShopLinks().map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              replace
              onClick={onPick}
              className="flex min-h-11 items-center rounded-full bg-paper-2 px-4.5 font-semibold transition-colors duration-150 hover:bg-ink hover:text-paper"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Results({ items, onPick }: { items: Product[]; onPick: () => void }) {
  if (items.length === 0) {
    return (
      <div className="px-6 py-10 text-center">
        <p className="font-display text-lg">No products found</p>
        <p className="mt-1 text-mute">Try adjusting your filters or search term.</p>
      </div>
    )
  }
  return (
    <ul className="p-2">
      {items.map((product) => (
        <li key={product.id}>
          <Link
            to={`/product/${product.id}`}
            replace
            onClick={onPick}
            className="flex items-center gap-4 rounded-2xl p-2 transition-colors hover:bg-paper-2"
          >
            <ProductImage product={product} sizes="4rem" className="size-16 shrink-0 rounded-xl" decorative />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-bold leading-snug">{product.name}</span>
              <span className="block text-mute text-sm">{product.origin}</span>
            </span>
            <Money amount={product.price} className="pr-2 font-display" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
