/** `cancellation`: confirms to a guest that the reservation is canceled, and states the refund. */
import {
  describeShare,
  isReplaced,
  REPLACEABLE,
  REPLACEMENT_SHARE,
  UNLESS_TAKEN,
} from '#domain/booking/domain/refund-policy.ts'
import * as links from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { MoneyTable, StayMoneyTable } from '../../layout/money-table.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { openInvoices } from '../facts/invoices.ts'
import { payerName } from '../facts/party.ts'
import { present } from '../facts/present.ts'
import { type Refund, refundSentences, refundTotals, totalBack } from '../facts/refunds.ts'
import { guestFacts, moneyFacts } from '../facts/reservation.ts'
import { cancellationProblem } from '../still-wanted.ts'

type Rows = ReservationSource['rows']
type Decided = NonNullable<Rows['cancellation']>

export const cancellation = reservationEmail({
  dropReason: cancellationProblem,
  facts: factsOf,
  subject: ({ how, event }) => eventSubject(WORDS[how].opening, event),
  preview,
  Content: Cancellation,
  showsMoney: true,
  // Attaches a calendar file only if the whole event is canceled. The file removes the event from the guest's
  // calendar. If only a stay is canceled, others who share that calendar may still attend.
  attachesDates: ({ how }) => how === 'event',
})

function factsOf(source: ReservationSource) {
  const { rows, publicUrl } = source
  const decided = decidedWith(present(rows.cancellation), rows)
  const { daysBefore, paid, awaitsFee, awaitsTaker } = decided
  const replaced = isReplaced(decided)
  const total = decided.refundToCards + decided.refundByHand
  const back = refundTotals(refundsOf(decided, rows))
  return {
    ...guestFacts(source),
    how: howCancelled(decided, rows),
    paidBy: paidBy(source),
    /** The number of ranch days from the cancellation to the event's start. */
    daysBefore,
    /** True if another guest takes the spot, and the Terms give a refund only for that reason. */
    replaced,
    paid,
    // While Stripe’s fee is unknown, nothing is refunded yet, and `refundByTerms` is the most that follows.
    terms: termsOf(decided, { total: awaitsFee ? decided.refundByTerms : total, replaced }),
    awaitsFee,
    /** True while the taker of the spot has not paid everything yet. */
    awaitsTaker,
    sum: total,
    /** The money of the stay, in the same rows as on the guest's page. */
    rows: moneyFacts(source).rows,
    // `refused` is the part of the refund, in cents, that Stripe refused and nobody has paid in another way.
    back: { ...back, refused: Math.max(0, total - totalBack(back)) },
    wasOpen: openInvoices(source).length > 0,
    links: {
      events: links.absoluteLink(publicUrl, links.eventsPath),
      terms: links.absoluteLink(publicUrl, links.termsPath),
    },
  }
}

/**
 * Returns how much of the stay is refunded and why. For a payer, includes the companions who were canceled together
 * with the payer.
 */
function decidedWith(own: Decided, { reservation, party }: Rows): Decided {
  const others = party.flatMap(({ id, cancellation: one }) =>
    reservation.partyId === reservation.id && id !== reservation.id && one?.at.getTime() === own.at.getTime()
      ? [one]
      : [],
  )
  return others.reduce(added, own)
}

/** Adds the refund of a second guest who was canceled at the same time. */
const added = (one: Decided, other: Decided): Decided => ({
  ...one,
  paid: one.paid + other.paid,
  fees: one.fees + other.fees,
  refundByTerms: one.refundByTerms + other.refundByTerms,
  refundToCards: one.refundToCards + other.refundToCards,
  refundByHand: one.refundByHand + other.refundByHand,
  awaitsFee: one.awaitsFee || other.awaitsFee,
})

/** Returns the payer's name for an e-mail to a companion. Returns null for guests who paid for themselves (R39.5). */
function paidBy(source: ReservationSource): string | null {
  const { id, partyId } = source.rows.reservation
  return partyId === null || partyId === id ? null : (payerName(source) ?? 'Someone else')
}

