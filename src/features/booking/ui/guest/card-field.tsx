import type { ReactNode } from 'react'
import { FieldError } from '#ui/field.tsx'

interface CardFieldProps {
  id: string
  label: string
  /** The provider's words. */
  error: string | undefined
  children: ReactNode
}

/** One of the provider's frames in the look of our own fields. */
export function CardField({ id, label, error, children }: CardFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      <div role="alert">
        <FieldError id={id} error={error} />
      </div>
    </div>
  )
}
