import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

type Tone = 'blue' | 'amber' | 'green' | 'purple' | 'grey' | 'red'

const tones: Record<Tone, string> = {
  blue: 'bg-blue-100 text-blue-900',
  amber: 'bg-amber-100 text-amber-900',
  green: 'bg-green-100 text-green-900',
  purple: 'bg-purple-100 text-purple-900',
  grey: 'bg-stone-200 text-stone-800',
  red: 'bg-red-100 text-red-900',
}

/** A small label in tables and lists. */
export function Badge({
  tone = 'grey',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cn(
        'inline-flex items-center whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-[0.8rem]',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

type StickerTone = 'hot' | 'primary' | 'ink' | 'paper'

const stickers: Record<StickerTone, string> = {
  hot: 'bg-secondary text-on-secondary',
  primary: 'bg-primary text-on-primary',
  ink: 'bg-ink text-paper',
  paper: 'bg-paper text-ink',
}

/** A large, slightly rotated label on product images. */
export function Sticker({
  tone = 'hot',
  className,
  children,
}: {
  tone?: StickerTone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cn(
        'inline-block -rotate-3 whitespace-nowrap rounded-md px-2 py-1 font-display text-[0.68rem] uppercase leading-none tracking-wide shadow-[0_2px_0_rgb(18_10_31/0.25)]',
        stickers[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
