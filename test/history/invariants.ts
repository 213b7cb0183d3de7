/**
 * Checks that run after every step of a random test (R20.2, R2.2, R3.6). Each check compares the snapshots
 * before and after the step, and returns a sentence for each problem.
 */
import { ranchDay, ranchInstant } from '#shared/days.ts'
import { hasHappened } from '#domain/events/rules.ts'
import {
  bookedOf,
  firstInvoiceOf,
  isEventCancelled,
  lodgingLeftAt,
  refundsAtProvider,
  sumOf,
  type Snapshot,
  takenOf,
  takesSpot,
} from './snapshot.ts'
import { mailsMatchTheirCauses } from './causes.ts'
import { guestsGetNoMoreThanCame, refundsAreCovered } from './covered-refunds.ts'
import { refundPartsStay } from './total-invariants.ts'
import { freePartiesWait, linksStayWithTheirGuests } from './ownership-invariants.ts'
import { dollars, TENTHS, type HistoryState } from './history-state.ts'

export interface Step {
  before: Snapshot
  after: Snapshot
  state: HistoryState
}

type Invariant = (step: Step) => string[]

const spotsAreNeverExceeded: Invariant = ({ before, after, state }) =>
  after.events.flatMap((event, index) => {
    const [was, taken] = [takenOf(before, event.id), takenOf(after, event.id)]
    const spots = Math.max(event.spots, before.events[index]?.spots ?? 0)
    const overbooked = state.overbooked.filter((id) => id === event.id).length
    if (taken <= Math.max(spots, was) + overbooked) return []
    return [`${event.name} has ${event.spots} spots, but ${taken} are taken (${was} before)`]
  })

const stockIsNeverExceeded: Invariant = ({ before, after, state }) =>
  after.options.flatMap((option) => {
    const booked = bookedOf(after, option.id)
    // An admin who adds guests to a full event may also choose a sold-out option for them.
    const most = Math.max(option.stock ?? Infinity, bookedOf(before, option.id)) + state.overbooked.length
    if (booked <= most) return []
    return [`of ${option.stock} ${option.name} ${booked} are booked`]
  })

/**
 * Checks that the last lodging stays free for guests who have a spot but have not chosen lodging yet (R37.4).
 * Only an admin may give it to another guest.
 */
const lodgingIsKept: Invariant = ({ before, after, state }) =>
  after.events.flatMap(({ id, name }) => {
    const [was, left] = [lodgingLeftAt(before, id), lodgingLeftAt(after, id)]
    if (left >= Math.min(0, was) || state.overbooked.length > 0) return []
    return [`${name} has ${left} lodgings beyond what is kept for who has yet to choose`]
  })

const shownSpotsAreTheTakenOnes: Invariant = ({ after }) =>
  after.events.flatMap((event) => {
    const shown = after.shown.find((one) => one.id === event.id)
    const taken = takenOf(after, event.id)
    const isFull = taken >= event.spots || lodgingLeftAt(after, event.id) <= 0
    if (shown?.reservedSpots === taken && shown.isFull === isFull) return []
    return [`${event.name} shows ${shown?.reservedSpots} reserved spots, but ${taken} are taken`]
  })

const NEXT: Record<string, string[]> = {
  pending: ['confirmed', 'expired', 'refunded'],
  expired: ['confirmed', 'refunded'],
  confirmed: [],
  cancelled: [],
  refunded: [],
}

const statusesOnlyMoveOn: Invariant = ({ before, after, state }) =>
  before.reservations.flatMap((old) => {
    const row = after.reservations.find((one) => one.id === old.id)
    if (!row) return state.deleted.has(old.id) ? [] : [`reservation ${old.id} has vanished`]
    if (row.status === old.status) return []
    const asked = state.cancelled.has(row.id) || isEventCancelled(after, row.eventId)
    if (row.status === 'cancelled' && (asked || takerOf(after, row.id))) return []
    if (NEXT[old.status]?.includes(row.status)) return []
    if (old.status === 'cancelled' && row.status === 'confirmed' && state.reinstated.has(row.id)) return []
    return [`reservation ${old.id} went from ${old.status} to ${row.status}`]
  })

/**
 * Returns the reservation that took over the spot of reservation `id`. A pending or expired reservation has
 * not taken it over.
 */
