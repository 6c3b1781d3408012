import { cn } from '~/shared/lib/cn'
import type { SignName } from '~/shared/lib/signs'
import drawings from './signs.svg'

type NeonSignProps = {
  name: SignName
  /** Without one it has the color of the text around it. */
  color?: string
  className?: string
}

/** A neon sign. The drawings are a file of their own, which only a page with a sign loads, also where its style hides the sign. */
export function NeonSign({ name, color, className }: NeonSignProps) {
  return (
    <svg
      viewBox="0 0 120 116"
      className={cn('neon-tube', className)}
      style={color ? { color } : undefined}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
