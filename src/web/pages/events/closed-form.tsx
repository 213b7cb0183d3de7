import type { EventDetails, EventSummary } from '#features/events/contract/events.ts'
import { CANCELLED, callToAction, FULL } from '#features/events/ui/availability.ts'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Paper } from '#ui/paper.tsx'
import { paths } from '#web/paths.ts'
import { EventDescription } from './event-body.tsx'
import { OtherEvents } from './event-cards.tsx'

/** At the address of a form that the event does not have now: why not, the way that is open instead, and the event. */
export function ClosedForm({ event, others }: { event: EventDetails; others: EventSummary[] }) {
  const action = callToAction(event)
  return (
    <>
      <Paper over>
        {action === 'sign_up' && (
          <Alert tone="good" title="There is a spot free.">
            <p>No need to wait for one: you can sign up now.</p>
            <LinkButton to={paths.signUp(event.urlName)}>Sign up</LinkButton>
          </Alert>
        )}
        {action === 'waitlist' && (
          <Alert tone="warn" title="No spaces left">
            <p>All spots are taken. Join the waitlist, and we write to you when one comes free.</p>
            <LinkButton to={paths.joinWaitlist(event.urlName)}>Join the waitlist</LinkButton>
          </Alert>
        )}
        {action === 'full' && <Alert tone="warn" title={FULL} />}
        {action === 'cancelled' && <Alert tone="warn" title={CANCELLED} />}
        {action === 'none' && <Alert tone="warn" title="Sign-up is closed." />}
      </Paper>
      <EventDescription event={event} onAct={null} />
      <OtherEvents events={others} />
    </>
  )
}