const takerOf = ({ reservations }: Snapshot, id: number) =>
  reservations.find((row) => row.replacesId === id && !['pending', 'expired'].includes(row.status))

/**
 * Checks that at most one guest takes over a spot. Also checks that the leaver's reservation is no longer
 * confirmed once the taker's is.
 */
const replacedStaysEndOnce: Invariant = ({ after, state }) =>
  after.reservations.flatMap((row) => {
    const takers = after.reservations.filter(({ replacesId }) => replacesId === row.id)
    const having = takers.filter(({ status }) => status === 'confirmed')
    const paying = takers.filter(({ status }) => status === 'pending')
    const note = after.cancellations.find((one) => one.reservationId === row.id)
    const stands = row.status === 'confirmed'
    const byItself = note?.replacementFound && note.cancelledBy === 'guest'
    return [
      ...(stands && having.length > 0 ? [`reservation ${row.id} stands beside who has taken it over`] : []),
      ...(having.length + paying.length > 1 ? [`reservation ${row.id} is taken over twice`] : []),
      ...(byItself && takers.length === 0 && state.deleted.size === 0
        ? [`reservation ${row.id} was replaced by nobody`]
        : []),
    ]
  })

/**
 * Returns the largest number of reservations that may have had a spot at any moment of a step. In one long
 * step, for example, a waitlist offer may hold a spot and expire.
 */
const mostTaken = ({ before, after }: Step, eventId: number) =>
  after.reservations.filter((row) => {
    const old = before.reservations.find(({ id }) => id === row.id)
    const isOfEvent = row.eventId === eventId || old?.eventId === eventId
    return isOfEvent && (!old || takesSpot(before, old) || takesSpot(after, row))
  }).length

const refundedLateOnlyWithoutSpot: Invariant = (step) =>
  step.after.reservations.flatMap((row) => {
    const { before, after } = step
    const old = before.reservations.find((one) => one.id === row.id)
    if (row.status !== 'refunded' || old?.status === 'refunded') return []
    const event = (moment: Snapshot) => moment.events.find((one) => one.id === row.eventId)
    // A party gets spots for all of its guests or for none. So this counts all refunded guests of the party.
    const together = after.reservations.filter(
      ({ id, partyId, status }) =>
        id === row.id || (partyId !== null && partyId === row.partyId && status === 'refunded'),
    )
    const noSpot = [before, after].some(
      (moment) => mostTaken(step, row.eventId) + together.length > (event(moment)?.spots ?? 0),
    )
    const over = hasHappened(event(after)?.startDateDate ?? '', ranchDay(after.now))
    // The site may have refused the spot because of an option. Another guest may have had that option during
    // the step and given it up before its end.
    const chose = after.choices.some(({ reservationId }) => reservationId === row.id)
    return noSpot || chose || over || isEventCancelled(after, row.eventId)
      ? []
      : [`reservation ${row.id} was refunded although a spot was free`]
  })

/**
 * Checks that exactly the canceled reservations have a row in `cancellations`. The refunds of each must add
 * up to the amount in its row.
 */
const cancelledAsDecided: Invariant = ({ after }) =>
  after.reservations.flatMap((row) => {
    const note = after.cancellations.find((one) => one.reservationId === row.id)
    if ((row.status === 'cancelled') !== (note !== undefined))
      return [`reservation ${row.id} is ${row.status}, ${note ? 'with' : 'without'} a note of its canceling`]
    const ours = after.refunds.filter((one) => one.key.startsWith(`cancelled:${row.id}:`))
    const [hand, card] = [sumOf(ours.filter((one) => one.byHand)), sumOf(ours.filter((one) => !one.byHand))]
    // `refundToCards` still includes a card refund that failed, until a further refund is decided for the same
    // cancellation.
    const refused = sumOf(ours.filter(({ status, byHand }) => status === 'failed' && !byHand))
    const isCard = note && card - refused <= note.refundToCards && note.refundToCards <= card
    return !note || (hand === note.refundByHand && isCard)
      ? []
      : [`reservation ${row.id} was to give back other sums than ${dollars(card)} and ${dollars(hand)}`]
  })

