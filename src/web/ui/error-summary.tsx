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
}

/**
 * What stands in the way of a form, at its top. Takes the focus when it appears; give it the number of the
 * try as its `key`, so that each new one does: `<ErrorSummary key={submitCount} title="…" errors={[…]} />`
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <p className="summary-title">{title}</p>
      {errors && errors.length > 0 && (
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
