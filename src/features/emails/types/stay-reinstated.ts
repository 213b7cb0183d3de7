/** `stay-reinstated`: a cancellation was undone, so the guest is coming after all (R30.6). */
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
} from '../shared-words.ts'

type Facts = ReturnType<typeof datedStay>

export const stayReinstated: StayEmail<Facts> = {
  about: 'reservation',
  dropReason: journeyProblem,
  facts: datedStay,
  words,
  attachesDates: () => true,
}

function words(facts: Facts): WrittenEmail {
  const { arrive, leave, event, open } = facts
  return emailWithTerms(facts, {
    opening: 'Your stay is on again',
    preheader: 'It is no longer canceled. Your spot is yours.',
    hello: 'Hello',
    blocks: [
      text('Your stay is no longer canceled: your spot is yours again, and what you paid counts as before.'),
      factList(fact('Arrive', arrive), fact('Leave', leave), ...withAndWhere(event)),
      ...(open.length > 0 ? [text('This is left to pay:'), ...openMoney(open)] : []),
      stayButtonFor(facts),
      text('If this is not what you wanted, reply to this email, and we will find a way.'),
    ],
  })
}
