/** `cancellation`: the stay is cancelled, and what goes back of what was paid. */
import { isReplaced, REPLACEABLE } from '#features/booking/domain/refund-policy.ts'
import * as links from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type Block, stayEmail, type StaySource } from '../definition.ts'
import {
  notCancelledProblem,
  refundTotals,
  openInvoices,
  payerName,
  present,
  type Refund,
  toGuest,
  totalBack,
} from '../shared-facts.ts'
import { button, emailWithTerms, moneyRow, moneyTable, text, whereItGoes } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>
type Rows = StaySource['rows']
type Decided = NonNullable<Rows['cancellation']>

export const cancellation = stayEmail({
  dropReason: notCancelledProblem,
  facts: factsOf,
  words(facts) {
    const { opening, first, calendar } = WORDS[facts.how]
    return emailWithTerms(facts, {
      opening,
      preheader: preheader(facts),
      hello: 'Hello',
      blocks: [
        text(first),
        text(moneyWords(facts)),
        ...(facts.paidBy === null ? [...money(facts), ...whereItGoes(facts.back)] : []),
        text(
          facts.wasOpen && facts.paidBy === null
            ? `What was still unpaid is no longer due. ${calendar}`
            : calendar,
        ),
        button('See other dates', facts.links.events),
      ],
    })
  },
  // A cancelled event's file strikes the dates out. A cancelled stay has none: its entry is the event's own, and
  // others in the same calendar may still come.
  attachesDates: ({ how }) => how === 'event',
})

function factsOf(source: StaySource) {
  const { rows, publicUrl } = source
  const decided = decidedWith(present(rows.cancellation), rows)
  const { daysBefore, paid, awaitsFee, awaitsTaker } = decided
  const replaced = isReplaced(decided)
  /** Cents that were decided to go back. */
  const total = decided.refundToCards + decided.refundByHand
  const back = refundTotals(refundsOf(decided, rows))
  return {
    ...toGuest(source),
    how: howCancelled(decided, rows),
    paidBy: paidBy(source),
    /** Ranch days before the start. */
    daysBefore,
    /** A replacement takes the spot, where the terms ask for that. */
    replaced,
    paid,
    terms: termsOf(decided, { total, replaced }),
    /** The sum waits for the card company's fee, which it has not told yet. */
    awaitsFee,
    /** The guest who took the spot still comes, and has not paid everything yet. */
    awaitsTaker,
    sum: total,
    // The refused part of the decided refund: neither under way nor given in another way.
    back: { ...back, refused: Math.max(0, total - totalBack(back)) },
    wasOpen: openInvoices(source).length > 0,
    links: {
      events: links.absoluteLink(publicUrl, links.eventsPath),
      terms: links.absoluteLink(publicUrl, links.termsPath),
    },
  }
}

/** The decision for the guest; of the payer, with those whom the same cancellation took along. */
function decidedWith(own: Decided, { reservation, party }: Rows): Decided {
  const others = party.flatMap(({ id, cancellation: one }) =>
    reservation.partyId === reservation.id && id !== reservation.id && one?.at.getTime() === own.at.getTime()
      ? [one]
      : [],
  )
  return others.reduce(together, own)
}

const together = (one: Decided, other: Decided): Decided => ({
  ...one,
  paid: one.paid + other.paid,
  fees: one.fees + other.fees,
  refundByTerms: one.refundByTerms + other.refundByTerms,
  refundToCards: one.refundToCards + other.refundToCards,
  refundByHand: one.refundByHand + other.refundByHand,
  awaitsFee: one.awaitsFee || other.awaitsFee,
})

/** The payer of a companion, by name where it is fit to be written out; null: the guest themselves (R39.5). */
function paidBy(source: StaySource): string | null {
  const { id, partyId } = source.rows.reservation
  return partyId === null || partyId === id ? null : (payerName(source) ?? 'Somebody else')
}

/** The side that cancelled: the guest, or the retreat, either this stay alone or the whole event. */
function howCancelled({ cancelledBy }: Decided, { event }: Rows): 'guest' | 'stay' | 'event' {
  if (cancelledBy === 'guest') return 'guest'
  return event.cancelledAt === null ? 'stay' : 'event'
}

const BY_CANCELLING: ReadonlySet<string> = new Set(['cancelled', 'retreat-cancelled'])

/** The refunds that the cancellation led to; also those made at the provider's own dashboard instead. */
const refundsOf = ({ at }: Decided, { payments }: Rows): Refund[] =>
  payments
    .flatMap(({ refunds }) => refunds)
    .filter(
      // Of the payer of a party, those of companions who had canceled before are not meant.
      ({ reason, createdAt }) => (BY_CANCELLING.has(reason) || reason === 'provider') && createdAt >= at,
    )

