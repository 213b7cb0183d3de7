import type { EventDetails } from '#features/events/contract/events.ts'
import { callToAction, CANCELLED, FULL } from '#features/events/ui/availability.ts'
import { AvailabilityChip } from '#features/events/ui/availability-chip.tsx'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { priceWords } from '#features/events/ui/price.ts'
import { venue } from '#shared/venue.ts'
import { ActionButton, keptAs } from './action-button.tsx'
import './buy-box.css'

interface BuyBoxProps {
  event: EventDetails
  /** Null: this guest has just signed up, so nothing is asked for. */
  onAct: (() => void) | null
  /** The button is fixed at the screen's lower edge instead (PDF events). */
  buttonElsewhere?: boolean
}

/** Price, place, spots left and the call to action: on a phone all of it is on the first screen (R17.8). */
export function BuyBox({ event, onAct, buttonElsewhere = false }: BuyBoxProps) {
  const price = priceWords(event.cost)
  const action = callToAction(event)
  const over = action === 'none' || action === 'cancelled'
  return (
    <aside className="buy-box on-sheet" data-late={keptAs(event)} aria-label="Price and sign-up">
      <div className="buy-box-top">
        {price && (
          <p className="buy-box-price">
            {price}
            {event.cost > 0 && <span> per person</span>}
          </p>
        )}
        {!over && <AvailabilityChip event={event} />}
      </div>
      <p className="buy-box-place">{venue.location}</p>
      {action === 'none' && <p>Sign-up is closed.</p>}
      {action === 'cancelled' && (
        <p>
          <strong>{CANCELLED}</strong>
        </p>
      )}
      {action === 'full' && <p>{FULL}</p>}
      {!buttonElsewhere && (
        <ActionButton
          event={event}
          onAct={onAct}
          words={{ sign_up: 'Sign up', waitlist: 'Join the waitlist' }}
        />
      )}
      {onAct && !over && <PaymentSchedule event={event} />}
    </aside>
  )
}
