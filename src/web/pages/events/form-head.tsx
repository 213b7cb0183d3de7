/** What the forms of an event have in common; the waitlist's loads nothing of the sign-up's with it. */
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { EventDetails } from '#features/events/contract/events.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { TextButton } from '#ui/button.tsx'
import { paths } from '#web/paths.ts'
import { NeedsScripts } from './event-body.tsx'

/** The id of the heading of an opened form: it takes the focus when the form appears. */
export const FORM_HEADING = 'form-heading'

export interface FormHeadProps {
  title: string
  event: EventDetails
  /** A press has just opened the form: the page scrolls to it, and its heading takes the focus. */
  fresh: boolean
  /** Closes a form that has no address of its own; null: the event's page is the way back. */
  onBack: (() => void) | null
  /** Further notes before any field. */
  children?: ReactNode
}

/** Above an opened form: what it is for, which event and when, and the way back. */
export function FormHead({ title, event, fresh, onBack, children }: FormHeadProps) {
  const show = useEffectEvent(() => {
    if (fresh) showForm()
  })
  useEffect(() => show(), [])
  return (
    <header className="form-head">
      <h2 id={FORM_HEADING} tabIndex={-1} data-page-heading>
        {title}
      </h2>
      <p>
        {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}. {children}{' '}
        {onBack ? (
          <TextButton onClick={onBack}>Back to the event</TextButton>
        ) : (
          <Link to={paths.event(event.urlName)}>Back to the event</Link>
        )}
      </p>
      <noscript>
        <NeedsScripts />
      </noscript>
    </header>
  )
}

/** The sign-up button scrolls the page to 200px; the form's heading takes the focus (R10.8). */
function showForm() {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 200, behavior: calm ? 'instant' : 'smooth' })
  document.getElementById(FORM_HEADING)?.focus({ preventScroll: true })
}