/**
 * Returns what was canceled and by whom: the reservation by the guest, the reservation by the venue, or the whole
 * event by the venue.
 */
function howCancelled({ cancelledBy }: Decided, { event }: Rows): 'guest' | 'stay' | 'event' {
  if (cancelledBy === 'guest') return 'guest'
  return event.cancelledAt === null ? 'stay' : 'event'
}

const BY_CANCELLING: ReadonlySet<string> = new Set(['cancelled', 'retreat-cancelled'])

/** Returns the refunds for the cancellation, including refunds that an admin made in Stripe's dashboard instead. */
const refundsOf = ({ at }: Decided, { payments }: Rows): Refund[] =>
  payments
    .flatMap(({ refunds }) => refunds)
    .filter(
      // A payer's payments may also have refunds for companions who canceled earlier. These are omitted.
      ({ reason, createdAt }) => (BY_CANCELLING.has(reason) || reason === 'provider') && createdAt >= at,
    )

/**
 * Returns the refund by the Terms of Stay. Returns null if the venue refunds another amount, or if the percentage
 * does not explain the amount, for example after a dispute.
 */
function termsOf(decided: Decided, { total, replaced }: { total: Cents; replaced: boolean }) {
  const { percent, paid, fees, refundByTerms } = decided
  const share = refundByTerms > 0 ? refundByTerms + fees : 0
  // If another guest takes the spot, the percentage is of the taker's payments, not of the leaver's.
  const addsUp = replaced || refundByTerms === 0 || Math.abs(share - (paid * percent) / 100) < 1
  return total === refundByTerms && addsUp ? { percent, share, fees: share - refundByTerms } : null
}

type Facts = ReturnType<typeof factsOf>

function Cancellation(facts: Facts) {
  const { how, paidBy: payer, paid, awaitsFee, sum, back, wasOpen } = facts
  const { opening, first, calendar } = WORDS[how]
  const sentences = payer === null ? refundSentences(back) : null
  return (
    <EventLetter {...facts} kicker={opening} hello="Hello" termsLink={facts.links.terms} ended>
      <Paragraph>{how === 'guest' && payer !== null ? CANCELED_FOR_COMPANION : first}</Paragraph>
      <Paragraph>{moneyWords(facts)}</Paragraph>
      {payer === null && paid > 0 && !awaitsFee && (
        <MoneyTable
          lines={[]}
          total={{ label: mayGrow(facts) ? 'Your refund so far' : 'Your refund', cents: sum }}
        />
      )}
      {sentences && <Paragraph>{sentences}</Paragraph>}
      {payer === null && paid > 0 && <StayMoneyTable {...facts.rows} />}
      <Paragraph>
        {wasOpen && payer === null && 'Anything still unpaid is no longer due. '}
        {calendar}
      </Paragraph>
      <MainButton href={facts.links.events}>See other dates</MainButton>
    </EventLetter>
  )
}

/** Returns true if the refund grows when another guest takes the spot, or when that guest pays more. */
const mayGrow = ({ how, terms, daysBefore, awaitsTaker }: Facts) =>
  awaitsTaker || (how === 'guest' && terms?.percent === 0 && daysBefore > 0)

/** Either the companion or the payer canceled the stay (R52.3). */
const CANCELED_FOR_COMPANION =
  'Your stay is canceled, as you or the person who pays for you asked. If that surprises you, just reply to this email.'

const OUT_OF_CALENDAR = 'If you put the dates in your calendar, please remove them.'

