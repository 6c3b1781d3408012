import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '~/shared/ui/Button'

const load = () => import('~/shared/ui/Drawer')
const Drawer = lazy(async () => ({ default: (await load()).Drawer }))

type FilterSheetProps = {
  /** How many kinds of filter are on. */
  active: number
  total: number
  /** The number of results in words: while the sheet is open, screen readers hear only the sheet. */
  found: string
  children: ReactNode
}

/** The filter panel on a phone: a button that opens it in a drawer. */
export function FilterSheet({ active, total, found, children }: FilterSheetProps) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="ink"
        aria-haspopup="dialog"
        className="lg:hidden"
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal className="size-4.5" aria-hidden="true" />
        Filters
        {active > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-secondary text-on-secondary text-sm tabular-nums">
            {active}
          </span>
        )}
      </Button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <Drawer open={open} onOpenChange={setOpen} title="Filters">
            {children}
            <p role="status" className="sr-only">
              {found}
            </p>
            <Button variant="hot" size="lg" className="mt-6 w-full" onClick={() => setOpen(false)}>
              Show {total} {total === 1 ? 'product' : 'products'}
            </Button>
          </Drawer>
        </Suspense>
      )}
    </>
  )
}
