/** The mark: a falling snack bag. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 44" className={className} aria-hidden="true">
      <g transform="rotate(-9 20 22)">
        <path
          d="m6 6 2.8-3 2.8 3 2.8-3 2.8 3L20 3l2.8 3 2.8-3 2.8 3 2.8-3L34 6c-1.6 4.8-1.6 7.2-1 13s.8 12-.6 19l-2.5 3-2.5-3-2.5 3-2.5-3-2.4 3-2.4-3-2.5 3-2.5-3-2.5 3-2.5-3c-1.4-7-1.2-13.2-.6-19s.6-8.2-1-13Z"
          fill="var(--primary)"
        />
        <path
          d="M7.3 10.5h25.4M7.6 34.5h24.8"
          stroke="#120a1f"
          strokeOpacity=".35"
          strokeWidth="1.4"
          strokeDasharray="1.5 1.7"
        />
        <path
          d="M20 12.6c4.3 5.3 6.8 8.5 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3.5 2.5-6.7 6.8-12Z"
          fill="var(--secondary)"
        />
        <path
          d="M16.6 25.2a3.6 3.6 0 0 0 2.8 3.3"
          stroke="#fff"
          strokeWidth="1.7"
          strokeLinecap="round"
          fill="none"
        />
        <path
          d="M9.8 12.5c-.9 5-1 9-.5 14"
          stroke="#fff"
          strokeOpacity=".45"
          strokeWidth="1.6"
          strokeLinecap="round"
          fill="none"
        />
      </g>
    </svg>
  )
}
