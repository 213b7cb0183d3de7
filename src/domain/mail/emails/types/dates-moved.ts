/** `dates-moved`: tells guests that the event has new days, and what changes for them. */
import { reservationEmail } from '../definition.ts'
import { datedStay, journeyProblem } from '../shared-facts.ts'
import {
  arriveAndLeave,
  emailWithTerms,
  NEW_DATES,
  openMoney,
  stayButtonFor,
  text,
  YourSpots,
} from '../shared-words.ts'

export const datesMoved = reservationEmail({
  dropReason: journeyProblem,
  facts: datedStay,
  words(facts) {
    const { open } = facts
    return emailWithTerms(facts, {
      opening: 'New dates',
      kicker: 'The dates have changed',
      preheader: `We had to move it. ${YourSpots(facts)} kept.`,
      hello: 'Hello',
      blocks: [
        text(
          `We had to move this event to new dates. ${YourSpots(facts)} kept, and so is everything you paid.`,
        ),
        arriveAndLeave(facts),
        text(
          open.length > 0 ? `${NEW_DATES} What is still unpaid may be due on another day now:` : NEW_DATES,
        ),
        ...openMoney(open),
        stayButtonFor(facts),
        text('If you cannot come on the new dates, reply to this email, and we will find a way.'),
      ],
    })
  },
  attachesDates: () => true,
})
