import { Download } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '~/shared/api/errors'
import { type FieldErrors, FormError } from '~/shared/form/failure'
import { useForm } from '~/shared/form/use-form'
import { useNow } from '~/shared/lib/clock'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { keep } from '~/storefront/buyer/pass-store'
import { checkDraw } from './check-draw'
import { DrawEntry } from './DrawEntry'
import { type Draw, openEntry } from './draw-queries'
import { phaseAt } from './phase'
import type { Drop } from './types'
import './drop.css'
import './draw.css'

/** Follows the mailed link of an entry. Fetching the page alone changes nothing: mail programs do that too. Returns what to tell the visitor. */
function useEntryLink(slug: string): string {
  const [search, setSearch] = useSearchParams()
  const [message, setMessage] = useState('')
  const token = search.get('entry')
  useEffect(() => {
    if (!token) return
    void openEntry(slug, token).then(
      ({ ticket }) => keep('ticket', slug, ticket),
      (error) => setMessage(errorMessage(error, 'Please try again in a moment.')),
    )
    setSearch({}, { replace: true, preventScrollReset: true })
  }, [slug, token, setSearch])
  return message
}

/** The public record of a draw: its rules, the list, the seed and the winners. */
export function DrawSheet({ drop, draw }: { drop: Drop; draw: Draw }) {
  const told = useEntryLink(drop.slug)
  const phase = phaseAt(drop, useNow())
  const list = `/api/drops/${drop.slug}/draw/entries.csv`
  return (
    <div
      className="drop draw"
      style={{ '--glow': drop.products[0]?.images[0]?.color || 'var(--primary)' } as CSSProperties}
    >
      <header className="on-ink draw-head drop-poster" data-light="open">
        <div className="wrap">
          <p className="drop-status">{headline(drop, draw, phase)}</p>
          <h1>The draw for {drop.name}</h1>
          {told && <p role="alert">{told}</p>}
          <DrawEntry drop={drop} phase={phase} />
          <p className="draw-back">
            <Link to={`/drop/${drop.slug}`}>Back to the drop</Link>
          </p>
        </div>
      </header>
      <div className="wrap draw-sheet">
        <dl className="draw-facts">
          <Fact
            term={`Seed locked ${draw.scheduled_text}`}
            note="SHA-256 of the seed, public before the first entry."
          >
            <code>{draw.seed_hash}</code>
          </Fact>
          <Fact
            term="Entries"
            note={
              draw.entries_digest
                ? 'That count: their mailed link was opened before the close. SHA-256 of the list:'
                : 'That count so far: their mailed link was opened.'
            }
          >
            <b className="draw-count">{draw.entries.toLocaleString('en-US')}</b>
            {draw.entries_digest && (
              <>
                <code>{draw.entries_digest}</code>
                <a href={list} download="entries.csv" className="draw-file">
                  <Download className="size-4.5" aria-hidden="true" /> entries.csv
                </a>
              </>
            )}
          </Fact>
          <Fact term="Revealed seed" note={draw.seed ? 'Shown after the list was stored.' : undefined}>
            {draw.seed ? <code>{draw.seed}</code> : <p>Shown once the draw has closed, {drop.ends_text}.</p>}
          </Fact>
        </dl>
        {draw.seed && <FindNumber draw={draw} list={list} />}
        {draw.seed && <Winners draw={draw} />}
        <section aria-labelledby="check-it" className="draw-part">
          <h2 id="check-it">Check it yourself</h2>
          <p>
            {draw.seed
              ? 'Save entries.csv and run this beside it. '
              : 'After the close, ten lines of Python stand here. '}
            Tier 1 stands before tier 2; within a tier the order is HMAC-SHA-256 of the number, under SHA-256
            of seed and digest. Withdrawn entries are skipped.
          </p>
          {draw.seed && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard
            <section tabIndex={0} aria-label="Python program" className="draw-code">
              <pre>{draw.check}</pre>
            </section>
          )}
          <p className="draw-limits">
            This proves that nothing was added, removed or reordered after the close, and that the seed is the
            locked one. It does not prove that the shop entered no invented people.
          </p>
        </section>
      </div>
    </div>
  )
}