const nobodyGivesMoreThanCame: Invariant = ({ after }) =>
  after.payments.flatMap((row) => {
    const given = after.refunds.filter((one) => one.paymentId === row.id && one.status !== 'failed')
    // Leaves out refunds in Stripe's dashboard, which the site cannot limit.
    const ours = given.filter((one) => one.reason !== 'provider')
    return sumOf(ours) <= row.amount
      ? []
      : [`payment ${row.id} of ${dollars(row.amount)} gives ${dollars(sumOf(ours))}`]
  })

const moneyRowsStay: Invariant = ({ before, after, state }) => [
  ...before.payments.flatMap((old) => {
    const row = after.payments.find((one) => one.id === old.id)
    // Skips a manual payment if an admin has changed its invoice, because that may change or delete the payment.
    if (old.intentId === null && old.invoiceId !== null && state.reworked.has(old.invoiceId)) return []
    // If an admin deletes an invoice, its payment stays but no longer names an invoice.
    const kept = after.invoices.some((one) => one.id === old.invoiceId)
    const invoiceId = kept ? old.invoiceId : null
    const same = row?.amount === old.amount && row.invoiceId === invoiceId && row.intentId === old.intentId
    return same ? [] : [`payment ${old.id} is gone or another one`]
  }),
  ...before.intents.flatMap((old) => {
    const row = after.intents.find((one) => one.id === old.id)
    const same = old.status === 'open' || row?.status === old.status
    return same ? [] : [`${old.id} was ${old.status} and is ${row?.status}`]
  }),
]

const paymentsAreCharges: Invariant = ({ after }) =>
  after.payments.flatMap((row) => {
    if (row.intentId === null) return []
    const charge = after.ledger.charges.find((one) => one.paymentIntent === row.intentId)
    if (charge?.amount === row.amount) return []
    return [`payment ${row.id} of ${dollars(row.amount)} is ${dollars(charge?.amount ?? 0)} at the provider`]
  })

const refundsStayWithinTheirCharge: Invariant = ({ after }) =>
  after.payments.flatMap((row) => {
    if (row.intentId === null) return []
    const ours = after.refunds.filter((one) => one.paymentId === row.id && one.status !== 'failed')
    const given = sumOf(refundsAtProvider(after, row.intentId))
    const booked = sumOf(ours.filter((one) => one.status === 'succeeded' && !one.byHand))
    if (given <= row.amount && booked <= row.amount) return []
    return [`payment ${row.id} of ${dollars(row.amount)} has refunds of ${dollars(Math.max(given, booked))}`]
  })

const oneOpenIntentPerInvoice: Invariant = ({ after }) =>
  after.invoices.flatMap(({ id }) => {
    const open = after.intents.filter((intent) => intent.invoiceId === id && intent.status === 'open')
    return open.length <= 1 ? [] : [`invoice ${id} has ${open.length} open payments`]
  })

const openInvoicesAreMarked: Invariant = ({ after }) =>
  after.invoices.flatMap(({ id, unpaid }) => {
    const isPaid = after.payments.some((payment) => payment.invoiceId === id)
    return isPaid === !unpaid ? [] : [`invoice ${id} is ${isPaid ? '' : 'not '}paid and marked otherwise`]
  })

const confirmedMeansPaid: Invariant = ({ after, state }) =>
  after.reservations.flatMap((row) => {
    if (row.status !== 'confirmed' || row.price === 0) return []
    if (state.byHand.has(row.id) || state.regrouped.has(row.id)) return []
    const first = firstInvoiceOf(after, row.id)
    // The stay itself cost nothing, because the event or a discount code made it free. So there is no invoice
    // for the sign-up. Options that the guest chose later have their own invoice.
    const chosen = after.choices.filter(({ reservationId }) => reservationId === row.id)
    const own = chosen.reduce((sum, { price }) => sum + price, 0)
    if (!first && (row.share ?? row.price) === own) return []
    if (after.payments.some((payment) => payment.invoiceId === first?.id)) return []
    return [`reservation ${row.id} is confirmed without a payment`]
  })

