/** `invoice-success`: confirms a sign-up or a later payment (R9.3). */
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import {
  type Block,
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import {
  type InvoiceTold,
  pricedStay,
  comingStayProblem,
  labelOf,
  linesOf,
  standing,
  sum,
} from '../shared-facts.ts'
import {
  BOOTS,
  companionMoney,
  dueWords,
  emailWithTerms,
  invoiceMoney,
  linksToHandOn,
  type MoneyLine,
  nextSteps,
  openLines,
  paySteps,
  stayButtonFor,
  text,
  totalled,
  YourSpots,
  yourSpots,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const invoiceSuccess = reservationEmail({
  dropReason: (cause) => comingStayProblem(cause) ?? paidProblem(cause),
  facts: factsOf,
  words(facts) {
    return emailWithTerms(facts, {
      opening: opening(facts),
      preheader: preheader(facts),
      blocks: [
        text(firstWords(facts)),
        ...(facts.occasion === 'signed-up' ? [...saved(facts), ...companionMoney(facts)] : []),
        ...money(facts),
        stayButtonFor(facts),
        ...linksToHandOn(facts.companions),
        ...nextSteps(facts, paySteps(facts.open, 'the rest')),
      ],
    })
  },
  attachesDates: () => true,
})

function paidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return null
  const payment = rows.payments.find((paid) => paid.invoiceId === invoiceId)
  if (!payment) return 'not_paid'
  return sum(standing(payment.refunds)) >= payment.amount ? 'paid_back' : null
}

function factsOf(source: ReservationSource) {
  const { invoices, payments, event, code, discount } = source.rows
  const stay = pricedStay(source)
  const about = invoices.find(({ id }) => id === source.invoiceId)
  const payment = about ? payments.find((candidate) => candidate.invoiceId === about.id) : payments.at(-1)
  const later = about !== undefined && about.purpose !== 'deposit' && about.purpose !== 'whole'
  return {
    ...stay,
    occasion: later ? ('paid-later' as const) : ('signed-up' as const),
    price: priceOf(discount > 0 ? 0 : event.cost, stay.totalDue),
    /** The code's discount for the whole party. */
    discount: discount > 0 ? { code, amount: discount } : null,
    paid: payment ? paidOf(payment, source) : null,
  }
}

/**
 * Returns whether to mention money. `cost` is 0 also if a code made it so. `none` mentions no money, as for an event
 * with a hidden price (R9.8).
 */
function priceOf(cost: number, totalDue: number): 'priced' | 'free' | 'none' {
  if (totalDue > 0) return 'priced'
  return cost === 0 ? 'free' : 'none'
}

function paidOf(
  { invoiceId, amount, paidAt }: ReservationSource['rows']['payments'][number],
  source: ReservationSource,
): InvoiceTold & { on: Day } {
  const invoice = source.rows.invoices.find(({ id }) => id === invoiceId)
  const on = ranchDay(paidAt)
  if (!invoice) return { label: 'Payment', amount, on }
  const lines = amount === invoice.amount ? linesOf(invoice, source) : []
  return { label: labelOf(invoice), lines, amount, on }
}

function opening(facts: Facts): string {
  if (facts.occasion === 'signed-up') return "You're in"
  return isPaidUp(facts) ? 'Paid in full' : 'Payment received'
}

/** Returns whether everything is paid and no further invoice will follow. */
const isPaidUp = ({ open, totalPaid, totalDue }: Facts) => open.length === 0 && totalPaid >= totalDue

function preheader(facts: Facts): string {
  const { paid, open, price } = facts
  const [next] = open
  const received = paid ? `${formatMoney(paid.amount)} received.` : ''
  if (next) return `${received} ${formatMoney(next.amount)} ${dueWords(next)}.`.trim()
  if (paid) return isPaidUp(facts) ? `${received} Nothing left to pay.` : received
  return `${price === 'free' ? 'Nothing to pay. ' : ''}${YourSpots(facts)} yours.`
}

function firstWords(facts: Facts): string {
  if (!facts.paid) {
    const nothing = facts.price === 'free' ? ', and there is nothing to pay' : ''
    return `${YourSpots(facts)} yours${nothing}. ${BOOTS}`
  }
  if (!isPaidUp(facts)) return `Your payment succeeded and ${yourSpots(facts)} yours. ${BOOTS}`
  return `Your payment succeeded, and with it your stay is paid in full. ${BOOTS}`
}

function saved({ discount }: Facts): Block[] {
  if (!discount) return []
  const code = discount.code === null ? 'With your code' : `With the code ${discount.code}`
  return [text(`${code} you pay ${formatMoney(discount.amount)} less.`)]
}

function money(facts: Facts): Block[] {
  const { paid, totalPaid, totalDue, open, price } = facts
  if (!paid && price !== 'priced') return []
  const lines: MoneyLine[] = []
  const before = totalPaid - (paid?.amount ?? 0)
  if (before > 0) lines.push({ label: 'Paid before', cents: before })
  if (paid) lines.push(...invoiceMoney(paid, `paid on ${formatDay(paid.on)}`))
  if (before < 0) lines.push({ label: 'Refunded since', cents: before })
  lines.push(...openLines(open))
  if (isPaidUp(facts)) lines.push({ label: 'Still due', cents: 0 })
  return [totalled(lines, totalDue, facts)]
}
