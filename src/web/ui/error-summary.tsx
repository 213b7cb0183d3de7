import { useEffect, useRef } from 'react'
import './error-summary.css'

export interface SummaryError {
  /** The field's id, which the line leads to; without it the line is plain text. */
  id?: string
  message: string
}

interface ErrorSummaryProps {
  /** Said first, for example 'Please fill in all required information'. */
  title: string
  errors?: SummaryError[]
  /** Counts the tries to submit: each new one takes the focus again. */
  attempt?: number
}

/** What stands in the way of a form, at its top; takes the focus when it appears and at each new try. */
export function ErrorSummary({ title, errors = [], attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [attempt])
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <p className="summary-title">{title}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error.id ?? error.message}>
              {error.id ? <a href={`#${error.id}`}>{error.message}</a> : error.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