const sentMailsHaveArrived: Invariant = ({ after, state }) => {
  const sent = after.emails.filter((row) => row.status === 'sent')
  // The purge deletes every e-mail that names the guest, and empties e-mails about the guest's party or about
  // other stays of the same address. It also deletes the copies in the e-mail sandbox. An e-mail of type
  // `news` names several guests, and is deleted with the first of them.
  const isAnybodyGone = state.deleted.size > 0 || after.reservations.some((row) => row.purgedAt !== null)
  const kept = sent.filter(
    ({ emailType, content }) => !isAnybodyGone || (emailType !== 'news' && content !== null),
  )
  // Deleting a reservation deletes its e-mails, but copies of them may still be in the e-mail sandbox.
  const most = state.deleted.size > 0 ? Infinity : sent.length
  if (kept.length <= after.mailCount && after.mailCount <= most) return []
  return [`${sent.length} mails are marked as sent, ${after.mailCount} have arrived`]
}

/**
 * Checks that the site e-mails a companion only after the payment has arrived. Without a payment, the payer
 * must first confirm by e-mail (R46.1).
 */
const invitationsWait: Invariant = ({ after }) =>
  after.emails.flatMap(({ emailType, reservationId }) => {
    const row = after.reservations.find(({ id }) => id === reservationId)
    const isEarly = row?.status === 'pending' || row?.status === 'expired'
    return emailType === 'companion-invited' && isEarly
      ? [`the companion of reservation ${row.id} is e-mailed although it is ${row.status}`]
      : []
  })

const repliesAreAnswers: Invariant = ({ state }) =>
  state.replies.flatMap(({ to, status, code }) => {
    const { unanswered, crashes } = state.site.conditions
    if (status === 502 && unanswered + crashes > 0) return []
    if (status === 500 && crashes > 0) return []
    // Accepts a refused discount code. Also accepts a 404 if a step has deleted, changed or moved something,
    // or has renewed a link. The guest may then still use an invoice or a private link that no longer exists.
    if (code === 'code_unknown') return []
    const { deleted, reworked, moved, renewed } = state
    if (status === 404 && deleted.size + reworked.size + moved.size + renewed.size > 0) return []
    return status >= 500 || status === 0 || status === 400 || status === 404
      ? [`${to} got ${status} ${code}`]
      : []
  })

const nothingBroke: Invariant = ({ state, after }) => [
  ...state.site.errors.filter((line) => !isExpected(line)).map((line) => `the log says ${line.trim()}`),
  ...after.outbox
    .filter((row) => row.deadAt !== null && row.kind !== 'send-refund')
    .map((row) => `the job ${row.dedupeKey} was given up: ${row.lastError}`),
]

// Matches error lines that the log may contain. Stripe may refuse a refund after a dispute or a refund in its
// dashboard, or no webhook may arrive.
const isExpected = (line: string) =>
  (line.includes('"kind":"send-refund"') && line.includes('refused the refund')) ||
  line.includes('"problem":"stripe_webhook_silent"')

/**
 * Statuses of reservations that are not paid. Before the payment arrives, all guests of a party must have the
 * same status (R39.1).
 */
const NOT_YET: ReadonlySet<string> = new Set(['pending', 'expired', 'refunded'])

/**
 * Returns the cents that were paid for guests who were split off this payer's party, minus the refunds of their
 * cancellations.
 */
const paidForOthers = (after: Snapshot, payerId: number, members: Snapshot['reservations']): number => {
  const own = after.invoices.filter(({ reservationId, extra }) => reservationId === payerId && !extra)
  const lines = after.lines.filter(
    ({ invoiceId, reservationId }) =>
      own.some(({ id }) => id === invoiceId) && members.every(({ id }) => id !== reservationId),
  )
  const refunded = lines.map(({ invoiceId, reservationId }) => {
    const payment = after.payments.find((one) => one.invoiceId === invoiceId)
    const key = `cancelled:${reservationId}:${payment?.id}:`
    return sumOf(after.refunds.filter((one) => `${one.key}:`.startsWith(key)))
  })
  return sumOf(lines) - refunded.reduce((sum, cents) => sum + cents, 0)
}

const attemptOf = ({ metadata }: Snapshot['ledger']['charges'][number]) =>
  metadata['purpose'] === 'charge' ? Number(metadata['attempt']) : null

/**
 * Checks that each attempt charges a saved card once, with the announced amount, and not before the announced
 * day. The stay must be confirmed, and the card must still be saved (R42).
 */
