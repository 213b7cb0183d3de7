import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { EventDetails } from '#features/events/contract/events.ts'
import { formatDayRange } from '#shared/days.ts'
import { TextButton } from '#ui/button.tsx'
import './form-head.css'

/** The id of the heading of an opened form: it takes the focus when the form appears. */
export const FORM_HEADING = 'form-heading'

interface FormHeadProps {
  title: string
  event: EventDetails
  /** Closes the form. */
  onBack: () => void
  /** Further notes before any field. */
  children?: ReactNode
}

/** Above an opened form: what it is for, which event and when, and the way back. */
export function FormHead({ title, event, onBack, children }: FormHeadProps) {
  return (
    <header className="form-head">
      <h2 id={FORM_HEADING} tabIndex={-1}>
        {title}
      </h2>
      <p>
        {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}. {children}{' '}
        <TextButton onClick={() => leave(onBack)}>Back to the event</TextButton>
      </p>
    </header>
  )
}

/** The button goes with its form: the focus goes to the page that is there again. */
function leave(onBack: () => void) {
  flushSync(onBack)
  document.getElementById('main')?.focus({ preventScroll: true })
}
