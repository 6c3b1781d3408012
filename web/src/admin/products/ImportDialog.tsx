import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '~/admin/shared/api'
import { plural } from '~/admin/shared/format'
import { send } from '~/admin/shared/send'
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
      if (result.failed > 0) return
      toast({ title: 'Products imported', description: summary(result) })
      close()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error importing products',
        description: errorMessage(error, 'An unknown error occurred'),
      }),
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
      description="A CSV file as Export makes it. Lines are known by id, else by slug; columns that are left out stay as they are. Nothing changes before you have seen what would."
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
  const rest = result.created + result.updated + result.failed - lines.length
  return (
    <>
      <p role="status" className="mt-4 flex flex-wrap gap-2">
        <Badge tone="green">{result.created} new</Badge>
        <Badge tone="blue">{result.updated} changed</Badge>
        <Badge>{result.unchanged} unchanged</Badge>
        {result.failed > 0 && <Badge tone="red">{plural(result.failed, 'line')} with errors</Badge>}
      </p>
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

function LineText({ line }: { line: ImportLine }) {
  if (line.action === 'create') return <Badge tone="green">New product</Badge>
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
