/**
 * E-mails about a card saved for the remainder (R42). `card-charge-soon` announces a charge, `card-declined` reports
 * a failed one. `card-charge-failed-admin` notifies the admin when no other try follows.
 */
import { type Day, daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { monthOf, monthTitle } from '#shared/months.ts'
import {
  type Block,
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
  type WrittenEmail,
} from '../definition.ts'
import {
  comingStayProblem,
  type InvoiceTold,
  labelOf,
  linesOf,
  present,
  stayLinks,
  toGuest,
  toHouse,
  unpaidProblem,
} from '../shared-facts.ts'
import {
  button,
  cardWords,
  emailToHouse,
  emailWithTerms,
  fact,
  factList,
  inDays,
  invoiceMoney,
  moneyRows,
  reservationFacts,
  stayButton,
  text,
} from '../shared-words.ts'

export const cardChargeSoon = reservationEmail({
  dropReason: (cause) => problemOf(cause, cause.rows.keptCard !== null && isStillPlanned(cause)),
  facts: soonFacts,
  words: soonWords,
})

export const cardDeclined = reservationEmail({
  dropReason: (cause) => problemOf(cause, chargesOf(cause).some(isDeclined)),
  facts: declinedFacts,
  words: declinedWords,
})

export const cardChargeFailedAdmin = reservationEmail({
  dropReason: (cause) => problemOf(cause, isGivenUp(cause)),
  facts: failedFacts,
  words: failedWords,
  toAdmin: true,
})

/** Returns the attempts to charge the card for the e-mail's invoice, newest first. */
const chargesOf = ({ rows, invoiceId }: ReservationCause) =>
  rows.charges.filter((charge) => charge.invoiceId === invoiceId)

const invoiceOf = ({ rows, invoiceId }: ReservationCause) => rows.invoices.find(({ id }) => id === invoiceId)

/**
 * Returns whether the card will be charged as planned. If the invoice changed, another e-mail announces the new
 * charge (R42.2).
 */
function isStillPlanned(cause: ReservationCause): boolean {
  const [newest] = chargesOf(cause)
  const { amount, due = null } = invoiceOf(cause) ?? {}
  return newest?.status === 'planned' && newest.amount === amount && due !== null && due <= newest.on
}

const isDeclined = ({ status }: { status: ReservationCause['rows']['charges'][number]['status'] }) =>
  status === 'declined' || status === 'needs_guest'

/** Returns whether the last attempt failed and no other is planned. */
function isGivenUp(cause: ReservationCause): boolean {
  const [newest] = chargesOf(cause)
  return newest !== undefined && (isDeclined(newest) || newest.status === 'stopped')
}

const problemOf = (cause: ReservationCause, isWanted: boolean): DropReason | null =>
  comingStayProblem(cause) ?? unpaidProblem(cause) ?? (isWanted ? null : 'no_charge')

/** The invoice with the amount that is due now, and the day of the charge. */
interface ChargeTold extends InvoiceTold {
  on: Day
  /** Null if the name of the card is not known. */
  card: string | null
}

function chargeTold(source: ReservationSource, charge: { on: Day } | undefined): ChargeTold {
  const invoice = present(invoiceOf(source))
  const lines = linesOf(invoice, source)
  const card = source.rows.keptCard?.card ?? null
  return { label: labelOf(invoice), lines, amount: invoice.amount, on: present(charge).on, card }
}

function soonFacts(source: ReservationSource) {
  const charge = chargeTold(source, chargesOf(source)[0])
  /** The number of ranch days until the card is charged. */
  const daysLeft = Math.max(0, daysBetween(source.today, charge.on))
  const expires = source.rows.keptCard?.expires ?? null
  /** The card's last valid month, if it ends before the day of the charge. Null otherwise. */
  const expired = expires !== null && expires < monthOf(charge.on) ? expires : null
  return { ...toGuest(source), charge, daysLeft, expired, links: stayLinks(source) }
}

const money = (charge: ChargeTold, how: string): Block => ({
  kind: 'money',
  rows: moneyRows(invoiceMoney(charge, how)),
})

function soonWords(facts: ReturnType<typeof soonFacts>): WrittenEmail {
  const { charge, daysLeft, expired, links } = facts
  const day = formatDay(charge.on)
  return emailWithTerms(facts, {
    opening: `Your card is charged ${inDays(daysLeft)}`,
    preheader: `${formatMoney(charge.amount)} on ${day}. You do not need to do anything.`,
    blocks: [
      text(
        `As you asked us to, we charge ${formatMoney(charge.amount)} to ${cardWords(charge.card)} on ${day}. You do not need to do anything.`,
      ),
      money(charge, `charged on ${day}`),
      expired !== null &&
        text(
          `As far as we know, this card is good until the end of ${monthTitle(expired)}. We will try it all the same, since banks often pass on a new date. To be sure, pay on your page with your new card before that day.`,
        ),
      text(
        'You would rather not? Stop it on your page before that day, or pay another way there. Then nothing is charged to this card.',
      ),
      stayButton('See or stop it', links),
    ],
  })
}

function declinedFacts(source: ReservationSource) {
  const charges = chargesOf(source)
  const declined = present(charges.find(isDeclined))
  return {
    ...toGuest(source),
    charge: chargeTold(source, declined),
    /** In cents, what the bank declined. An admin may have recorded a partial payment since. */
    declined: declined.amount,
    /** True if the bank requires the cardholder, so that no other try follows. */
    needsGuest: declined.status === 'needs_guest',
    /** The day of the next try. Null if there is none. */
    next: charges.find(({ status }) => status === 'planned')?.on ?? null,
    links: stayLinks(source),
  }
}

function declinedWords(facts: ReturnType<typeof declinedFacts>): WrittenEmail {
  const { charge, needsGuest, next, links } = facts
  const declined = formatMoney(facts.declined)
  const amount = formatMoney(charge.amount)
  return emailWithTerms(facts, {
    opening: needsGuest ? 'Please confirm your payment' : 'Your card was declined',
    preheader: `Nothing was charged. You can pay ${amount} on your own page.`,
    blocks: [
      text(
        needsGuest
          ? `Your bank wants you to confirm the payment of ${declined} yourself, so we could not charge ${cardWords(charge.card)}. Nothing was charged.`
          : `The bank declined ${declined} on ${cardWords(charge.card)}. That happens, and nothing was charged.`,
      ),
      text(
        next === null
          ? 'We will not try it again. Please pay on your page, with this card or another.'
          : `We will try it again on ${formatDay(next)}. You can pay sooner on your page, with this card or another; then we will not try again.`,
      ),
      money(charge, 'still due'),
      stayButton(`Pay ${amount}`, links),
    ],
  })
}

function failedFacts(source: ReservationSource) {
  const [newest] = chargesOf(source)
  return {
    ...toHouse(source),
    charge: chargeTold(source, newest),
    why: newest?.status === 'stopped' ? ('unknown' as const) : ('declined' as const),
  }
}

function failedWords(facts: ReturnType<typeof failedFacts>): WrittenEmail {
  const { reservationId: id, charge, why, links } = facts
  const amount = formatMoney(charge.amount)
  return emailToHouse(facts, {
    opening: 'Card not charged',
    preheader: `${amount} is still unpaid, and the site will not try it again.`,
    blocks: [
      text(
        why === 'declined'
          ? `The card that the guest of reservation ${id} saved for the rest was declined, and the site will not try it again. The guest was told by email and can pay on their own page.`
          : `The site asked the payment provider to charge the card that the guest of reservation ${id} saved, and could not find out how that ended. Please look at the provider’s dashboard before you ask the guest to pay.`,
      ),
      factList(
        ...reservationFacts(facts),
        fact(charge.label, amount),
        fact('Last tried', formatDay(charge.on)),
      ),
      button(`Open reservation ${id}`, links.reservation),
    ],
  })
}
