/** `stay-moved`: tells a guest that they were moved to another event, and what changes in their payments (R30.4). */
import { formatMoney } from '#shared/money.ts'
import { type Block, reservationEmail, type ReservationSource } from '../definition.ts'
import { datedStay, journeyProblem, stayMoney } from '../shared-facts.ts'
import {
  arriveAndLeave,
  emailWithTerms,
  NEW_DATES,
  NOT_WANTED,
  openMoney,
  stayButtonFor,
  text,
} from '../shared-words.ts'

export const stayMoved = reservationEmail({
  dropReason: journeyProblem,
  facts: factsOf,
  words(facts) {
    return emailWithTerms(facts, {
      opening: 'Your stay has moved',
      kicker: 'You are coming to',
      preheader: 'Your spot at this retreat is yours.',
      hello: 'Hello',
      blocks: [
        text('We have moved your stay to this retreat, and your spot is yours.'),
        arriveAndLeave(facts),
        text(NEW_DATES),
        ...money(facts),
        stayButtonFor(facts),
        NOT_WANTED,
      ],
    })
  },
  attachesDates: () => true,
})

function factsOf(source: ReservationSource) {
  const { totalPaid, credit } = stayMoney(source)
  return { ...datedStay(source), totalPaid, credit }
}

function money({ totalPaid, credit, open }: ReturnType<typeof factsOf>): Block[] {
  const counts = totalPaid > 0 ? `The ${formatMoney(totalPaid)} that you paid counts for this stay.` : ''
  if (open.length > 0) return [text(`${counts} This is left to pay:`.trim()), ...openMoney(open)]
  const more = credit > 0 ? ` That is ${formatMoney(credit)} more than it costs; we will sort that out.` : ''
  return counts === '' ? [] : [text(`${counts}${more}`)]
}
