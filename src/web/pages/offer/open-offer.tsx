import { useState } from 'react'
import { isLodgingMissing } from '#features/events/domain/options.ts'
import { pricedWith, priceWords } from '#features/events/ui/price.ts'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { declineOffer, type Offer } from '#features/waitlist/contract/offers.ts'
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { venue } from '#shared/venue.ts'
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
  const priced = pricedWith(event, [event.priceFrom - event.cost])
  const end = new Date(offer.expiresAt)
  const { send } = useApiMutation(declineOffer)
  const decline = async () => {
    const answer = await send({ body: { token } })
    if (answer !== null && !answer.ok && answer.code !== 'offer_over') return answer
    onDeclined()
    return null
  }
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
        {isLodgingMissing(event.options, []) && (
          <p>It costs {priceWords(event)}, lodging included. You choose your lodging with the form.</p>
        )}
        <PaymentSchedule event={priced} />
        {priced.dueNow <= 0 && <p>Nothing to pay, and no card is needed.</p>}
        <p className="button-row">
          <Button onClick={onAccept}>Accept</Button>
          <Button look="plain" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Decline
          </Button>
        </p>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Decline this spot?"
          does="Decline"
          keeps="Keep the offer"
          onConfirm={decline}
        >
          <p>The spot goes to the next in line right away. This cannot be undone.</p>
        </ConfirmDialog>
      </div>
    </Paper>
  )
}
