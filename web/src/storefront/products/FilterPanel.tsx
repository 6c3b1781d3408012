import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Category } from '~/shared/api/types'
import { Button } from '~/shared/ui/Button'
import { Checkbox } from '~/shared/ui/Checkbox'
import { Skeleton } from '~/shared/ui/Skeleton'
import { type Filters, noFilters } from './filters'
import { PriceRange } from './PriceRange'
import { SearchField } from './SearchField'
import type { ChangeFilters } from './use-filters'

type FilterPanelProps = {
  filters: Filters
  change: ChangeFilters
  bound: number
  /** Undefined while loading. */
  categories: Category[] | undefined
}

export function FilterPanel({ filters, change, bound, categories }: FilterPanelProps) {
  const [resets, setResets] = useState(0)
  const toggle = (slug: string, on: boolean) =>
    change({ categories: on ? [...filters.categories, slug] : filters.categories.filter((s) => s !== slug) })
  return (
    <div className="grid gap-7">
      <SearchField
        // A new key discards text that was typed and not yet applied.
        key={resets}
        value={filters.search}
        // The first letter adds a history entry, the next ones replace it.
        onChange={(search) => change({ search }, { replace: filters.search !== '' })}
      />
      <PriceRange
        min={filters.min}
        max={filters.max ?? bound}
        bound={bound}
        onCommit={({ min, max }) => change({ min, max: max < bound ? max : undefined })}
      />
      <fieldset>
        <legend className="font-semibold text-sm">Categories</legend>
        <ul className="mt-1" aria-busy={!categories}>
          {categories
            ? categories.map(({ id, slug, name, product_count }) => (
                <li key={id} className="flex items-center gap-3">
                  <Checkbox
                    label={name}
                    checked={filters.categories.includes(slug)}
                    onChange={({ target }) => toggle(slug, target.checked)}
                    className="flex-1"
                  />
                  <span className="text-mute text-sm tabular-nums" aria-hidden="true">
                    {product_count}
                  </span>
                </li>
              ))
            : Array.from({ length: 6 }, (_, index) => (
                <li key={index} className="flex h-11 items-center gap-3">
                  <Skeleton className="size-6 rounded-md" />
                  <Skeleton className="h-4 w-24" />
                </li>
              ))}
        </ul>
      </fieldset>
      <Button
        variant="outline"
        onClick={() => {
          setResets(resets + 1)
          change(noFilters)
        }}
      >
        <RotateCcw className="size-4" aria-hidden="true" />
        Reset Filters
      </Button>
    </div>
  )
}
