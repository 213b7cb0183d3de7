/** `invoice-remind`: reminds a guest of one unpaid invoice, even after the event. */
import { daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { PageButton } from '../../layout/main-button.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { choicesOf } from '../facts/choices.ts'
import { eventSubject } from '../facts/event.ts'
import {
  byCardOf,
  chargedWords,
  invoiceLines,
  labelOf,
  openInvoices,
  openLines,
  partsOf,
} from '../facts/invoices.ts'
import { present } from '../facts/present.ts'
import { guestFacts, guestLinks, inDays, moneyFacts } from '../facts/reservation.ts'
import { unpaidProblem, upcomingProblem } from '../still-wanted.ts'

export const invoiceRemind = reservationEmail({
  dropReason: (cause) => upcomingProblem(cause) ?? unpaidProblem(cause),
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview,
  Content: InvoiceRemind,
  showsMoney: true,
})

function factsOf(source: ReservationSource) {
  const { rows, invoiceId, today } = source
  const invoice = present(rows.invoices.find(({ id }) => id === invoiceId))
  const { amount, due } = invoice
  /** The number of ranch days until the due day. Negative if that day has passed, and null without a due day. */
  const daysLeft = due === null ? null : daysBetween(today, due)
  const byCard = byCardOf(source, invoice)
  return {
    ...guestFacts(source),
    invoice: { label: labelOf(invoice), lines: partsOf(invoice, source), amount, due, daysLeft },
    /** The saved card that will pay the invoice, or null. An admin can send this reminder even if a card will pay. */
    byCard: byCard && {
      ...byCard,
      daysLeft: byCard.on === null ? null : Math.max(0, daysBetween(today, byCard.on)),
    },
    others: openInvoices(source, invoiceId),
    ...moneyFacts(source),
    choices: choicesOf(source),
    links: guestLinks(source),
  }
}

type Facts = ReturnType<typeof factsOf>

function opening({ invoice: { daysLeft }, byCard }: Facts): string {
  if (byCard)
    return `Your card will be charged${byCard.daysLeft === null ? '' : ` ${inDays(byCard.daysLeft)}`}`
  if (daysLeft === null) return 'Payment still due'
  return daysLeft < 0 ? 'Payment past due' : `Payment due ${inDays(daysLeft)}`
}

function preview({ invoice: { amount, due, daysLeft }, byCard, others }: Facts): string {
  const money = formatMoney(amount)
  const more = others.length > 0 ? ' There’s more to pay, too.' : ''
  if (byCard) return `${money} will be ${chargedWords(byCard)}.${more}`
  if (due === null || daysLeft === null)
    return `${money} is still unpaid. You can pay on your own page.${more}`
  return `${money} ${daysLeft < 0 ? 'was due on' : 'is due by'} ${formatDay(due)}. You can pay on your own page.${more}`
}

function InvoiceRemind(facts: Facts) {
  const { event, links, invoice, byCard, others, choices } = facts
  return (
    <EventLetter {...facts} kicker={opening(facts)} termsLink={links.terms}>
      <Paragraph>
        {byCard
          ? `You don’t need to do anything for this payment. As you asked, ${formatMoney(invoice.amount)} will be ${chargedWords(byCard)}. Want to pay another way? Do it on your page before then, and we won’t charge this card.`
          : `${formatMoney(invoice.amount)} ${dueSentences(invoice)}`}
      </Paragraph>
      <StayMoney
        stay={{ ...facts, open: others }}
        lines={[
          ...invoiceLines(invoice, byCard ? chargedWords(byCard) : dueLabel(invoice)),
          ...openLines(others),
        ]}
      />
      <PageButton href={links.reservation}>
        {byCard ? 'See or stop the charge' : `Pay ${formatMoney(invoice.amount)}`}
      </PageButton>
      <WhenAndWhere event={event} choices={choices} />
    </EventLetter>
  )
}

function dueSentences({ due, daysLeft }: Facts['invoice']): string {
  if (due === null || daysLeft === null) return 'is still unpaid. You can pay at any time.'
  if (daysLeft > 0) return `is due by ${formatDay(due)}. You can also pay early.`
  if (daysLeft === 0) return 'is due today.'
  return `was due on ${formatDay(due)}, and has not reached us. If it’s on its way, please ignore this email.`
}

function dueLabel({ due, daysLeft }: Facts['invoice']): string {
  if (due === null || daysLeft === null) return 'still due'
  if (daysLeft === 0) return 'due today'
  return `${daysLeft < 0 ? 'was due on' : 'due by'} ${formatDay(due)}`
}
