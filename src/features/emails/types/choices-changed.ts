/** `choices-changed`: what a guest has chosen of what the event offers is another now, and what that means for their money (R37.7). */
import { stayEmail } from '../definition.ts'
import { comingStay, comingStayProblem, stayMoney } from '../shared-facts.ts'
import {
  choiceFacts,
  emailWithTerms,
  fact,
  factList,
  NOT_WANTED,
  openLines,
  stayButtonFor,
  text,
  totalled,
  when,
} from '../shared-words.ts'

export const choicesChanged = stayEmail({
  dropReason: comingStayProblem,
  facts(source) {
    const { totalPaid, totalDue } = stayMoney(source)
    return { ...comingStay(source), totalPaid, totalDue }
  },
  words(facts) {
    const { event, choices, open, totalPaid, totalDue } = facts
    const chosen = choices.length > 0 ? choiceFacts(choices) : [fact('You chose', 'Nothing extra')]
    const paid = totalPaid > 0 ? [{ label: 'Paid so far', cents: totalPaid }] : []
    return emailWithTerms(facts, {
      opening: 'Your choices',
      preheader: 'What you chose for your stay has changed.',
      hello: 'Hello',
      blocks: [
        text('This is what you have chosen for your stay now, and what it costs.'),
        factList(when(event), ...chosen),
        totalled([...paid, ...openLines(open)], totalDue, facts),
        stayButtonFor(facts),
        NOT_WANTED,
      ],
    })
  },
})
