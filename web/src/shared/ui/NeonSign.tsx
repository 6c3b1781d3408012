import { cn } from '~/shared/lib/cn'
import type { SignName } from '~/shared/lib/signs'
import drawings from './signs.svg'

type NeonSignProps = {
  name: SignName
  /** Its color; without one, the color of the text around it. */
  light?: string
  className?: string
}

/** A neon sign. The drawings are a file of their own, which only a page that shows one loads. */
export function NeonSign({ name, light, className }: NeonSignProps) {
  return (
    <svg
      viewBox="0 0 120 116"
      className={cn('neon-tube', className)}
      style={light ? { color: light } : undefined}
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
