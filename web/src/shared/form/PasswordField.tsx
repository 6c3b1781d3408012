import { type ComponentProps, useState } from 'react'
import { cn } from '~/shared/lib/cn'
import { useBrand } from '~/shared/lib/settings'
import { Field, Input } from '~/shared/ui/Field'
import { passwordStrength } from './password-strength'

type PasswordFieldProps = ComponentProps<'input'> & {
  label: string
  error?: string
  /** Shows how strong the password is, which has at least so many characters; it never refuses one. */
  strength?: number
}

export function PasswordField({ label, error, strength, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState(String(input.defaultValue ?? ''))
  return (
    <Field
      label={label}
      error={error}
      hint={strength && typed ? <Strength password={typed} least={strength} /> : undefined}
    >
      {(wiring) => (
        <span className="relative block">
          <Input
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

/** Tells a password manager whose password the form asks for. It is hidden and not sent. */
export function PasswordOwner({ email }: { email: string | undefined }) {
  return <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
}

const tones = ['bg-danger', 'bg-amber-500', 'bg-lime-600', 'bg-success']

function Strength({ password, least }: { password: string; least: number }) {
  const { level, words } = passwordStrength(password, least, useBrand())
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