const WORDS: Record<Facts['how'], Record<'opening' | 'first' | 'calendar', string>> = {
  guest: {
    opening: 'Your stay is canceled',
    first: 'Your stay is canceled, as you asked. Maybe another time.',
    calendar: OUT_OF_CALENDAR,
  },
  stay: {
    opening: 'We had to cancel your stay',
    first: 'We’re sorry: we had to cancel your stay.',
    calendar: OUT_OF_CALENDAR,
  },
  event: {
    opening: 'We had to cancel',
    first: 'We’re sorry: we had to cancel this retreat. Please don’t set out.',
    calendar: 'The calendar file in this email marks the dates as canceled.',
  },
}

function preview({ back, paid, awaitsFee, paidBy: payer }: Facts): string {
  if (payer !== null) return 'Any refund goes to the person who paid.'
  if (awaitsFee) return 'The amount of your refund follows.'
  const total = totalBack(back)
  if (back.refused > 0) return 'Please tell us how you would like your refund.'
  if (total > 0) return `Your refund: ${formatMoney(total)}.`
  return paid > 0
    ? 'What this means for your payment.'
    : 'You had not paid anything, so there is nothing to refund.'
}

const ASK_ABOUT_AMOUNT = 'If you wonder why it’s this amount, just reply to this email.'

/** Returns a sentence that explains the refund by its rule, or states only the amount if no rule explains it. */
function moneyWords(facts: Facts): string {
  const { paid, sum, terms, how, paidBy: payer } = facts
  if (payer !== null)
    return `${payer} pays for your stay. Any refund for your stay goes to the person who paid for it.`
  if (paid === 0) return 'You had not paid anything, so there is nothing to refund.'
  if (facts.awaitsFee)
    return `You paid ${formatMoney(paid)}. ${awaitedRule(facts)} We’ll email you the exact amount as soon as we know those fees, usually within an hour.`
  if (terms === null)
    return sum > 0
      ? `You paid ${formatMoney(paid)}. We’re refunding ${formatMoney(sum)}. ${ASK_ABOUT_AMOUNT}`
      : `You paid ${formatMoney(paid)}. Nothing is refunded. ${ASK_ABOUT_AMOUNT}`
  if (how !== 'guest') return 'We’re refunding every cent you paid.'
  return byTheTerms(facts, terms)
}

/** Returns the rule for a refund whose amount depends on a fee that Stripe has not reported yet. */
function awaitedRule({ terms, replaced, daysBefore }: Facts): string {
  if (terms === null || replaced || terms.percent === 0)
    return 'We’ll refund you under our Terms of Stay, based on the day you canceled, minus card fees.'
  return `You canceled ${daysWords(daysBefore)}. Under our Terms of Stay, you get ${describeShare(terms.percent, { minusFees: true })}.`
}

function byTheTerms(
  { daysBefore, replaced, sum, awaitsTaker }: Facts,
  { percent, fees }: NonNullable<Facts['terms']>,
): string {
  const when = `You canceled ${daysWords(daysBefore)}.`
  if (percent === 0) {
    const rule = `${when} Our Terms of Stay give no refund fewer than ${REPLACEABLE.under} days before the start, ${UNLESS_TAKEN}. Nobody had taken it when you canceled.`
    return daysBefore > 0 ? `${rule} If you know someone who will, reply to this email right away.` : rule
  }
  if (replaced) {
    const rule = `Someone took your spot ${daysWords(daysBefore)}. Under our Terms of Stay, we refund ${REPLACEMENT_SHARE}.`
    if (awaitsTaker && sum === 0) return `${rule} When they pay, we refund your share and email you.`
    if (awaitsTaker) return `${rule} When they pay more, we refund more and email you.`
    return sum > 0 ? rule : `${rule} They paid nothing for it, so there is nothing to refund.`
  }
  return `${when} Under our Terms of Stay, you get ${describeShare(percent, { minusFees: fees > 0 })}.`
}

function daysWords(daysBefore: number): string {
  if (daysBefore < 0) return 'after the start'
  if (daysBefore === 0) return 'on the day of the start'
  return daysBefore === 1 ? 'the day before the start' : `${daysBefore} days before the start`
}
