/** `invoice-remind`: reminds of one unpaid invoice, even after the stay. */
import { daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { type Block, reservationEmail, type ReservationSource } from '../definition.ts'
import {
  byCardOf,
  choicesOf,
  comingStayProblem,
  labelOf,
  linesOf,
  openInvoices,
  present,
  stayLinks,
  sum,
  toGuest,
  unpaidProblem,
} from '../shared-facts.ts'
import {
  chargedWords,
  emailWithTerms,
  inDays,
  invoiceMoney,
  moneyRow,
  moneyRows,
  moneyTable,
  openLines,
  stayButton,
  text,
  whenAndWhere,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const invoiceRemind = reservationEmail({
  dropReason: (cause) => comingStayProblem(cause) ?? unpaidProblem(cause),
  facts: factsOf,
  words(facts) {
    const { event, links, invoice, byCard } = facts
    return emailWithTerms(facts, {
      opening: `Payment ${dueInWords(facts)}`,
      preheader: preheader(facts),
      blocks: [
        text(firstWords(facts)),
        byCard &&
          text(
            `As you asked us to, it is ${chargedWords(byCard)}. Would you rather pay another way? Do it on your page before that, and nothing is charged to this card.`,
          ),
        money(facts),
        stayButton(`Pay ${formatMoney(invoice.amount)}`, links),
        whenAndWhere(event, facts.choices),
      ],
    })
  },
})

function factsOf(source: ReservationSource) {
  const { rows, invoiceId, today } = source
  const invoice = present(rows.invoices.find(({ id }) => id === invoiceId))
  const { amount, due } = invoice
  /** Ranch days until the due day, negative if it has passed. Null without a due day. */
  const daysLeft = due === null ? null : daysBetween(today, due)
  return {
    ...toGuest(source),
    invoice: { label: labelOf(invoice), lines: linesOf(invoice, source), amount, due, daysLeft },
    /** Set if a saved card will be charged. Admins may send a reminder then too. */
    byCard: byCardOf(source, invoice),
    others: openInvoices(source, invoiceId),
    choices: choicesOf(source),
    links: stayLinks(source),
  }
}

function dueInWords({ invoice: { daysLeft } }: Facts): string {
  if (daysLeft === null) return 'still open'
  return daysLeft < 0 ? 'past due' : `due ${inDays(daysLeft)}`
}

function preheader({ invoice: { label, amount, due, daysLeft }, others }: Facts): string {
  const sums = `${label}: ${formatMoney(amount)}`
  const more = others.length > 0 ? ' There is more to pay too.' : ''
  if (due === null || daysLeft === null) return `${sums} is still unpaid. You pay on your own page.${more}`
  return `${sums} ${daysLeft < 0 ? 'was due on' : 'is due by'} ${formatDay(due)}. You pay on your own page.${more}`
}

function firstWords({ invoice: { label, amount, due, daysLeft } }: Facts): string {
  const sums = `${label}: ${formatMoney(amount)}`
  if (due === null || daysLeft === null) return `${sums} is still unpaid. Any day is fine.`
  if (daysLeft > 0) return `${sums} is due by ${formatDay(due)}. Any day before is fine too.`
  if (daysLeft === 0) return `${sums} is due today.`
  return `${sums} was due on ${formatDay(due)}, and has not reached us. If it is on its way, never mind this email.`
}

function money({ invoice, others }: Facts): Block {
  const { due, daysLeft } = invoice
  const when = due === null || daysLeft === null ? 'still due' : dueLabel(daysLeft, formatDay(due))
  const total = others.length > 0 ? [moneyRow('Total still due', sum([invoice, ...others]), 'total')] : []
  return moneyTable(...moneyRows([...invoiceMoney(invoice, when), ...openLines(others)]), ...total)
}

function dueLabel(daysLeft: number, day: string): string {
  if (daysLeft === 0) return 'due today'
  return daysLeft < 0 ? `was due on ${day}` : `due by ${day}`
}
