import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '~/shared/api/errors'
import { JoinQueueBody } from '~/shared/form/constraints.gen'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Checkbox } from '~/shared/ui/Checkbox'
import { keep, readKept, useKept } from '~/storefront/buyer/pass-store'
import { formatLocal } from '~/storefront/shared/local-time'
import { type DrawEntry as Entry, enterAgain, enterDraw, entryQuery, withdraw } from './draw-queries'
import { EmailForm } from './EmailForm'
import type { Drop, Phase } from './types'

const failed = 'Please try again in a moment.'

/** Somebody's own part in a draw: to enter it, what became of the entry, and to withdraw. */
export function DrawEntry({ drop, phase }: { drop: Drop; phase: Phase }) {
  const ticket = useKept('ticket', drop.slug)
  const { data: entry, isPending } = useQuery(entryQuery(drop.slug, ticket))
  const open = phase === 'live'
  if (ticket && isPending) return <p className="drop-note">One moment…</p>
  if (ticket && entry) return <OwnEntry drop={drop} entry={entry} ticket={ticket} open={open} />
  if (open) return <EntryForm drop={drop} />
  return null
}

function EntryForm({ drop: { slug } }: { drop: Drop }) {
  const [next, setNext] = useState(true)
  return (
    <EmailForm
      action="Enter the draw"
      limits={JoinQueueBody}
      submit={(email) => enterDraw(slug, email, next, readKept('proof', slug))}
      onSuccess={({ ticket }) => keep('ticket', slug, ticket)}
    >
      <Checkbox
        label="Enter me in the next draw too"
        checked={next}
        onChange={({ target }) => setNext(target.checked)}
      />
    </EmailForm>
  )
}

type OwnProps = { drop: Drop; entry: Entry; ticket: string; open: boolean }

function OwnEntry({ drop, entry, ticket, open }: OwnProps) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: entryQuery(drop.slug, ticket).queryKey })
  const leave = useMutation({
    mutationFn: () => withdraw(drop.slug, ticket),
    onSuccess: () => (entry.proven ? refresh() : keep('ticket', drop.slug, '')),
  })
  const again = useMutation({
    mutationFn: () => enterAgain(drop.slug, ticket),
    onSuccess: (place) => keep('ticket', drop.slug, place.ticket),
  })
  const error = leave.error ?? again.error
  return (
    <div className="draw-own" role="status">
      {wordsOf(drop, entry, open)}
      <div className="draw-acts">
        {entry.reservation && (
          <ButtonLink to={`/reservation/${entry.reservation}`} variant="hot" size="lg">
            Buy now <ArrowRight className="size-5" aria-hidden="true" />
          </ButtonLink>
        )}
        {open && entry.state === 'waiting' && (
          <Button variant="outline-ink" busy={leave.isPending} onClick={() => leave.mutate()}>
            Withdraw
          </Button>
        )}
        {entry.may_rejoin && (
          <Button variant="hot" size="lg" busy={again.isPending} onClick={() => again.mutate()}>
            Enter the draw
          </Button>
        )}
      </div>
      {error && <p role="alert">{errorMessage(error, failed)}</p>}
    </div>
  )
}

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <p className="draw-title">{title}</p>
    <p>{children}</p>
  </>
)

function wordsOf(drop: Drop, { number, rank, state, proven, win_ends_at }: Entry, open: boolean): ReactNode {
  if (state === 'left') return <Said title="You withdrew.">Number {number} is skipped in this draw.</Said>
  if (open && !proven)
    return (
      <Said title={`You are in. Number ${number}.`}>
        {`Open the link we mailed you before ${drop.ends_text}, or the entry does not count.`}
      </Said>
    )
  if (open)
    return (
      <Said title={`You are in. Number ${number}.`}>{`Your entry counts. We draw ${drop.ends_text}.`}</Said>
    )
  if (!proven)
    return (
      <Said title="This entry does not count.">
        The link we mailed you was not opened before the draw closed.
      </Said>
    )
  if (state === 'won')
    return (
      <Said title="You won">
        Number {number} won. One is held for you{win_ends_at && ` until ${formatLocal(win_ends_at)}`}.
      </Said>
    )
  if (state === 'used') return <Said title="It is yours">Number {number} won, and you bought it.</Said>
  if (state === 'expired')
    return (
      <Said title="Your win is over.">
        It was not bought in time, or given back, and went to the next rank.
      </Said>
    )
  if (rank === null) return <Said title="Drawing…">The list is closed. Ranks are known in a moment.</Said>
  return (
    <Said title="Not this time">
      Number {number} has rank {rank}. If winners do not buy, we write to the next rank.{' '}
      <Link to={`/drop/${drop.slug}/draw`}>See how it was drawn</Link>
    </Said>
  )
}
