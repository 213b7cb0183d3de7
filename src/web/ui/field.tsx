import { useId, type ComponentProps, type ReactNode } from 'react'
import './field.css'

interface Described {
  label: ReactNode
  /** Shown under the label before anything is wrong. */
  hint?: ReactNode
  /** What is wrong, in words; also marks the field for screen readers. */
  error?: string
  /** Adds "(optional)" to the label; a field without it is required. */
  optional?: boolean
}

export interface FieldProps extends Described {
  /** The field's id; made when left out. An error summary links to it. */
  id?: string
  className?: string
  /** Draws the control; give it these attributes. */
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
    'aria-required': true | undefined
  }) => ReactNode
}

/** Any control with its label, hint and error: `<Field label="Card number" error={words}>{(control) => <div {...control} />}</Field>` */
export function Field({ id, label, hint, error, optional = false, className = '', children }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const described = [hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-wrong' : ''} ${className}`}>
      <label className="field-label" htmlFor={own}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: own,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': optional ? undefined : true,
      })}
      <FieldError id={`${own}-error`} error={error} />
    </div>
  )
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="field-error" id={id}>
      {error}
    </p>
  )
}

type InputProps = Described & Omit<ComponentProps<'input'>, keyof Described>

/** `<TextField label="Email" type="email" autoComplete="email" error={…} {...register('email')} />` */
export function TextField({ label, hint, error, optional, id, className, ...input }: InputProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => <input type="text" {...input} {...control} className="field-input" />}
    </Field>
  )
}

type AreaProps = Described & Omit<ComponentProps<'textarea'>, keyof Described>

/** Like `TextField`, of several lines; it grows with what is typed. */
export function TextAreaField({ label, hint, error, optional, id, className, ...area }: AreaProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => <textarea rows={3} {...area} {...control} className="field-input field-area" />}
    </Field>
  )
}

/** A box to tick with its words beside it: `<CheckField label="I agree to …" {...register('safetyConsent')} />` */
export function CheckField({
  label,
  hint,
  error,
  optional = false,
  id,
  className = '',
  ...input
}: InputProps) {
  const made = useId()
  const own = id ?? made
  const described = [hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-wrong' : ''} ${className}`}>
      <label className="field-check" htmlFor={own}>
        <input
          type="checkbox"
          {...input}
          id={own}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          aria-required={optional ? undefined : true}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field-hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${own}-error`} error={error} />
    </div>
  )
}
