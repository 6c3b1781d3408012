const shade = (percent: number) => `color-mix(in oklab, var(--primary) ${percent}%, #120a1f)`

/** An open, empty box in the shop's colors. */
export function EmptyBox({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 420 380" className={className} aria-hidden="true">
      <defs>
        <linearGradient id="box-beam" x1="0" y1="1" x2="0" y2="0">
          <stop offset="0" stopColor="var(--secondary)" stopOpacity=".85" />
          <stop offset=".5" stopColor="var(--secondary)" stopOpacity=".22" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M96 214 20 6h380l-76 208Z" fill="url(#box-beam)" />
      <path d="M150 214 120 20h60l18 194ZM250 214l20-194h60l-30 194Z" fill="#fff" fillOpacity=".09" />
      <path
        d="m74 66 3.5 9 9 3.5-9 3.5-3.5 9-3.5-9-9-3.5 9-3.5ZM345 44l3 7.5 7.5 3-7.5 3-3 7.5-3-7.5-7.5-3 7.5-3ZM206 22l2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5Z"
        fill="#faf6ef"
      />
      <path d="M92 208h236v172H92z" fill={shade(40)} />
      <path d="M92 208h118v172H92z" fill={shade(52)} />
      <path d="M92 208h236v20H92z" fill="#120a1f" fillOpacity=".35" />
      <path d="m92 208-54-34 36-28 60 62ZM328 208l54-34-36-28-60 62Z" fill={shade(70)} />
      <path d="m92 208-54-34 8-6 62 40ZM328 208l54-34-8-6-62 40Z" fill={shade(92)} />
      <path d="M194 208h32v172h-32z" fill="var(--secondary)" fillOpacity=".9" />
      <path d="M194 208h32v20h-32z" fill="#120a1f" fillOpacity=".3" />
    </svg>
  )
}
