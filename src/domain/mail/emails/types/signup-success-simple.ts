/**
 * `signup-success-simple`: confirms a sign-up by an admin. The guest adds details and pays by the private link
 * (R9.3).
 */
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { type Block, reservationEmail, type ReservationSource, type Step } from '../definition.ts'
import { comingStayProblem, payerName, pricedStay } from '../shared-facts.ts'
import {
  BOOTS,
  companionMoney,
  dueWords,
  emailWithTerms,
  linksToHandOn,
  nextSteps,
  paidAndOpen,
  paySteps,
  stayButtonFor,
  text,
  YourSpots,
  yourSpots,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const signupSuccessSimple = reservationEmail({
  dropReason: comingStayProblem,
  facts: factsOf,
  words(facts) {
    return emailWithTerms(facts, {
      opening: "You're signed up",
      preheader: preheader(facts),
      blocks: [
        text(firstWords(facts)),
        ...companionMoney(facts),
        ...money(facts),
        stayButtonFor(facts),
        ...linksToHandOn(facts.companions),
        ...nextSteps(facts, payStepsOf(facts)),
      ],
    })
  },
  attachesDates: () => true,
})

function factsOf(source: ReservationSource) {
  const { id, partyId } = source.rows.reservation
  const payer = partyId === null || partyId === id ? null : payerName(source)
  return { ...pricedStay(source), payer }
}

function preheader(facts: Facts): string {
  const { open, detailsMissing } = facts
  const [next] = open
  const details = detailsMissing ? ['Please complete your details.'] : []
  const due = next ? [`${formatMoney(next.amount)} ${dueWords(next)}.`] : []
  return [`${YourSpots(facts)} yours.`, ...details, ...due].join(' ')
}

function firstWords(facts: Facts): string {
  const { open, detailsMissing, totalPaid } = facts
  const asksToPay = open.some(({ byCard }) => !byCard)
  const paid = facts.payer === null ? '' : ` ${facts.payer} pays for your stay.`
  const signedUp = `We have signed you up, and ${yourSpots(facts)} yours.${paid}`
  const tell = 'tell us about yourself'
  const pay = totalPaid > 0 ? 'pay the rest' : 'pay for your stay'
  if (detailsMissing && asksToPay)
    return `${signedUp} Two things are left, both on your own page: ${tell}, and ${pay}.`
  if (detailsMissing) return `${signedUp} One thing is left, on your own page: ${tell}.`
  if (asksToPay) return `${signedUp} One thing is left, on your own page: ${pay}.`
  return `${signedUp} ${BOOTS}`
}

const money = (facts: Facts): Block[] =>
  facts.totalDue === 0 && facts.open.length === 0 ? [] : [paidAndOpen(facts)]

const DEPOSIT = invoiceLabel({ purpose: 'deposit', description: null, partOfPrice: true })

/** Returns the payment steps. Names deposit and remainder if those are the two open invoices. */
function payStepsOf({ open, totalPaid }: Facts): Step[] {
  if (totalPaid > 0) return paySteps(open, 'the rest')
  if (open.length !== 2 || open[0]?.label !== DEPOSIT) return paySteps(open, 'for your stay')
  return [...paySteps(open.slice(0, 1), 'the deposit'), ...paySteps(open.slice(1), 'the rest')]
}
