import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { Spinner } from './Spinner'

type Variant = 'primary' | 'hot' | 'ink' | 'outline' | 'outline-ink' | 'ghost' | 'danger'
type Size = 'sm' | 'md' | 'lg' | 'icon'

const variants: Record<Variant, string> = {
  primary: 'bg-primary text-on-primary hover:brightness-110',
  // The main action of a screen.
  hot: 'bg-secondary text-on-secondary shadow-[0_0_2rem_-0.4rem_var(--secondary)] hover:brightness-110 hover:shadow-[0_0_2.6rem_-0.2rem_var(--secondary)]',
  ink: 'bg-ink text-paper hover:bg-ink-3',
  outline: 'border-2 border-ink/80 text-ink hover:bg-ink hover:text-paper',
  'outline-ink': 'border-2 border-paper/50 text-paper hover:border-paper hover:bg-paper hover:text-ink',
  ghost: 'text-ink hover:bg-ink/8',
  danger: 'bg-danger text-white hover:brightness-110',
}

const sizes: Record<Size, string> = {
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 text-[0.95rem]',
  lg: 'min-h-13 px-7 text-base',
  icon: 'size-11',
}

type Look = { variant?: Variant; size?: Size; className?: string }

/** The classes of a button, for other elements that look like one: an external link, a file field's label. */
export function buttonClass({ variant = 'primary', size = 'md', className }: Look = {}) {
  return cn(
    'inline-flex select-none items-center justify-center gap-2 rounded-full font-bold leading-tight transition-[background-color,color,border-color,box-shadow,filter,transform] duration-150 active:scale-[0.97] disabled:pointer-events-none disabled:opacity-45 disabled:shadow-none aria-disabled:pointer-events-none aria-disabled:opacity-45 aria-disabled:shadow-none',
    variants[variant],
    sizes[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows a spinner and ignores clicks. */
    busy?: boolean
  }

const ignoreClick = (event: MouseEvent) => event.preventDefault()

export function Button({ variant, size, className, busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, className })}
      aria-busy={busy || undefined}
      // Not `disabled`: whoever pressed it by keyboard would lose the focus.
      aria-disabled={busy || undefined}
      onClick={busy ? ignoreClick : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link className={buttonClass({ variant, size, className })} {...rest} />
}
