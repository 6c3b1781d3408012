import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

export type SignName = 'chips' | 'drinks' | 'candy' | 'chocolate' | 'cookies' | 'vault'

const signs: Record<SignName, ReactNode> = {
  chips: (
    <>
      <path d="m34 22 5-6 6 6 5-6 5 6 5-6 5 6 6-6 5 6 5-6 5 6c-3 10-3 17-2 30s2 26-1 42l-5 6-6-6-5 6-5-6-6 6-5-6-6 6-5-6-6 6-4-6c-3-16-2-29-1-42s1-20-2-30Z" />
      <path d="M36 32h48M36 92h48" strokeDasharray="3 5" />
      <path d="M47 66c5-14 22-16 28-4-7 12-21 16-28 4Zm6-2c7 2 14 0 18-4" />
    </>
  ),
  drinks: (
    <>
      <path d="M40 38h40l-5 62a6 6 0 0 1-6 5H51a6 6 0 0 1-6-5Z" />
      <path d="M36 38h48M64 38l8-26 12-3" />
      <path d="M43 60c6-5 11 5 17 0s11 5 17 0" />
      <circle cx="54" cy="76" r="3" />
      <circle cx="65" cy="86" r="3.5" />
      <circle cx="66" cy="70" r="2" />
    </>
  ),
  candy: (
    <>
      <circle cx="60" cy="60" r="22" />
      <path d="M60 60c0-6 9-6 9 1s-10 11-16 5-4-19 8-19" />
      <path d="M41 49 22 38l1 14-9 4 9 6-3 14 23-6M79 49l19-11-1 14 9 4-9 6 3 14-23-6" />
    </>
  ),
  chocolate: (
    <>
      <path d="M38 16h44v40l-6 5-5-5-6 5-5-5-6 5-5-5-6 5-5-5Z" />
      <path d="M38 60v40a5 5 0 0 0 5 5h34a5 5 0 0 0 5-5V60" />
      <path d="M60 16v36M38 34h44M46 74h28M46 84h28M46 94h16" />
    </>
  ),
  cookies: (
    <>
      <path d="M62 20a40 40 0 1 0 38 42c-8 2-13-3-13-9-8 2-14-4-12-12-9 1-15-8-13-21Z" />
      <circle cx="46" cy="50" r="4" />
      <circle cx="44" cy="74" r="4.500" />
      <circle cx="64" cy="64" r="4" />
      <circle cx="70" cy="84" r="4" />
      <path d="m92 22 1 .5M104 38l1 .5M84 12l1 .5" />
    </>
  ),
  vault: (
    <>
      <rect x="20" y="18" width="80" height="80" rx="10" />
      <path d="M30 98v8M90 98v8" />
      <circle cx="60" cy="58" r="26" />
      <circle cx="60" cy="58" r="8" />
      <path d="M60 50V36M60 80V66M68 58h14M38 58h14M66 52l9-9M45 73l9-9M66 64l9 9M45 43l9 9" />
    </>
  ),
}

/** A neon sign as an SVG; it glows in the text colour. */
export function NeonSign({ name, className }: { name: SignName; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 116"
      className={cn('neon-tube', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {signs[name]}
    </svg>
  )
}
