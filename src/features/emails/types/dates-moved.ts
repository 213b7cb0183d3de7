/** `dates-moved`: the event has other days now, and what that means for a stay. */
import type { StayEmail, WrittenEmail } from '../definition.ts'
import { datedStay, journeyProblem } from '../shared-facts.ts'
import {
  emailWithTerms,
  fact,
  factList,
  openMoney,
  stayButtonFor,
  text,
  withAndWhere,
  YourSpots,
} from '../shared-words.ts'

type Facts = ReturnType<typeof datedStay>

export const datesMoved: StayEmail<Facts> = {
  about: 'reservation',
  dropReason: journeyProblem,
  facts: datedStay,
  words,
  attachesDates: () => true,
}

function words(facts: Facts): WrittenEmail {
  const { arrive, leave, event, open } = facts
  return emailWithTerms(facts, {
    opening: 'New dates',
    kicker: 'The dates have changed',
    preheader: `We had to move it. ${YourSpots(facts)} kept.`,
    hello: 'Hello',
    blocks: [
      text(
        `We had to move this event to new dates. ${YourSpots(facts)} kept, and so is everything you paid.`,
      ),
      factList(fact('Arrive', arrive), fact('Leave', leave), ...withAndWhere(event)),
      text(
        `The calendar file in this email has the new dates; delete the old ones.${
          open.length > 0 ? ' What is still unpaid may be due on another day now:' : ''
        }`,
      ),
      ...openMoney(open),
      stayButtonFor(facts),
      text('If you cannot come on the new dates, reply to this email, and we will find a way.'),
    ],
  })
}
