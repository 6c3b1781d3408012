import { goTo } from '~/admin/layout/shortcuts'
import { Dialog } from '~/shared/ui/Dialog'

const shortcuts: { keys: string[]; what: string }[] = [
  { keys: ['⌘', 'K'], what: 'Find a page, product, order or customer (Ctrl K elsewhere)' },
  { keys: ['/'], what: 'Search this list' },
  ...Object.entries(goTo).map(([key, { name }]) => ({ keys: ['g', key], what: `Go to ${name}` })),
  { keys: ['n'], what: 'Add a product, or a category or a drop on their pages' },
  { keys: ['?'], what: 'Show this sheet' },
]

export default function HelpSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Keyboard shortcuts" className="sm:p-6">
      <dl className="mt-4 divide-y divide-line">
        {shortcuts.map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-[0.95rem]">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-w-7 place-items-center rounded-md border border-line border-b-2 bg-white px-1.5 py-0.5 font-sans font-semibold text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
