import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cn } from '~/shared/lib/cn'
import { Field, Input } from '~/shared/ui/field'
import { passwordStrength } from './strength'

/** What the form as a whole has to say. The place is always there, so that readers hear the change. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p className="flex items-start gap-2.5 rounded-2xl bg-danger/10 px-4 py-3 font-semibold text-danger">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {children}
        </p>
      )}
    </div>
  )
}

type PasswordFieldProps = ComponentProps<'input'> & {
  label: string
  error?: string
  /** Says how strong it is; it never refuses. */
  strength?: boolean
}

export function PasswordField({ label, error, strength, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState(String(input.defaultValue ?? ''))
  return (
    <Field label={label} error={error} hint={strength && typed ? <Strength password={typed} /> : undefined}>
      {(wiring) => (
        <span className="relative block">
          <Input
            maxLength={200}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className="pr-19"
            onChange={(event) => setTyped(event.target.value)}
          />
          <button
            type="button"
            aria-controls={wiring.id}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1/2 right-1 grid min-h-9 min-w-16 -translate-y-1/2 place-items-center rounded-lg font-bold text-primary-deep text-sm hover:bg-ink/6"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}

/** Tells a password manager whose password the form is about. Nobody sees it, and it is not sent. */
export function WhosePassword({ email }: { email: string | undefined }) {
  return <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
}

const tones = ['bg-danger', 'bg-amber-500', 'bg-lime-600', 'bg-success']

function Strength({ password }: { password: string }) {
  const { level, words } = passwordStrength(password)
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {tones.map((tone, i) => (
          <span
            key={tone}
            className={cn('h-1.5 flex-1 rounded-full', i <= level ? tones[level] : 'bg-line')}
          />
        ))}
      </span>
      <span>{words}</span>
    </span>
  )
}

/** A titled sheet of the dashboard. */
export function Card({
  title,
  heading: Heading = 'h3',
  aside,
  className,
  children,
}: {
  title: string
  heading?: 'h2' | 'h3'
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={cn('rounded-3xl border border-line bg-white p-5 sm:p-7', className)}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Heading className="font-display text-lg max-sm:text-base">{title}</Heading>
        {/* Its words, not its hidden edges, end where the sheet's content does. */}
        <div className="-mx-3">{aside}</div>
      </div>
      {children}
    </section>
  )
}
