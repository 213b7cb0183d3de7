/** `invoice-success`: confirms a sign-up or a later payment (R9.3). */
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { BOOTS, NextSteps, paySteps } from '../../layout/next-steps.tsx'
import { RefundRows } from '../../layout/refund-rows.tsx'
import type { Step } from '../../layout/steps.tsx'
import { Paragraph } from '../../layout/text.tsx'
import {
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { duePhrase, type InvoiceFacts, invoiceLines, labelOf, partsOf, totalOf } from '../facts/invoices.ts'
import { yourSpots } from '../facts/party.ts'
import { activeRefunds } from '../facts/refunds.ts'
import { pricedFacts } from '../facts/reservation.ts'
import { upcomingProblem } from '../still-wanted.ts'

export const invoiceSuccess = reservationEmail({
  dropReason: (cause) => upcomingProblem(cause) ?? paidProblem(cause),
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview,
  Content: InvoiceSuccess,
  attachesDates: () => true,
  showsRefunds: true,
  showsMoney: true,
})

function paidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return null
  const payment = rows.payments.find((paid) => paid.invoiceId === invoiceId)
  if (!payment) return 'not_paid'
  return totalOf(activeRefunds(payment.refunds)) >= payment.amount ? 'paid_back' : null
}

function factsOf(source: ReservationSource) {
  const { invoices, payments, event, code, discount } = source.rows
  const stay = pricedFacts(source)
  const about = invoices.find(({ id }) => id === source.invoiceId)
  const payment = about ? payments.find((candidate) => candidate.invoiceId === about.id) : payments.at(-1)
  const later = about !== undefined && about.purpose !== 'deposit' && about.purpose !== 'whole'
  return {
    ...stay,
    occasion: later ? ('paid-later' as const) : ('signed-up' as const),
    price: priceOf(discount > 0 ? 0 : event.cost, stay.totalDue),
    /** The discount of the guest's code, for the whole party. */
    discount: discount > 0 ? { code, amount: discount } : null,
    paid: payment ? paidOf(payment, source) : null,
    refunds: source.refunds,
  }
}

type Facts = ReturnType<typeof factsOf>

/**
 * Returns whether the e-mail states prices, says that the event is free, or does not mention money (`none`). An event
 * with a hidden price is `none` (R9.8). The caller passes a `cost` of 0 if a code made the stay free.
 */
function priceOf(cost: number, totalDue: number): 'priced' | 'free' | 'none' {
  if (totalDue > 0) return 'priced'
  return cost === 0 ? 'free' : 'none'
}

function paidOf(
  { invoiceId, amount, paidAt }: ReservationSource['rows']['payments'][number],
  source: ReservationSource,
): InvoiceFacts & { on: Day } {
  const invoice = source.rows.invoices.find(({ id }) => id === invoiceId)
  const on = ranchDay(paidAt)
  if (!invoice) return { label: 'Payment', amount, on }
  const lines = amount === invoice.amount ? partsOf(invoice, source) : []
  return { label: labelOf(invoice), lines, amount, on }
}

function opening(facts: Facts): string {
  if (facts.occasion === 'signed-up') return 'You’re in'
  return isPaidUp(facts) ? 'Paid in full' : 'Payment received'
}

/** Returns true if everything is paid and no invoice is open or still to come. */
const isPaidUp = ({ open, totalPaid, totalDue }: Facts) => open.length === 0 && totalPaid >= totalDue

function preview(facts: Facts): string {
  const { paid, open, price } = facts
  const [next] = open
  const received = paid ? `${formatMoney(paid.amount)} received.` : ''
  if (next) return `${received} ${duePhrase(next)}.`.trim()
  if (paid) return isPaidUp(facts) ? `${received} Nothing left to pay.` : received
  return `${price === 'free' ? 'Nothing to pay. ' : ''}${yourSpots(facts, 'Your')} yours.`
}

function InvoiceSuccess(facts: Facts) {
  const { occasion, paid, price, open, companions, links, beyond } = facts
  const showsMoney = paid !== null || price === 'priced'
  const asksTooMuch = showsMoney && beyond > 0
  const byCard = open.filter((invoice) => invoice.byCard)
  return (
    <EventLetter {...facts} kicker={opening(facts)} termsLink={links.terms}>
      <Paragraph>
        {firstWords(facts)} {BOOTS}
      </Paragraph>
      {occasion === 'signed-up' && <Saved {...facts} />}
      {showsMoney && (
        <StayMoney stay={facts} paid={paid ? invoiceLines(paid, `paid on ${formatDay(paid.on)}`) : []} />
      )}
      <StayButton {...facts} />
      <LinksToPassOn companions={companions} />
      <NextSteps
        stay={facts}
        pay={
          asksTooMuch && byCard.length < open.length
            ? [WRITE_FIRST, ...paySteps(byCard, 'what’s left')]
            : paySteps(open, 'what’s left')
        }
      >
        {facts.totalPaid > 0 && <RefundRows schedule={facts.refunds} companions={companions} />}
      </NextSteps>
    </EventLetter>
  )
}

const WRITE_FIRST: Step = {
  title: 'Write to us before you pay',
  text: 'Our invoices ask for more than your stay costs. Reply to this email, and we’ll set that right.',
}

function firstWords(facts: Facts): string {
  if (!facts.paid)
    return `${yourSpots(facts, 'Your')} yours${facts.price === 'free' ? ', and there is nothing to pay' : ''}.`
  if (!isPaidUp(facts)) return `Your payment succeeded and ${yourSpots(facts)} yours.`
  return 'Your payment succeeded, and with it your stay is paid in full.'
}

const Saved = ({ discount }: Facts) =>
  discount && (
    <Paragraph>
      {discount.code === null ? 'With your code' : `With the code ${discount.code}`} you pay{' '}
      {formatMoney(discount.amount)} less.
    </Paragraph>
  )
