/** `stay-reinstated`: tells a guest that their cancellation was undone (R30.6). */
import { reservationEmail } from '../definition.ts'
import { datedStay, journeyProblem } from '../shared-facts.ts'
import {
  arriveAndLeave,
  emailWithTerms,
  NOT_WANTED,
  openMoney,
  stayButtonFor,
  text,
} from '../shared-words.ts'

export const stayReinstated = reservationEmail({
  dropReason: journeyProblem,
  facts: (source) => ({
    ...datedStay(source),
    /** True if the cancellation removed the card saved for the remainder (R42). */
    cardForgotten: source.rows.cardForgotten,
  }),
  words(facts) {
    const { open, cardForgotten } = facts
    return emailWithTerms(facts, {
      opening: 'Your stay is on again',
      preheader: 'It is no longer canceled. Your spot is yours.',
      hello: 'Hello',
      blocks: [
        text(
          'Your stay is no longer canceled: your spot is yours again, and what you paid counts as before.',
        ),
        arriveAndLeave(facts),
        ...(open.length > 0 ? [text('This is left to pay:'), ...openMoney(open)] : []),
        open.length > 0 &&
          cardForgotten &&
          text(
            'We no longer keep the card that you let us charge, so please pay the rest yourself on your page.',
          ),
        stayButtonFor(facts),
        NOT_WANTED,
      ],
    })
  },
  attachesDates: () => true,
})
