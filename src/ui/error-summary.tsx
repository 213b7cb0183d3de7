import { Alert } from './alert.tsx'

export interface Problem {
  /** The id of the control. */
  id: string
  label: string
  message: string
}

interface ErrorSummaryProps {
  problems: Problem[]
  id?: string
}

/** All that is wrong in one place, each a link to its field; takes the focus when a submit was refused. */
export function ErrorSummary({ problems, ...alert }: ErrorSummaryProps) {
  return (
    <Alert tone="bad" title="Please fill in all required information" {...alert}>
      <ul>
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                visit(id)
              }}
            >
              {label}: {message}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Brings the field into view, clear of the fixed header, and puts the cursor in it. */
export function visit(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  const frame = field?.querySelector('iframe')
  ;(frame ?? field)?.focus({ preventScroll: true })
}
