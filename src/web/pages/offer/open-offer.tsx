import { useState } from 'react'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { declineOffer, type Offer } from '#features/waitlist/contract/offers.ts'
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { venue } from '#shared/venue.ts'
import { browserCall } from '#web/browser-call.ts'
import { Paper } from '#ui/paper.tsx'

interface OpenOfferProps {
  token: string
  offer: Offer
  onAccept: () => void
  onDeclined: () => void
}

const HEADING = 'offer-heading'

/** The open offer: the spot, its cost and its end; and the two buttons. */
export function OpenOffer({ token, offer, onAccept, onDeclined }: OpenOfferProps) {
  const [asking, setAsking] = useState(false)
  const { event } = offer
  const end = new Date(offer.expiresAt)
  return (
    <Paper over labelledBy={HEADING}>
      <div className="offer" data-hydrate>
        <h2 id={HEADING}>It is held for you</h2>
        <p>
          Until{' '}
          <strong>
            {formatDay(ranchDay(end))}, {formatTime(end)}
          </strong>{' '}
          on the clock at the ranch. After that it goes to the next in line.
        </p>
        <dl className="offer-facts">
          <dt>Arrive</dt>
          <dd>{event.startDate}</dd>
          <dt>Leave</dt>
          <dd>{event.endDate}</dd>
          {event.host && (
            <>
              <dt>With</dt>
              <dd>{event.host}</dd>
            </>
          )}
          <dt>Where</dt>
          <dd>{venue.location}</dd>
        </dl>
        <PaymentSchedule event={event} />
        {event.dueNow <= 0 && <p>Nothing to pay, and no card is needed.</p>}
        <p className="button-row">
          <Button onClick={onAccept}>Accept</Button>
          <Button look="plain" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Decline
          </Button>
        </p>
        <Dialog open={asking} onClose={() => setAsking(false)} title="Decline this spot?" backdrop="static">
          {asking && <Decline token={token} onKeep={() => setAsking(false)} onDeclined={onDeclined} />}
        </Dialog>
      </div>
    </Paper>
  )
}

interface DeclineProps {
  token: string
  onKeep: () => void
  onDeclined: () => void
}

function Decline({ token, onKeep, onDeclined }: DeclineProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const decline = async () => {
    setBusy(true)
    const declined = await browserCall(declineOffer, { body: { token } })
    setBusy(false)
    if (declined.ok || declined.code === 'offer_over') return onDeclined()
    setRefused(declined.message)
  }
  return (
    <>
      <p>The spot goes to the next in line right away. This cannot be undone.</p>
      {refused && <Alert tone="bad" title={refused} />}
      <div className="button-row">
        <Button look="plain" onClick={onKeep}>
          Keep the offer
        </Button>
        <Button busy={busy} onClick={() => void decline()}>
          {' '}
          Decline{' '}
        </Button>
      </div>
    </>
  )
}