function headline(drop: Drop, { seed, awards_text }: Draw, phase: Drop['phase']): string {
  if (phase === 'teased') return `Opens ${drop.opens_text}`
  if (phase === 'live') return `Entries count until ${drop.ends_text}`
  if (!seed) return 'Drawing…'
  return phase === 'awarding' ? `Drawn. Next ranks win until ${awards_text}` : 'This drop is over'
}

type FactProps = { term: string; note?: string | undefined; children: ReactNode }

const Fact = ({ term, note, children }: FactProps) => (
  <div>
    <dt>{term}</dt>
    <dd>
      {note && <p>{note}</p>}
      {children}
    </dd>
  </div>
)

const stateLabels = { won: 'may buy', bought: 'bought', passed: 'passed over' }

const isNumber = (text: string) => Number.isSafeInteger(Number(text)) && Number(text) >= 1

/** What this browser finds about a number, after it has checked the list and the seed. */
async function findNumber(number: number, draw: Draw, list: string): Promise<string> {
  const winner = draw.winners.find((one) => one.number === number)
  if (!globalThis.crypto?.subtle)
    return winner
      ? `Number ${number} won with rank ${winner.rank}: ${stateLabels[winner.state]}.`
      : `Number ${number} is not among the winners.`
  const response = await fetch(list)
  if (!response.ok) throw new FormError('The list could not be read. Please try again in a moment.')
  const { ranks, withdrawn } = await checkDraw(await response.text(), draw)
  const rank = ranks.get(number)
  if (rank)
    return `Number ${number} has rank ${rank} of ${ranks.size}${winner ? `: ${stateLabels[winner.state]}` : ''}. Your browser checked seed and list.`
  return withdrawn.has(number) ? `Number ${number} was withdrawn.` : `Number ${number} is not in the list.`
}

export function FindNumber({ draw, list }: { draw: Draw; list: string }) {
  const { form, field, busy, errors, generalMessage, data } = useForm({
    limits: { number: {} },
    check: ({ number = '' }): FieldErrors =>
      isNumber(number) ? {} : { number: 'Enter the number of your entry.' },
    submit: ({ number }) => findNumber(Number(number), draw, list),
    fallback: 'Please try again in a moment.',
  })
  return (
    <section aria-labelledby="find" className="draw-part">
      <h2 id="find">Find my number</h2>
      <form {...form} className="draw-find">
        <TextField
          label="Find my number"
          hideLabel
          inputMode="numeric"
          autoComplete="off"
          placeholder="Number"
          {...field('number')}
        />
        <Button type="submit" variant="ink" busy={busy}>
          Find
        </Button>
      </form>
      <p role="status" className="draw-found">
        {errors.number ? '' : generalMessage || data}
      </p>
    </section>
  )
}

const SHOWN = 100

function Winners({ draw: { winners } }: { draw: Draw }) {
  const [all, setAll] = useState(false)
  const shown = all ? winners : winners.slice(0, SHOWN)
  return (
    <section aria-labelledby="winners" className="draw-part">
      <h2 id="winners">Winners</h2>
      {winners.length === 0 && <p>Nobody has won yet.</p>}
      <ol className="draw-winners">
        {shown.map(({ number, rank, state }) => (
          <li key={number} data-state={state}>
            <span>Rank {rank}</span>
            <b>No. {number}</b>
            <small>{stateLabels[state]}</small>
          </li>
        ))}
      </ol>
      {winners.length > shown.length && (
        <Button variant="outline" onClick={() => setAll(true)}>
          Show all {winners.length}
        </Button>
      )}
    </section>
  )
}
