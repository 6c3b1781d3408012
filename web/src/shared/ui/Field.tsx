import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '~/shared/lib/cn'

type FieldProps = {
  label: string
  hint?: ReactNode
  /** The message shown below the field. */
  error?: string
  className?: string
  hideLabel?: boolean
}

type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export function Label({ className, children, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: htmlFor comes with the props
    <label className={cn('font-semibold text-sm', className)} {...rest}>
      {children}
    </label>
  )
}

/** A label, a control, its hint and its error, connected by ARIA attributes. */
export function Field({
  label,
  hint,
  error,
  className,
  hideLabel,
  id,
  children,
}: FieldProps & { id?: string; children: (wiring: Wiring) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <Label htmlFor={control} className={hideLabel ? 'sr-only' : undefined}>
        {label}
      </Label>
      {children({
        id: control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${control}-hint`} className="text-mute text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} className="font-medium text-danger text-sm" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export const controlClass =
  'min-h-11 w-full rounded-xl border-2 border-line bg-white px-3.5 text-base text-ink placeholder:text-mute/80 transition-colors duration-150 hover:border-mute/60 focus-visible:border-primary-deep focus-visible:outline-3 focus-visible:outline-primary/30 focus-visible:outline-offset-0 disabled:bg-paper-2 disabled:text-mute aria-invalid:border-danger'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(controlClass, className)} {...rest} />
}

function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlClass, 'py-2.5 leading-relaxed', className)} {...rest} />
}

/** The browser's native select: accessible, and a picker on phones. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={cn(controlClass, 'appearance-none pr-10', className)} {...rest}>
        {children}
      </select>
      <svg
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="m3.5 6 4.5 4.5L12.5 6" />
      </svg>
    </span>
  )
}

export function TextField({
  label,
  hint,
  error,
  className,
  hideLabel,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, className, hideLabel, id: input.id }}>
      {(wiring) => <Input {...input} {...wiring} />}
    </Field>
  )
}

export function TextareaField({
  label,
  hint,
  error,
  className,
  hideLabel,
  ...input
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, className, hideLabel, id: input.id }}>
      {(wiring) => <Textarea {...input} {...wiring} />}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  className,
  hideLabel,
  children,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error, className, hideLabel, id: select.id }}>
      {(wiring) => (
        <Select {...select} {...wiring}>
          {children}
        </Select>
      )}
    </Field>
  )
}
