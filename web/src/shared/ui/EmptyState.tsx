import type { ReactNode } from 'react'
import { useSettings } from '~/shared/lib/settings'

type EmptyStateProps = { title: string; text?: ReactNode; art?: ReactNode; children?: ReactNode }

/** Says what is missing and what to do next. */
export function EmptyState({ title, text, art, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-3xl border-2 border-line border-dashed px-6 py-14 text-center">
      {art ?? <EmptyArt />}
      <p className="text-balance font-display text-lg leading-snug">{title}</p>
      {text && <p className="max-w-prose text-balance text-mute">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

/** A bag in a shop that has the bag as its sign and no logo of its own, else an empty box. */
function EmptyArt() {
  const setting = useSettings()
  const box = setting('site_logo') !== '' || setting('shop_sign') !== 'bag'
  return (
    <svg
      viewBox="0 0 72 80"
      className="h-20 w-18 text-mute"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <path
        d={
          box
            ? 'M12 34v34h48V34M12 34h48l-9-12H21ZM12 34 3 46M60 34l9 12'
            : 'm12 10 4-5 5 5 5-5 5 5 5-5 5 5 5-5 5 5 5-5 4 5c-3 8-3 12-2 22s1 22-1 36l-4 5-5-5-5 5-5-5-5 5-5-5-5 5-5-5-5 5-4-5c-2-14-2-26-1-36s1-14-2-22Z'
        }
        strokeLinejoin="round"
        strokeDasharray="5 4"
      />
      <path d={box ? 'M28 52h16' : 'M27 50c5-5 13-5 18 0'} strokeLinecap="round" />
      {!box && <path d="M28 36h.1M44 36h.1" strokeWidth="5" strokeLinecap="round" />}
    </svg>
  )
}
