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

/** The open offer: the spots, their cost and their end; and the two buttons. */
export function OpenOffer({ token, offer, onAccept, onDeclined }: OpenOfferProps) {
  const [asking, setAsking] = useState(false)
  const { event, size } = offer
  const one = size === 1
  const least = event.priceFrom - event.cost
  const priced = pricedWith(
    event,
    Array.from({ length: size }, () => least),
  )
  const people = Array.from({ length: one ? 0 : size }, (_, nth) => ({
    guest: nth,
    name: nth === 0 ? 'You' : `Guest ${nth + 1}`,
    amount: event.priceFrom,
  }))
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
        <h2 id={HEADING}>{one ? 'It is held for you' : 'They are held for you'}</h2>
        <p>
          Until{' '}
          <strong>
            {formatDay(ranchDay(end))}, {formatTime(end)}
          </strong>{' '}
          on the clock at the ranch. After that {one ? 'it goes' : 'they go'} to the next in line.
        </p>
        {!one && (
          <p>
            You name the others with the form. Fewer of you by now? Take as many as you need there; the rest
            goes to the next in line.
          </p>
        )}
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
          <p>
            {one ? 'It costs' : 'Each costs'} {priceWords(event)}, lodging included. You choose your lodging
            with the form.
          </p>
        )}
        <PaymentSchedule event={priced} people={people} />
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
          title={one ? 'Decline this spot?' : `Decline these ${size} spots?`}
          does="Decline"
          keeps="Keep the offer"
          onConfirm={decline}
        >
          <p>{one ? 'The spot goes' : 'They go'} to the next in line right away. This cannot be undone.</p>
        </ConfirmDialog>
      </div>
    </Paper>
  )
}