const savedCardsAreChargedAsAnnounced: Invariant = ({ before, after, state }) =>
  after.ledger.charges.flatMap((charge) => {
    const id = attemptOf(charge)
    if (id === null) return []
    const attempt = after.attempts.find((one) => one.id === id)
    const again = after.ledger.charges.filter((one) => attemptOf(one) === id).length > 1
    if (again) return [`the card of attempt ${id} was charged twice`]
    if (before.ledger.charges.some((one) => one.id === charge.id)) return []
    // Deleting a reservation also deletes the attempts to charge its saved card.
    if (!attempt) return state.deleted.size > 0 ? [] : [`attempt ${id} charged a card and is not there`]
    const { reservationId, amount, chargeOn } = attempt
    const asked = before.attempts.some((one) => one.id === id && one.status === 'charging')
    const stood = before.reservations.some((row) => row.id === reservationId && row.status === 'confirmed')
    const wasKept = before.savedCards.some((one) => one.reservationId === reservationId && !one.endedAt)
    const at = new Date(charge.created * 1000)
    return [
      ...(amount === charge.amount ? [] : [`attempt ${id} was announced with ${dollars(amount)}`]),
      ...(at >= ranchInstant(chargeOn, 9)
        ? []
        : [`attempt ${id} was charged before ${chargeOn}, nine o’clock`]),
      // If the attempt was planned and made in the same step, the snapshot before the step does not contain
      // it.
      ...(asked || (stood && wasKept) || before.now.getTime() < attempt.plannedAt.getTime()
        ? []
        : [`attempt ${id} was charged for reservation ${reservationId}, whose card was not kept`]),
    ]
  })

/**
 * Checks that the site charges a saved card at most three times for one invoice. After a payment, or after
 * the bank asked the guest to authenticate, it must not charge the card again.
 */
const attemptsEnd: Invariant = ({ after }) =>
  after.attempts.flatMap(({ id, invoiceId, status }) => {
    const later = after.attempts.filter((one) => one.invoiceId === invoiceId && one.id > id)
    const tried = later.filter(({ startedAt }) => startedAt !== null)
    return [
      ...(tried.length > 2 ? [`invoice ${invoiceId} was tried more than three times`] : []),
      ...(status === 'needs_guest' && tried.length > 0
        ? [`attempt ${id} needed the guest, and was repeated`]
        : []),
      ...(status === 'succeeded' && tried.length > 0 ? [`attempt ${id} succeeded, and was repeated`] : []),
    ]
  })

const withdrawnCardsEnd: Invariant = ({ after, state }) => [
  ...after.attempts
    .filter(({ reservationId, startedAt }) => {
      const uuid = after.reservations.find((row) => row.id === reservationId)?.uuid ?? ''
      const withdrawn = state.withdrawn.get(uuid)
      return withdrawn && startedAt && startedAt > withdrawn
    })
    .map(
      ({ id, reservationId }) => `attempt ${id} began after reservation ${reservationId} withdrew its card`,
    ),
  ...after.savedCards.flatMap(({ reservationId, endedAt }) => {
    const planned = after.attempts.some(
      (one) => one.reservationId === reservationId && one.status === 'planned',
    )
    return endedAt !== null && planned
      ? [`reservation ${reservationId} keeps no card, and is to be charged`]
      : []
  }),
]

/**
 * Checks that neither a sign-up nor undoing a cancellation uses a discount code beyond its limit (R41.2,
 * R41.5). Also checks that no price or discount is negative. If an expired hold is paid late, its code may
 * exceed the limit.
 */
const codesAreNotOverused: Invariant = ({ before, after }) => {
  const [tenth] = after.codes
  const isUse = (row: Snapshot['reservations'][number]) =>
    row.codeId === tenth?.id && ['pending', 'confirmed'].includes(row.status)
  const uses = after.reservations.filter(isUse)
  const earlier = new Map(before.reservations.map((row) => [row.id, row]))
  const late = uses.some(({ id }) => earlier.get(id)?.status === 'expired')
  const joined = uses.filter(({ id }) => {
    const was = earlier.get(id)
    return !was || was.status === 'cancelled' || (was.status === 'pending' && was.codeId !== tenth?.id)
  })
  return [
    ...(uses.length > TENTHS && joined.length > 0 && !late
      ? [`a code for ${TENTHS} is used by ${uses.map(({ id }) => id).join(', ')}`]
      : []),
    ...after.reservations
      .filter(({ discount, price }) => discount < 0 || price < 0)
      .map(({ id, price }) => `reservation ${id} costs ${dollars(price)}`),
  ]
}

