import { Slot } from '@radix-ui/react-slot'
import type { ComponentProps } from 'react'
import { cn } from '~/shared/lib/cn'
import { Spinner } from './spinner'

type Variant = 'primary' | 'hot' | 'ink' | 'outline' | 'outline-ink' | 'ghost' | 'danger'
type Size = 'sm' | 'md' | 'lg' | 'icon'

const variants: Record<Variant, string> = {
  primary: 'bg-primary text-on-primary hover:brightness-110',
  // The one button that matters on a screen.
  hot: 'bg-secondary text-on-secondary shadow-[0_0_2rem_-0.4rem_var(--secondary)] hover:brightness-110 hover:shadow-[0_0_2.6rem_-0.2rem_var(--secondary)]',
  ink: 'bg-ink text-paper hover:bg-ink-3',
  outline: 'border-2 border-ink/80 text-ink hover:bg-ink hover:text-paper',
  'outline-ink': 'border-2 border-paper/50 text-paper hover:border-paper hover:bg-paper hover:text-ink',
  ghost: 'text-ink hover:bg-ink/8',
  danger: 'bg-danger text-white hover:brightness-110',
}

const sizes: Record<Size, string> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5 text-[0.95rem]',
  lg: 'min-h-13 px-7 text-base',
  icon: 'size-11',
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  size?: Size
  /** Shows a spinner and takes no clicks. */
  busy?: boolean
  /** Lends the look to its only child, a link for instance. */
  asChild?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  asChild = false,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const classes = cn(
    'inline-flex select-none items-center justify-center gap-2 rounded-full font-bold leading-tight transition-[background-color,color,border-color,box-shadow,filter,transform] duration-150 active:scale-[0.97] disabled:pointer-events-none disabled:opacity-45 disabled:shadow-none',
    variants[variant],
    sizes[size],
    className,
  )
  if (asChild) {
    return (
      <Slot className={classes} {...rest}>
        {children}
      </Slot>
    )
  }
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
