/**
 * `refund`: states a refund for a reservation that stays confirmed. A refund leaves no debt: it lowers the price of
 * the stay.
 */
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { type Block, reservationEmail, type ReservationSource } from '../definition.ts'
import {
  companionFacts,
  refundTotals,
  stayMoney,
  otherWhoPaid,
  refundProblem,
  refundsFor,
  standing,
  stayLinks,
  toGuest,
  totalBack,
} from '../shared-facts.ts'
import {
  emailWithTerms,
  moneyRow,
  moneyTable,
  stayButton,
  text,
  whereItGoes,
  whereItGoesToPayer,
  YourSpots,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const refund = reservationEmail({
  dropReason: refundProblem,
  facts: factsOf,
  words(facts) {
    const { back, payer, stay, links } = facts
    const total = formatMoney(totalBack(back))
    const asBefore = stay ? ` ${YourSpots(facts)} still yours.` : ''
    return emailWithTerms(facts, {
      opening: 'Your refund',
      preheader: `We refund ${total}.${asBefore}`,
      hello: 'Hello',
      blocks: [
        text(`${firstWords(facts, total)}${asBefore}`),
        money(facts),
        ...(payer === null ? whereItGoes(back) : whereItGoesToPayer(back)),
        ...(stay ? [text(totalWords(stay)), stayButton('See your stay', links)] : []),
      ],
    })
  },
})

function factsOf(source: ReservationSource) {
  const { reservation, event } = source.rows
  const refunds = standing(refundsFor(source))
  const { totalDue, stillToPay } = stayMoney(source)
  const stands = reservation.status === 'confirmed' && event.cancelledAt === null
  return {
    ...toGuest(source),
    companions: companionFacts(source),
    /** The refunds, oldest first. */
    refunds: refunds.map(({ amount, createdAt }) => ({ amount, on: ranchDay(createdAt) })),
    back: refundTotals(refunds),
    /** The guest whose money is refunded, if another guest pays for the party now. Null for the guest's own money. */
    payer: otherWhoPaid(source),
    /** The totals after the refund. Null if the reservation is not confirmed. */
    stay: stands ? { totalDue, stillToPay } : null,
    links: stayLinks(source),
  }
}

function firstWords({ refunds, payer }: Facts, total: string): string {
  const paid = `what ${payer ?? 'you'} paid`
  if (refunds.length === 1) return `We refund ${total} of ${paid}.`
  return `We refund some of ${paid}: ${total} in total so far.`
}

function money({ refunds, back }: Facts): Block {
  const each = refunds.map(({ amount, on }) => moneyRow(`On ${formatDay(on)}`, amount))
  const total = moneyRow('Refund', totalBack(back), 'total')
  return refunds.length > 1 ? moneyTable(...each, total) : moneyTable(total)
}

function totalWords({ totalDue, stillToPay }: NonNullable<Facts['stay']>): string {
  const left = stillToPay > 0 ? `${formatMoney(stillToPay)} is still due.` : 'You have nothing left to pay.'
  return `Your stay comes to ${formatMoney(totalDue)} now. ${left}`
}
