/**
 * Components that the sign-up form and the waitlist form share. They import no code of the sign-up, so that
 * the waitlist form stays small.
 */
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { EventDetails, EventSummary } from '#domain/events/contract/events.ts'
import { CANCELLED, eventAction, FULL, NOT_PUBLISHED } from '#app/public/event/availability.tsx'
import { formatDayRange } from '#shared/format-days.ts'
import { Alert } from '#app/ui/alert.tsx'
import { TextButton, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import { NeedsScripts, EventDescription } from '../event/event-body.tsx'
import { OtherEvents } from '../events/event-cards.tsx'
import { Text } from '#app/ui/text.tsx'

export const FORM_HEADING = 'form-heading'

export interface FormHeadProps {
  title: string
  event: EventDetails
  fresh: boolean
  /**
   * Closes the form. Null for a form with an address of its own, because its back link leads to the event's
   * page.
   */
  onBack: (() => void) | null
  children?: ReactNode
}

/** Renders the top of an opened form: title, event, dates and the back link. */
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
        <Text>
          {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}.
        </Text>{' '}
        <span>{children}</span>{' '}
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

/** Scrolls the page to 200 px below its top and focuses its heading (R10.8). */
function showForm() {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 200, behavior: calm ? 'instant' : 'smooth' })
  document.getElementById(FORM_HEADING)?.focus({ preventScroll: true })
}

/**
 * Renders the page of a form that the event does not offer now: the reason, what the visitor can do instead,
 * and the event itself.
 */
export function ClosedForm({ event, others }: { event: EventDetails; others: EventSummary[] }) {
  const action = eventAction(event)
  return (
    <>
      <Panel over>
        {action === 'sign_up' && (
          <Alert tone="good" title="A spot is free.">
            <p>No need to wait: you can sign up now.</p>
            <LinkButton to={paths.signUp(event.urlName)}>Sign up</LinkButton>
          </Alert>
        )}
        {action === 'waitlist' && (
          <Alert tone="warn" title="No spaces left">
            <p>All spots are taken. Join the waitlist, and we’ll email you when one opens.</p>
            <LinkButton to={paths.joinWaitlist(event.urlName)}>Join the waitlist</LinkButton>
          </Alert>
        )}
        {action === 'full' && <Alert tone="warn" title={FULL} />}
        {action === 'cancelled' && <Alert tone="warn" title={CANCELLED} />}
        {action === 'unpublished' && <Alert tone="warn" title={NOT_PUBLISHED} />}
        {action === 'none' && <Alert tone="warn" title="Sign-up is closed." />}
      </Panel>
      <EventDescription event={event} onAct={null} />
      <OtherEvents events={others} />
    </>
  )
}
