import type { TakeOver } from '#features/booking/contract/replacement.ts'
import { EventFacts } from '#features/events/ui/event-facts.tsx'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import { Paper } from '#ui/paper.tsx'
import { NeedsScripts } from '../events/event-body.tsx'
import './take-over.css'

interface PassedOnSpotProps extends TakeOver {
  onBook: () => void
  onLookAgain: () => void
}

/** The purpose of the link, the cost, and the way in; or why there is none any more. */
export function PassedOnSpot({ event, state, onBook, onLookAgain }: PassedOnSpotProps) {
  if (state === 'booking')
    return (
      <Paper over>
        <Alert tone="warn" title="Somebody is booking this spot at this moment.">
          <p>If they do not pay in time, it is free to take again. Check back later: the link stays good.</p>
          <Button look="plain" onClick={onLookAgain}>
            Look again
          </Button>
        </Alert>
      </Paper>
    )
  if (state !== 'open')
    return (
      <Paper over>
        <Alert tone="warn" title={OVER[state][0]}>
          <p>{OVER[state][1]}</p>
        </Alert>
        <p className="button-row">
          <LinkButton to={paths.events}>See what else is on</LinkButton>
        </p>
      </Paper>
    )
  return (
    <Paper over labelledBy="take-over" className="take-over">
      <h2 id="take-over">A spot is passed on to you.</h2>
      <p>
        Somebody cannot come and would like you to have their spot. Book it here, and it is yours: at the
        usual price, with your own private page. What they paid is settled between them and us.
      </p>
      {event.shortDescription && <p>{event.shortDescription}</p>}
      <EventFacts event={event} location={venue.location} />
      <PaymentSchedule event={event} />
      <p className="button-row">
        <Button onClick={onBook}>Book this spot</Button>
        {!event.private && (
          <LinkButton to={paths.event(event.urlName)} look="plain">
            More about the retreat
          </LinkButton>
        )}
      </p>
      <noscript>
        <NeedsScripts />
      </noscript>
    </Paper>
  )
}

const OVER: Record<Exclude<TakeOver['state'], 'open' | 'booking'>, [title: string, text: string]> = {
  taken: ['This spot has been booked.', 'If that was you, the link to your private page is in your email.'],
  withdrawn: [
    'This spot is not being passed on any more.',
    'Whoever sent you the link has changed their plans.',
  ],
  started: ['This retreat has already started.', 'There will be others.'],
  cancelled: ['This retreat has been canceled.', 'We are sorry. Nothing can be booked by this link.'],
}