const partiesAreWhole: Invariant = ({ after }) =>
  after.reservations.flatMap((payer) => {
    if (payer.partyId !== payer.id) return []
    const members = after.reservations.filter(({ partyId }) => partyId === payer.id)
    // Leaves out canceled guests, because one guest of a party may be canceled alone. If the payer is
    // canceled, no other guest of the party may still be active.
    const half = members.filter(
      ({ status }) =>
        status !== payer.status &&
        status !== 'cancelled' &&
        (payer.status === 'cancelled' || NOT_YET.has(status) || NOT_YET.has(payer.status)),
    )
    const shares = members.reduce((sum, { share }) => sum + (share ?? Number.NaN), 0)
    const asksForOther = (invoice: number) =>
      after.lines.some(
        ({ invoiceId, reservationId }) =>
          invoiceId === invoice && members.every(({ id }) => id !== reservationId),
      )
    return [
      ...half.map(
        ({ id, status }) =>
          `reservation ${id} is ${status}, and ${payer.id}, who pays for it, ${payer.status}`,
      ),
      ...members
        .filter(({ id, price }) => id !== payer.id && price !== 0)
        .map(({ id, price }) => `reservation ${id} costs ${dollars(price)} itself`),
      // The payer's price still contains payments for guests who were split off the party later.
      ...(shares + paidForOthers(after, payer.id, members) === payer.price
        ? []
        : [
            `reservation ${payer.id} costs ${dollars(payer.price)}, its party’s shares sum to ${dollars(shares)}`,
          ]),
      ...after.invoices
        .filter(({ id, reservationId, unpaid }) => reservationId === payer.id && unpaid && asksForOther(id))
        .map(({ id }) => `invoice ${id} asks reservation ${payer.id} for a guest who was split off`),
    ]
  })

const companionsHaveWhoPays: Invariant = ({ after }) => [
  ...after.reservations
    .filter(
      ({ partyId }) =>
        partyId !== null && after.reservations.every((row) => row.id !== partyId || row.partyId !== partyId),
    )
    .map(({ id, partyId }) => `reservation ${id} is paid for by ${partyId}, who pays for nobody`),
  ...after.invoices.flatMap(({ id, amount, reservationId }) => {
    const lines = after.lines.filter(({ invoiceId }) => invoiceId === id)
    const stay = after.reservations.find((row) => row.id === reservationId)
    return [
      ...(lines.length > 0 && sumOf(lines) !== amount
        ? [`invoice ${id} of ${dollars(amount)} is for guests with ${dollars(sumOf(lines))}`]
        : []),
      ...(stay && stay.partyId !== null && stay.partyId !== stay.id
        ? [`invoice ${id} stands with reservation ${stay.id}, for whom somebody else pays`]
        : []),
    ]
  }),
]

const INVARIANTS = [
  spotsAreNeverExceeded,
  stockIsNeverExceeded,
  lodgingIsKept,
  shownSpotsAreTheTakenOnes,
  statusesOnlyMoveOn,
  replacedStaysEndOnce,
  refundedLateOnlyWithoutSpot,
  cancelledAsDecided,
  nobodyGivesMoreThanCame,
  guestsGetNoMoreThanCame,
  refundsAreCovered,
  refundPartsStay,
  moneyRowsStay,
  paymentsAreCharges,
  refundsStayWithinTheirCharge,
  oneOpenIntentPerInvoice,
  openInvoicesAreMarked,
  confirmedMeansPaid,
  savedCardsAreChargedAsAnnounced,
  attemptsEnd,
  withdrawnCardsEnd,
  codesAreNotOverused,
  partiesAreWhole,
  companionsHaveWhoPays,
  mailsMatchTheirCauses,
  sentMailsHaveArrived,
  invitationsWait,
  freePartiesWait,
  linksStayWithTheirGuests,
  repliesAreAnswers,
  nothingBroke,
]

export const violationsOfStep = (step: Step): string[] => INVARIANTS.flatMap((holds) => holds(step))
