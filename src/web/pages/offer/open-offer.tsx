import { isLodgingMissing } from '#features/events/domain/offered-options.ts'
import { pricedWith, priceWords } from '#features/events/ui/price.ts'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { declineOffer, type Offer } from '#features/waitlist/contract/offers.ts'
import { formatInstant } from '#shared/format-days.ts'
import { Button } from '#ui/button.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { venue } from '#shared/venue.ts'
import { Paper } from '#ui/paper.tsx'
import { ConfirmButton } from '#ui/dialog-buttons.tsx'

interface OpenOfferProps {
  token: string
  offer: Offer
  onAccept: () => void
  onDeclined: () => void
}

const HEADING = 'offer-heading'

/** The open offer: the spots, their cost and their end; and the two buttons. */
export function OpenOffer({ token, offer, onAccept, onDeclined }: OpenOfferProps) {
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
  const { send } = useApiMutation(declineOffer)
  const decline = async () => {
    const answer = await send({ body: { token } })
    return answer !== null && !answer.ok && answer.code === 'offer_over' ? null : answer
  }
  return (
    <Paper over labelledBy={HEADING}>
      <div className="offer" data-hydrate>
        <h2 id={HEADING}>{one ? 'It is held for you' : 'They are held for you'}</h2>
        <p>
          Until <strong>{formatInstant(offer.expiresAt)}</strong> on the clock at the ranch. After that{' '}
          {one ? 'it goes' : 'they go'} to the next in line.
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
        <div className="button-row">
          <Button onClick={onAccept}>Accept</Button>
          <ConfirmButton
            label="Decline"
            title={one ? 'Decline this spot?' : `Decline these ${size} spots?`}
            does="Decline"
            keeps="Keep the offer"
            onConfirm={decline}
            onDone={onDeclined}
          >
            <p>{one ? 'The spot goes' : 'They go'} to the next in line right away. This cannot be undone.</p>
          </ConfirmButton>
        </div>
      </div>
    </Paper>
  )
}
