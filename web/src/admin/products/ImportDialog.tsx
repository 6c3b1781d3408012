import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '~/admin/shared/api'
import { plural } from '~/admin/shared/format'
import { send } from '~/admin/shared/send'
import { toastError } from '~/admin/shared/toast-error'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { Badge } from '~/shared/ui/Badge'
import { Button, buttonClass } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { Spinner } from '~/shared/ui/Spinner'
import { toast } from '~/shared/ui/toast-store'
import { refreshProducts } from './queries'

type ImportResult = Schemas['ImportResult']
type ImportLine = Schemas['ImportLine']

async function sendFile(file: File, dryRun: boolean): Promise<ImportResult> {
  if (file.size === 0) throw new ApiError(422, { detail: 'The file is empty.' })
  return send(`/api/admin/products/import?dry_run=${dryRun}`, {
    body: file,
    headers: { 'Content-Type': 'text/csv' },
  })
}

/** Choose a file, see line by line what it would change, then do it. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const plan = useMutation({ mutationFn: (chosen: File) => sendFile(chosen, true) })
  const run = useMutation({
    mutationFn: (chosen: File) => sendFile(chosen, false),
    onSuccess: async (result) => {
      await refreshProducts(client)
      if (result.failed > 0 || result.lines.some((line) => line.notes.length > 0)) return
      toast({ title: 'Products imported', description: summary(result) })
      close()
    },
    onError: (error) => toastError('Error importing products', error),
  })
  const result = run.data ?? plan.data
  const changes = result ? result.created + result.updated : 0

  function choose(chosen: File | undefined) {
    if (!chosen) return
    setFile(chosen)
    run.reset()
    plan.mutate(chosen)
  }
  function close() {
    setFile(undefined)
    plan.reset()
    run.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={() => !run.isPending && close()}
      title="Import products"
      description="A CSV file as Export makes it, or the products file of Shopify or WooCommerce. Lines are known by id, else by slug; columns that are left out stay as they are. Nothing changes before you have seen what would."
      className="max-w-3xl!"
    >
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <label className={buttonClass({ variant: 'outline', className: 'focus-within:outline-3' })}>
          <FileUp className="size-4" aria-hidden="true" />
          {file ? 'Choose another file' : 'Choose CSV file'}
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label="CSV file"
            className="sr-only"
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {file && <span className="wrap-anywhere text-mute text-sm">{file.name}</span>}
        {plan.isPending && <Spinner label="Reading the file" />}
      </div>
      {plan.isError && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {errorMessage(plan.error, 'The file could not be read.')}
        </p>
      )}
      {result && <Outcome result={result} done={run.isSuccess} />}
      <DialogActions>
        <Button variant="outline" disabled={run.isPending} onClick={close}>
          {run.isSuccess ? 'Done' : 'Cancel'}
        </Button>
        {!run.isSuccess && (
          <Button
            disabled={!file || !plan.data || plan.data.failed > 0 || changes === 0}
            busy={run.isPending}
            onClick={() => file && run.mutate(file)}
          >
            {changes > 0 ? `Import ${plural(changes, 'product')}` : 'Import'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function summary({ created, updated, unchanged }: ImportResult): string {
  return `${created} created, ${updated} updated, ${unchanged} unchanged.`
}

const LINES = 200

export function Outcome({ result, done }: { result: ImportResult; done: boolean }) {
  // A long file is shown in steps; of a very long one the server sends no more than this.
  const [shown, setShown] = useState(LINES)
  const lines = result.lines.slice(0, shown)
  const rest = result.created + result.updated + result.failed + result.skipped - lines.length
  return (
    <>
      <p role="status" className="mt-4 flex flex-wrap gap-2">
        <Badge tone="green">{result.created} new</Badge>
        <Badge tone="blue">{result.updated} changed</Badge>
        <Badge>{result.unchanged} unchanged</Badge>
        {result.failed > 0 && <Badge tone="red">{plural(result.failed, 'line')} with errors</Badge>}
      </p>
      <Foreign result={result} done={done} />
      {result.failed > 0 && (
        <p className="mt-2 font-medium text-danger text-sm">
          {done
            ? 'These lines were not imported; the others were.'
            : 'Mend these lines and choose the file again. Nothing is imported while a line has an error.'}
        </p>
      )}
      {result.lines.length > 0 && (
        <section
          aria-label="Lines of the file"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="mt-3 max-h-80 overflow-auto rounded-xl border border-line bg-white"
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-paper">
              <tr>
                {['Line', 'Product', 'What happens'].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-bold text-mute">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.line} className="border-line border-t align-top">
                  <td className="px-3 py-2 tabular-nums">{line.line}</td>
                  <td className="wrap-anywhere px-3 py-2 font-semibold">{line.name || '–'}</td>
                  <td className="wrap-anywhere px-3 py-2">
                    <LineText line={line} />
                    <Notes notes={line.notes} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rest > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-mute text-sm">
          and {plural(rest, 'more line')}
          {shown < result.lines.length && (
            <Button variant="outline" size="sm" onClick={() => setShown(shown * 4)}>
              Show more
            </Button>
          )}
        </p>
      )}
    </>
  )
}

const SYSTEMS: Record<string, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** What of another shop's file is not imported, column by column. */
function Foreign({ result, done }: { result: ImportResult; done: boolean }) {
  const system = SYSTEMS[result.format]
  if (!system) return null
  return (
    <div className="mt-3 text-sm">
      <p>
        This is a products file of {system}.{' '}
        {result.skipped > 0 &&
          `${plural(result.skipped, 'line')} of it ${result.skipped === 1 ? 'is' : 'are'} left out. `}
        {result.categories.length > 0 &&
          `${done ? 'New categories' : 'Categories to be created'}: ${result.categories.join(', ')}.`}
      </p>
      {result.left_out.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer font-semibold">
            {plural(result.left_out.length, 'column')} left out
          </summary>
          <ul className="mt-1 max-h-40 list-disc overflow-auto pl-5 text-mute">
            {result.left_out.map((left) => (
              <li key={left.column}>
                <span className="font-semibold">{left.column}</span> ({plural(left.lines, 'line')}):{' '}
                {left.why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="mt-1 text-mute">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function LineText({ line }: { line: ImportLine }) {
  if (line.action === 'create') return <Badge tone="green">New product</Badge>
  if (line.action === 'skip') return <Badge>Left out</Badge>
  if (line.action === 'error')
    return (
      <ul className="font-medium text-danger">
        {line.errors.map((error) => (
          <li key={error.field}>
            {error.field && `${error.field}: `}
            {error.message}
          </li>
        ))}
      </ul>
    )
  return (
    <ul>
      {line.changes.map((change) => (
        <li key={change.field}>
          <span className="text-mute">{change.field}:</span> <del>{change.before || '(empty)'}</del> →{' '}
          <ins className="font-semibold no-underline">{change.after || '(empty)'}</ins>
        </li>
      ))}
    </ul>
  )
}