/** The sum by the Terms of Stay. Null where another sum was decided than the terms' own, or the terms do not make it of what was paid, as after a dispute. */
function termsOf(decided: Decided, { total, replaced }: { total: Cents; replaced: boolean }) {
  const { percent, paid, fees, refundByTerms } = decided
  const share = refundByTerms > 0 ? refundByTerms + fees : 0
  // Of a replacement they are a share of what the other person pays.
  const addsUp = replaced || refundByTerms === 0 || Math.abs(share - (paid * percent) / 100) < 1
  return total === refundByTerms && addsUp ? { percent, share, fees: share - refundByTerms } : null
}

const OUT_OF_CALENDAR = 'If you put the dates in your calendar, please take them out.'

const WORDS: Record<Facts['how'], Record<'opening' | 'first' | 'calendar', string>> = {
  guest: {
    opening: 'Your stay is canceled',
    first: 'Your stay is canceled, as you asked. Maybe another time.',
    calendar: OUT_OF_CALENDAR,
  },
  stay: {
    opening: 'We had to cancel your stay',
    first: 'We are sorry: we had to cancel your stay.',
    calendar: OUT_OF_CALENDAR,
  },
  event: {
    opening: 'We had to cancel',
    first: 'We are sorry: we had to cancel this event, so please do not set out.',
    calendar: 'The calendar file in this email marks the dates as canceled.',
  },
}

function preheader({ back, paid, awaitsFee, paidBy: payer }: Facts): string {
  if (payer !== null) return 'Any refund goes to whoever paid.'
  if (awaitsFee) return 'The amount of your refund follows.'
  const total = totalBack(back)
  if (back.refused > 0) return 'Please tell us how you would like your refund.'
  if (total > 0) return `Your refund: ${formatMoney(total)}.`
  return paid > 0
    ? 'What happens to what you paid.'
    : 'You had not paid anything, so nothing is due either way.'
}

/** The rule by which the sum was decided; without a rule, the sum alone. */
function moneyWords(facts: Facts): string {
  const { paid, sum, terms, how, paidBy: payer } = facts
  if (payer !== null) return 'Any refund for your stay goes to whoever paid for it.'
  if (paid === 0) return 'You had not paid anything, so there is nothing to refund.'
  if (facts.awaitsFee)
    return `You paid ${formatMoney(paid)}. The refund follows our Terms of Stay by the day you canceled, less the card company’s fee. We will email you the amount as soon as we know that fee, usually within an hour.`
  if (terms === null)
    return sum > 0
      ? `You paid ${formatMoney(paid)}, and we refund ${formatMoney(sum)}.`
      : `You paid ${formatMoney(paid)}. Nothing is refunded.`
  if (how !== 'guest') return 'Everything you paid is refunded. We keep nothing.'
  return byTheTerms(facts, terms)
}

function byTheTerms(
  { daysBefore, replaced, sum, awaitsTaker }: Facts,
  { percent, fees }: NonNullable<Facts['terms']>,
): string {
  const kept = fees > 0 ? ', minus the fees that the card company keeps' : ''
  const when = `You canceled ${daysWords(daysBefore)}.`
  if (percent === 0)
    return `${when} Within ${REPLACEABLE.under} days our Terms of Stay give no refund, unless a replacement is found for your spot. Then ${REPLACEABLE.percent}% of what they pay for it is refunded.`
  if (replaced) {
    const rule = `Somebody took your spot ${daysWords(daysBefore)}. Under our Terms of Stay you get ${percent}% of what they pay for the same stay and choices.`
    if (awaitsTaker && sum === 0) return `${rule} When they pay, we refund your part and email you.`
    if (awaitsTaker) return `${rule} When they pay more, we refund more and email you.`
    return sum > 0 ? rule : `${rule} They paid nothing for them, so there is nothing to refund.`
  }
  const share = percent === 100 ? 'everything' : `${percent}%`
  return `${when} Under our Terms of Stay you get ${share} back${kept}.`
}

function daysWords(daysBefore: number): string {
  if (daysBefore < 0) return 'after the start'
  if (daysBefore === 0) return 'on the day of the start'
  return daysBefore === 1 ? 'the day before the start' : `${daysBefore} days before the start`
}

function money({ paid, sum, terms, awaitsFee, replaced }: Facts): Block[] {
  if (paid === 0 || awaitsFee) return []
  const partly = terms !== null && !replaced && terms.percent > 0 && terms.percent < 100
  return [
    moneyTable(
      moneyRow('Paid', paid),
      ...(partly ? [moneyRow(`${terms.percent}% of it`, terms.share)] : []),
      ...(terms && terms.fees > 0 ? [moneyRow('Fees of the card company', -terms.fees)] : []),
      moneyRow('Your refund', sum, 'total'),
    ),
  ]
}
