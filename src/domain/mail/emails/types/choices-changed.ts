/** `choices-changed`: lists a guest's changed choices and the resulting amounts (R37.7). */
import { reservationEmail } from '../definition.ts'
import { comingStayProblem, pricedStay } from '../shared-facts.ts'
import {
  choiceFacts,
  emailWithTerms,
  fact,
  factList,
  NOT_WANTED,
  paidAndOpen,
  stayButtonFor,
  text,
  when,
} from '../shared-words.ts'

export const choicesChanged = reservationEmail({
  dropReason: comingStayProblem,
  facts: pricedStay,
  words(facts) {
    const { event, choices } = facts
    const chosen = choices.length > 0 ? choiceFacts(choices) : [fact('You chose', 'Nothing extra')]
    return emailWithTerms(facts, {
      opening: 'Your choices',
      preheader: 'What you chose for your stay has changed.',
      hello: 'Hello',
      blocks: [
        text('This is what you have chosen for your stay now, and what it costs.'),
        factList(when(event), ...chosen),
        paidAndOpen(facts),
        stayButtonFor(facts),
        NOT_WANTED,
      ],
    })
  },
})
