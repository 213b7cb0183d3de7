/** `pays-now`: tells a guest that they now pay for their party, with all its invoices, and what is open (R39.9). */
import { isActive } from '#shared/reservation-status.ts'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { comingStay } from '../shared-facts.ts'
import {
  companionMoney,
  emailWithTerms,
  linksToHandOn,
  openMoney,
  stayButtonFor,
  text,
} from '../shared-words.ts'

export const paysNow = reservationEmail({
  /** Also sent for held spots, because the new payer must pay before the hold ends. */
  dropReason({ rows: { reservation, event } }) {
    if (!isActive(reservation.status)) return 'not_standing'
    if (event.cancelledAt !== null) return 'event_cancelled'
    return reservation.partyId === reservation.id ? null : 'not_payer'
  },
  facts: (source: ReservationSource) => comingStay(source),
  words(facts) {
    const { open, companions } = facts
    const whom = companions.length === 0 ? 'for your party' : 'for all of you'
    const still = open.length === 0 ? 'Nothing is left to pay.' : 'This is still due:'
    return emailWithTerms(facts, {
      opening: 'You pay from now on',
      preheader: `You pay ${whom} from now on.`,
      hello: 'Hello',
      blocks: [
        text(
          `You pay ${whom} from now on. All invoices are in your name now, also those that are paid: what somebody else paid stays paid. ${still}`,
        ),
        ...openMoney(open),
        stayButtonFor(facts),
        ...companionMoney(facts),
        ...linksToHandOn(companions),
        text('You did not agree to this? Just reply to this email, and we will find a way.'),
      ],
    })
  },
})
