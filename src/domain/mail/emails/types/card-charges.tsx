/**
 * E-mails about a card that is saved for the remainder (R42). `card-charge-soon` announces a charge, and
 * `card-declined` reports a declined one. `card-charge-failed-admin` notifies the admin when the site will not try
 * again.
 */
import { type Day, daysBetween } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { monthOf, monthTitle } from '#shared/months.ts'
import { EventLetter, RanchLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, ReservationFacts } from '../../layout/fact-list.tsx'
import { MainButton, PageButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { Paragraph } from '../../layout/text.tsx'
import {
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { cardWords, type InvoiceFacts, invoiceLines, labelOf, partsOf } from '../facts/invoices.ts'
import { present } from '../facts/present.ts'
import { guestFacts, guestLinks, inDays, ranchFacts, ranchSubject } from '../facts/reservation.ts'
import { unpaidProblem, upcomingProblem } from '../still-wanted.ts'

export const cardChargeSoon = reservationEmail({
  dropReason: (cause) => problemOf(cause, cause.rows.keptCard !== null && isStillPlanned(cause)),
  facts: soonFacts,
  subject: (facts) => eventSubject(soonOpening(facts), facts.event),
  preview: ({ charge, expired }) =>
    `${formatMoney(charge.amount)} on ${formatDay(charge.on)}. ${expired === null ? NOTHING_TO_DO : 'Please check your card’s expiration date.'}`,
  Content: CardChargeSoon,
})

export const cardDeclined = reservationEmail({
  dropReason: (cause) => problemOf(cause, chargesOf(cause).some(isDeclined)),
  facts: declinedFacts,
  subject: (facts) => eventSubject(declinedOpening(facts), facts.event),
  preview: ({ charge }) => `Nothing was charged. You can pay ${formatMoney(charge.amount)} on your own page.`,
  Content: CardDeclined,
})

const NOTHING_TO_DO = 'You don’t need to do anything.'

export const cardChargeFailedAdmin = reservationEmail({
  dropReason: (cause) => problemOf(cause, isGivenUp(cause)),
  facts: failedFacts,
  subject: (facts) => ranchSubject(failedOpening(facts), facts),
  preview: ({ charge, why }) =>
    why === 'unknown'
      ? `We don’t know if ${formatMoney(charge.amount)} was charged. Please look in the Stripe dashboard.`
      : `${formatMoney(charge.amount)} is still unpaid, and the site will not try it again.`,
  Content: CardChargeFailedAdmin,
  toAdmin: true,
})

/** Returns the attempts to charge the saved card for the e-mail's invoice, newest first. */
const chargesOf = ({ rows, invoiceId }: ReservationCause) =>
  rows.charges.filter((charge) => charge.invoiceId === invoiceId)

const invoiceOf = ({ rows, invoiceId }: ReservationCause) => rows.invoices.find(({ id }) => id === invoiceId)

/**
 * Returns true if the card will be charged as announced. If the invoice has changed, the site announces the new
 * charge in another e-mail (R42.2).
 */
function isStillPlanned(cause: ReservationCause): boolean {
  const [newest] = chargesOf(cause)
  const { amount, due = null } = invoiceOf(cause) ?? {}
  return newest?.status === 'planned' && newest.amount === amount && due !== null && due <= newest.on
}

const isDeclined = ({ status }: { status: ReservationCause['rows']['charges'][number]['status'] }) =>
  status === 'declined' || status === 'needs_guest'

/** Returns true if the last attempt to charge the card failed and the site will not try again. */
function isGivenUp(cause: ReservationCause): boolean {
  const [newest] = chargesOf(cause)
  return newest !== undefined && (isDeclined(newest) || newest.status === 'stopped')
}

const problemOf = (cause: ReservationCause, isWanted: boolean): DropReason | null =>
  upcomingProblem(cause) ?? unpaidProblem(cause) ?? (isWanted ? null : 'no_charge')

/** The invoice with the amount that is still open, and the day of the charge. */
interface ChargeFacts extends InvoiceFacts {
  on: Day
  card: string | null
}

function chargeFacts(source: ReservationSource, charge: { on: Day } | undefined): ChargeFacts {
  const invoice = present(invoiceOf(source))
  const lines = partsOf(invoice, source)
  const card = source.rows.keptCard?.card ?? null
  return { label: labelOf(invoice), lines, amount: invoice.amount, on: present(charge).on, card }
}

function soonFacts(source: ReservationSource) {
  const charge = chargeFacts(source, chargesOf(source)[0])
  /** The number of ranch days from today to the charge. */
  const daysLeft = Math.max(0, daysBetween(source.today, charge.on))
  const expires = source.rows.keptCard?.expires ?? null
  /** The last month in which the card is valid. Null unless that month ends before the charge. */
  const expired = expires !== null && expires < monthOf(charge.on) ? expires : null
  /** True if that month is already over. */
  const isOver = expired !== null && expired < monthOf(source.today)
  return { ...guestFacts(source), charge, daysLeft, expired, isOver, links: guestLinks(source) }
}

type SoonFacts = ReturnType<typeof soonFacts>

const soonOpening = ({ daysLeft }: SoonFacts) => `Your card will be charged ${inDays(daysLeft)}`

function CardChargeSoon(facts: SoonFacts) {
  const { charge, daysLeft, expired, isOver, links } = facts
  const day = formatDay(charge.on)
  const before = daysLeft === 0 ? 'right away' : 'before that day'
  return (
    <EventLetter {...facts} kicker={soonOpening(facts)} termsLink={links.terms}>
      <Paragraph>
        As you asked, we’ll charge {formatMoney(charge.amount)} on {day} to {cardWords(charge.card)}.
        {expired === null && ` ${NOTHING_TO_DO}`}
      </Paragraph>
      <MoneyTable lines={invoiceLines(charge, `charged on ${day}`)} />
      {expired !== null && (
        <Paragraph>
          As far as we know, this card {isOver ? 'expired' : 'expires'} at the end of {monthTitle(expired)}.
          We’ll try it anyway, because banks often update the date. To be sure, pay on your page with your new
          card {before}.
        </Paragraph>
      )}
      <Paragraph>
        Changed your mind? Stop the charge on your page {before}, or pay another way there. Then we won’t
        charge this card.
      </Paragraph>
      <PageButton href={links.reservation}>See or stop the charge</PageButton>
    </EventLetter>
  )
}

function declinedFacts(source: ReservationSource) {
  const charges = chargesOf(source)
  const declined = present(charges.find(isDeclined))
  return {
    ...guestFacts(source),
    charge: chargeFacts(source, declined),
    /** Cents that the bank declined. Since then, the guest may have paid a part of them in cash. */
    declined: declined.amount,
    /** True if the bank wants the cardholder to authenticate. Then the site does not try again. */
    needsGuest: declined.status === 'needs_guest',
    /** The day of the next attempt to charge the card. Null if none is planned. */
    next: charges.find(({ status }) => status === 'planned')?.on ?? null,
    links: guestLinks(source),
  }
}

type DeclinedFacts = ReturnType<typeof declinedFacts>

const declinedOpening = ({ needsGuest }: DeclinedFacts) =>
  needsGuest ? 'Please confirm your payment' : 'Your card was declined'

function CardDeclined(facts: DeclinedFacts) {
  const { charge, needsGuest, next, links } = facts
  const declined = formatMoney(facts.declined)
  return (
    <EventLetter {...facts} kicker={declinedOpening(facts)} termsLink={links.terms}>
      <Paragraph>
        {needsGuest
          ? `Your bank wants you to confirm the payment of ${declined} yourself, so we could not charge ${cardWords(charge.card)}. Nothing was charged.`
          : `The bank declined ${declined} on ${cardWords(charge.card)}. It happens. Nothing was charged.`}
      </Paragraph>
      <Paragraph>
        {next === null
          ? 'We won’t try it again. Please pay on your page, with this card or another.'
          : `We’ll try it again on ${formatDay(next)}. You can pay sooner on your page, with this card or another. Then we won’t try again.`}
      </Paragraph>
      <MoneyTable lines={invoiceLines(charge, 'still due')} />
      <PageButton href={links.reservation}>{`Pay ${formatMoney(charge.amount)}`}</PageButton>
    </EventLetter>
  )
}

function failedFacts(source: ReservationSource) {
  const [newest] = chargesOf(source)
  return {
    ...ranchFacts(source),
    charge: chargeFacts(source, newest),
    why: newest?.status === 'stopped' ? ('unknown' as const) : ('declined' as const),
  }
}

type FailedFacts = ReturnType<typeof failedFacts>

const failedOpening = ({ why }: FailedFacts) =>
  why === 'unknown' ? 'Check a card charge' : 'Card not charged'

function CardChargeFailedAdmin(facts: FailedFacts) {
  const { event, reservationId: id, charge, why, links } = facts
  return (
    <RanchLetter event={event} kicker={failedOpening(facts)}>
      <Paragraph>
        {why === 'declined'
          ? `The card that the guest of reservation ${id} saved for the remainder was declined. The site will not try it again. We emailed the guest, who can pay on their own page.`
          : `The site asked Stripe to charge the saved card of reservation ${id}, and could not find out whether it was charged. Please check the Stripe dashboard before you ask the guest to pay.`}
      </Paragraph>
      <FactList>
        <ReservationFacts {...facts} />
        <Fact label={charge.label}>{formatMoney(charge.amount)}</Fact>
        <Fact label="Last tried">{formatDay(charge.on)}</Fact>
      </FactList>
      <MainButton href={links.reservation}>{`Open reservation ${id}`}</MainButton>
    </RanchLetter>
  )
}
