import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, CircleHelp, ScrollText, Share2 } from 'lucide-react'
import { type CSSProperties, useCallback, useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { useNow } from '~/shared/lib/clock'
import { useSettings } from '~/shared/lib/settings'
import { toast } from '~/shared/ui/toast-store'
import { useKept, validPass } from '~/storefront/buyer/pass-store'
import { Skyline } from '~/storefront/shared/Skyline'
import { type Action, actionOf, holdingPass, takesCodes } from './action'
import { Flaps } from './Flaps'
import { HowItWorks } from './HowItWorks'
import { MainAction } from './MainAction'
import { Packs } from './Packs'
import { ProductsOfDrop } from './ProductsOfDrop'
import { lightOf, phaseAt, statusText } from './phase'
import { dropQuery, dropsQuery } from './queries'
import { Stall } from './Stall'
import { type Drop, type DropProduct, type Phase, pictureOf, unitsOfDrop } from './types'
import { UnlockForm } from './UnlockForm'
import { useHold } from './use-hold'
import { useMailedLink } from './use-mailed-link'
import './drop.css'
import './draw.css'

const SPREAD_MS = 3000
/** The longest name that fits on a phone in the largest font size. */
const LONG_NAME = 32

/** The page changes its phase by the clock. The server's data is fetched at a random moment after that, not by all browsers at once. */
function useFollowPhase(drop: Drop, phase: Phase) {
  const client = useQueryClient()
  const behind = phase !== drop.phase
  useEffect(() => {
    if (!behind) return
    const ask = () => void client.invalidateQueries({ queryKey: dropQuery(drop.slug).queryKey })
    const first = setTimeout(ask, Math.random() * SPREAD_MS)
    const again = setInterval(ask, 2 * SPREAD_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [behind, client, drop.slug])
}

/** The drop as a poster, then what is in it and how it works. */
export function DropPoster({ drop }: { drop: Drop }) {
  const now = useNow()
  const phase = phaseAt(drop, now)
  useFollowPhase(drop, phase)
  const told = useMailedLink(drop.slug)
  const early = useKept('early', drop.slug)
  const pass = validPass(useKept('pass', drop.slug), now)
  const action = actionOf(drop, phase, { now, early, pass })
  const hold = useHold(holdingPass(drop, phase, { early, pass }))
  const nextDrop = useNextDrop(drop, phase)
  const image = useMemo(() => pictureOf(drop), [drop])
  const status = statusText(drop, phase)
  const counting = phase === 'teased' || phase === 'early'
  const { mutate } = hold
  const onBuy = useCallback((product: DropProduct) => mutate({ product }), [mutate])
  const buy = { busy: hold.isPending, onBuy }
  return (
    <div className="drop" style={{ '--glow': image.color || 'var(--primary)' } as CSSProperties}>
      <section aria-labelledby="drop-name" className="on-ink drop-poster" data-light={lightOf(drop, phase)}>
        <span className="drop-stars" aria-hidden="true" />
        <Skyline className="drop-skyline" />
        <div className="wrap drop-grid">
          <div className="drop-title">
            <p role="status" className="drop-status">
              {phase === 'teased' ? `Opens ${drop.opens_text}` : status}
            </p>
            <h1 id="drop-name" data-long={drop.name.length > LONG_NAME || undefined}>
              {drop.name}
            </h1>
          </div>
          <Stall
            light={lightOf(drop, phase)}
            image={image}
            name={drop.name}
            stamp={phase === 'ended' && drop.availability !== 'sold_out' ? 'Over' : 'Sold out'}
          />
          <div className="drop-body">
            <p className="drop-about">{drop.description}</p>
            <div className="drop-panel">
              {counting ? (
                <>
                  <p className="drop-label">Opens in</p>
                  <Flaps at={drop.opens_at} now={now} />
                </>
              ) : (
                <AfterOpening drop={drop} phase={phase} />
              )}
            </div>
            <div className="drop-bar" data-bar>
              {told && (
                <p role="status" className="drop-note">
                  {told}
                </p>
              )}
              <MainAction drop={drop} phase={phase} action={action} nextDrop={nextDrop} {...buy} />
            </div>
            <Details drop={drop} phase={phase} early={early} action={action} />
            <Links drop={drop} phase={phase} />
          </div>
        </div>
      </section>
      <ProductsOfDrop drop={drop} phase={phase} action={action} {...buy} />
      <HowItWorks drop={drop} />
    </div>
  )
}

/** Where 'See the next drop' leads: to the drop that opens next, else to all drops. */
function useNextDrop(drop: Drop, phase: Phase): string {
  const { data } = useQuery({ ...dropsQuery, enabled: phase === 'ended' })
  const next = data?.items.find(({ slug, phase }) => slug !== drop.slug && phase !== 'ended')
  return next ? `/drop/${next.slug}` : '/drops'
}

/** In place of the countdown, once the drop is open. */
function AfterOpening({ drop, phase }: { drop: Drop; phase: Phase }) {
  const { units } = unitsOfDrop(drop)
  if (phase === 'ended')
    return (
      <p className="drop-result">
        {units > 0 && drop.free === 0 ? `All ${units} are gone.` : 'Thank you for being there.'}
      </p>
    )
  if (drop.mode === 'draw')
    return (
      <p className="drop-result">
        {phase === 'awarding' ? 'The winners are drawn.' : `Entries count until ${drop.ends_text}.`}
      </p>
    )
  return <Packs {...unitsOfDrop(drop)} />
}

type DetailsProps = { drop: Drop; phase: Phase; early: string; action: Action }

function Details({ drop, phase, early, action }: DetailsProps) {
  const list = useSettings()('list_name')
  const circle = drop.early_access === 'circle' || drop.early_access === 'both'
  return (
    <div className="drop-details">
      {phase === 'early' && !early && action === 'line' && takesCodes(drop) && (
        <UnlockForm slug={drop.slug} />
      )}
      {phase === 'early' && !early && circle && (
        <p>{`You are in the ${list}? Open the link in your email.`}</p>
      )}
      {phase === 'early' && early && <p>You have early access.</p>}
      {phase === 'teased' && drop.early_text && drop.early_access !== 'none' && (
        <p>
          {circle ? `The ${list}` : 'With an access code'} from {drop.early_text}.
        </p>
      )}
      {phase !== 'ended' && <p>{`At most ${drop.limit_units} per household.`}</p>}
    </div>
  )
}

function Links({ drop, phase }: { drop: Drop; phase: Phase }) {
  async function share() {
    const url = `${location.origin}/drop/${drop.slug}`
    try {
      if (navigator.share) await navigator.share({ title: drop.name, url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ title: 'Link copied' })
      }
    } catch {
      // The visitor closed the sheet.
    }
  }
  return (
    <ul className="drop-links">
      <li>
        <button type="button" onClick={() => void share()}>
          <Share2 aria-hidden="true" /> Share
        </button>
      </li>
      {(phase === 'teased' || phase === 'early') && (
        <li>
          <a href={`/drop/${drop.slug}.ics`}>
            <CalendarPlus aria-hidden="true" /> Add to calendar
          </a>
        </li>
      )}
      {drop.mode === 'draw' && phase !== 'awarding' && (
        <li>
          <Link to={`/drop/${drop.slug}/draw`}>
            <ScrollText aria-hidden="true" /> The draw
          </Link>
        </li>
      )}
      <li>
        <Link to="/faq">
          <CircleHelp aria-hidden="true" /> How it works
        </Link>
      </li>
    </ul>
  )
}
