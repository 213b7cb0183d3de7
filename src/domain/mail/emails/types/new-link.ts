/** `new-link`: sends a guest the new link to their page, for example after their address was corrected (R44.8). */
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { comingStay } from '../shared-facts.ts'
import { emailWithTerms, linksToHandOn, NOT_WANTED, stayButton, text, whenAndWhere } from '../shared-words.ts'

export const newLink = reservationEmail({
  /** Also sent after a cancellation, because the page shows the refund. */
  dropReason: ({ rows: { reservation } }) =>
    reservation.status === 'confirmed' || reservation.status === 'cancelled' ? null : 'not_confirmed',
  facts: (source: ReservationSource) => comingStay(source),
  words(facts) {
    const { event, companions } = facts
    return emailWithTerms(facts, {
      opening: 'Your new private link',
      preheader: 'The link to your page is new. Older links no longer work.',
      blocks: [
        text(
          'The page of your stay has a new link. Older links to it no longer work, wherever we sent them, and nothing else about your stay has changed.',
        ),
        stayButton('See your stay', facts.links),
        whenAndWhere(event),
        ...linksToHandOn(companions),
        NOT_WANTED,
      ],
    })
  },
})
