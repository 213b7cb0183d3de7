/** Lets a history come to rest, and what must be true then. */
import { isActive } from '#shared/reservation-status.ts'
import { compareWithProvider } from '#domain/desk/reconciliation/nightly-reconciliation.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { bookingDeps } from '../support/booking/deps.ts'
import { countFurther } from './causes.ts'
import { emailsAgree } from './email-amounts.ts'
import { takersMoneyIsPassedOn } from './covered-refunds.ts'
import { readStatements, statementsAgree } from './statement-totals.ts'
import { readTables, totalsAgree } from './total-invariants.ts'
import { runWork } from './site.ts'
import { mailsToOthers } from './ownership-invariants.ts'
import {
  firstInvoiceOf,
  isEventCancelled,
  refundsAtProvider,
  takesSpot,
  sumOf,
  takeSnapshot,
  wasDisputed,
  type PaymentRow,
  type Snapshot,
} from './snapshot.ts'
import { stopOffers } from './steps/waitlist.ts'
import { processingIntents } from './steps/environment.ts'
import { countEvent, dollars, logLine, type HistoryState } from './history-state.ts'

/** The provider answers, the banks make up their minds, every hour the site does what is due. */
export async function runUntilIdle(state: HistoryState): Promise<void> {
  const { app, conditions } = state.site
  Object.assign(conditions, { provider: 'up', dyingAt: null, meanwhile: null })
  await app.sandbox?.control.reset()
  for (const [index, id] of (await processingIntents(state)).entries())
    await app.sandbox?.control.finish(id, index % 2 === 0 ? 'charge' : 'fail')
  await stopOffers(state)
  // A day and a night: what is held for the waitlist ends too.
  for (const minutes of [2, 20, 61, 61, 61, 36 * 60, 61]) {
    app.clock.advance({ minutes })
    await runWork(state.site, 'everything')
  }
  logLine(state, 'everything has come to rest')
}

interface Rest {
  state: HistoryState
  now: Snapshot
  /** Reservation id → what its private page says; of those whose guests are not forgotten. */
  pages: Map<number, GuestReservation>
}

type Invariant = (rest: Rest) => string[]

/** Whose money an intent became, in our books. */
const reservationOf = ({ invoices, intents }: Snapshot, intentId: string) => {
  const invoiceId = intents.find((intent) => intent.id === intentId)?.invoiceId
  return invoices.find((invoice) => invoice.id === invoiceId)?.reservationId ?? null
}

const nothingIsLeftOpen: Invariant = ({ now }) => [
  ...now.reservations
    .filter((row) => row.status === 'pending')
    .map((row) => `reservation ${row.id} is still pending`),
  ...now.reservations
    // A guest whose data was deleted after the event is not canceled when that event is given new dates and called off.
    .filter((row) => row.purgedAt === null && takesSpot(now, row) && isEventCancelled(now, row.eventId))
    .map((row) => `reservation ${row.id} stands in a canceled event`),
  ...now.intents.filter((row) => row.status === 'open').map((row) => `${row.id} is still open`),
  ...now.refunds
    .filter((row) => row.status === 'requested')
    .map((row) => `the refund ${row.key} was never made`),
  ...now.attempts
    .filter(({ status }) => status === 'charging')
    .map(({ id }) => `attempt ${id} to charge a kept card has no end`),
  ...now.cancellations
    .filter((note) => note.awaited !== null)
    .map((note) => `the refund of reservation ${note.reservationId} still waits for a fee`),
  ...now.outbox
    .filter((row) => row.doneAt === null && row.deadAt === null)
    .map((row) => `the job ${row.dedupeKey} is still to be done: ${row.lastError}`),
]

const everyChargeIsBooked: Invariant = ({ now }) =>
  now.ledger.charges.flatMap((charge) => {
    const rows = now.payments.filter((row) => row.intentId === charge.paymentIntent)
    const [row] = rows
    if (rows.length !== 1 || !row) return [`${charge.paymentIntent} was charged and is no payment of ours`]
    return [
      ...(row.fee === charge.fee ? [] : [`payment ${row.id} has a fee of ${row.fee}, not ${charge.fee}`]),
      ...(row.withdrawn === charge.withdrawn
        ? []
        : [`of payment ${row.id} disputes hold ${row.withdrawn} with us, not ${charge.withdrawn}`]),
    ]
  })

const everyRefundIsBooked: Invariant = ({ now }) => {
  const ours = now.refunds.filter((row) => row.status === 'succeeded' && !row.byHand)
  return [
    ...now.ledger.refunds
      .filter((refund) => refund.status === 'succeeded')
      .filter(
        (refund) => !ours.some((row) => row.providerRefundId === refund.id && row.amount === refund.amount),
      )
      .map((refund) => `the provider's refund of ${dollars(refund.amount)} is not in our records`),
    ...ours
      .filter((row) => {
        const there = now.ledger.refunds.find((refund) => refund.id === row.providerRefundId)
        return there?.status !== 'succeeded'
      })
      .map((row) => `our refund ${row.key} is none at the provider`),
  ]
}

/** The provider keeps the cards that we say it does, and no others; a customer whose reply was lost has none, and no name. */
const cardsAreKeptAsSaid: Invariant = ({ now }) => {
  const kept = now.keptCards.flatMap(({ customer }) => (customer === null ? [] : [customer]))
  const { cards } = now.ledger.kept
  return [
    ...cards
      .filter((customer) => !kept.includes(customer))
      .map((customer) => `the card of ${customer} is still kept at the provider`),
    ...kept
      .filter((customer) => cards.filter((one) => one === customer).length !== 1)
      .map((customer) => `the card of ${customer} is not kept at the provider`),
  ]
}

const ACTIVE = new Set<string | undefined>(['confirmed', 'cancelled'])

/** Every succeeded intent is a payment with an invoice of a stay that stands, or was refunded in full, once. */
const moneyIsEarnedOrRefunded: Invariant = ({ now, state }) =>
  now.payments.flatMap((row) => {
    if (row.intentId === null || wasDisputed(now, row.intentId)) return []
    // The bank sent a refund back: that is the admin's to mend, and Today names it.
    if (now.refunds.some((one) => one.paymentId === row.id && returnedToProvider(one))) return []
    // Its reservation was deleted all the same.
    if (state.deletedWithMoney && row.invoiceId === null && row.reservationId === null) return []
    const stay = now.reservations.find((one) => one.id === reservationOf(now, row.intentId ?? ''))
    const given = refundsAtProvider(now, row.intentId)
    const byUs = given.filter((refund) => automatic(refund.metadata['refund_key']))
    const kept = row.invoiceId !== null && ACTIVE.has(stay?.status)
    if (byUs.length > 1) return [`payment ${row.id} was given back ${byUs.length} times`]
    if (byUs.length === 1 || !kept) {
      if (sumOf(given) === row.amount) return byUs.length === 1 && kept ? keptAndRefunded(now, row) : []
      return [
        `payment ${row.id} has no stay, and ${dollars(sumOf(given))} of ${dollars(row.amount)} were given back`,
      ]
    }
    return []
  })

// A stay cancelled by the admin may be paid late; one that is confirmed never gets its money back by itself.
const keptAndRefunded = (now: Snapshot, { id, intentId }: PaymentRow) => {
  const stay = now.reservations.find((one) => one.id === reservationOf(now, intentId ?? ''))
  return stay?.status === 'confirmed' ? [`payment ${id} of a confirmed stay was given back`] : []
}

const automatic = (key: string | undefined) => /^(late|duplicate|orphan):/.test(key ?? '')

/** A refund that failed after the provider had made it. */
const returnedToProvider = ({ status, providerRefundId }: Snapshot['refunds'][number]) =>
  status === 'failed' && providerRefundId !== null

// Only what the dashboard or the bank refunded before us leaves nothing for a refund of ours, also where the bank sent that back later.
const onlyExplainedRefundsFail: Invariant = ({ now }) =>
  now.refunds.flatMap((row) => {
    const { intentId } = now.payments.find((payment) => payment.id === row.paymentId) ?? {}
    if (row.status !== 'failed' || returnedToProvider(row) || !intentId || wasDisputed(now, intentId)) return []
    const { refunds } = now.ledger
    const byDesk = refunds.some((one) => one.paymentIntent === intentId && !one.metadata['refund_key'])
    return byDesk ? [] : [`the refund ${row.key} failed for no reason`]
  })

const pagesShowTheLedger: Invariant = ({ now, pages }) =>
  now.reservations.flatMap((row) => {
    if (row.purgedAt !== null) return []
    const intents = now.intents.filter((intent) => reservationOf(now, intent.id) === row.id)
    const card = now.ledger.charges
      .filter((charge) => intents.some((intent) => intent.id === charge.paymentIntent))
      .reduce((sum, charge) => sum + charge.amount - charge.refunded, 0)
    const came = now.payments.filter((one) => one.reservationId === row.id)
    // What is due, by hand is not the stay's any more.
    const given = now.refunds.filter((one) => one.byHand)
    const cash =
      sumOf(came.filter((one) => one.method !== 'card')) -
      sumOf(given.filter((one) => came.some((payment) => payment.id === one.paymentId)))
    const shown = pages.get(row.id)?.totalPaid
    if (shown === card + cash) return []
    return [
      `reservation ${row.id} shows ${dollars(shown ?? -1)} paid, the provider has ${dollars(card + cash)}`,
    ]
  })

/** What a page's lines show is its totals: paid, and with what is left what is due in all. */
const linesMakeTheTotals: Invariant = ({ pages }) =>
  [...pages].flatMap(([id, { invoices, money, status, totalDue, totalPaid }]) => {
    const lines = invoices.map((one) => ({ paid: one.paid, amount: one.amount - one.refunded }))
    const paid = sumOf(lines.filter((line) => line.paid))
    const asked = sumOf(lines.filter((line) => !line.paid))
    const all = paid + asked + money.notInvoiced - money.overInvoiced - money.credit
    return [
      ...(paid === totalPaid
        ? []
        : [`reservation ${id} shows ${dollars(totalPaid)} paid, its lines ${dollars(paid)}`]),
      ...(!isActive(status) || all === totalDue
        ? []
        : [`reservation ${id} is due ${dollars(totalDue)}, its lines make ${dollars(all)}`]),
    ]
  })

/** The lines of each invoice sum to it (R37.5). */
const linesMakeTheInvoice: Invariant = ({ pages }) =>
  [...pages.values()].flatMap(({ invoices }) =>
    invoices.flatMap(({ id, amount, lines }) =>
      sumOf(lines) === amount
        ? []
        : [`invoice ${id} of ${dollars(amount)} has lines of ${dollars(sumOf(lines))}`],
    ),
  )

/** Invariant: everything goes back of a stay that the retreat cancelled, unless the admin said otherwise. */
const venueCancellationRefundsAll: Invariant = ({ now, state }) =>
  now.cancellations
    .filter((note) => note.cancelledBy === 'retreat' && note.overrideReason === null)
    // Of a party it may have been for others, of whom the terms keep something.
    .filter(({ reservationId }) => !state.regrouped.has(reservationId))
    .flatMap(({ reservationId }) => now.payments.filter((row) => row.reservationId === reservationId))
    // It came after what was decided.
    .filter(({ invoiceId }) => invoiceId === null || !state.paidAfterCancel.has(invoiceId))
    .flatMap((row) => {
      const refunds = now.refunds.filter((one) => one.paymentId === row.id)
      // Refused by the provider: that is the admin's to mend. Disputed: the bank has it.
      if (refunds.some((one) => one.status === 'failed')) return []
      if (row.intentId !== null && wasDisputed(now, row.intentId)) return []
      return sumOf(refunds) >= row.amount
        ? []
        : [`payment ${row.id} of ${dollars(row.amount)} gave back only ${dollars(sumOf(refunds))}`]
    })

const everyConfirmationIsMailedOnce: Invariant = ({ now, state }) =>
  now.reservations.flatMap((row) => {
    if (state.byHand.has(row.id) || state.regrouped.has(row.id)) return []
    if (row.partyId !== null && row.partyId !== row.id) return companionIsInvitedOnce(now, row)
    const first = firstInvoiceOf(now, row.id)
    const mails = now.emails.filter(
      (mail) =>
        mail.reservationId === row.id &&
        mail.emailType === 'invoice-success' &&
        mail.invoiceId === (first?.id ?? null),
    )
    if (row.status === 'confirmed' && mails.length !== 1)
      return [`reservation ${row.id} is confirmed and has ${mails.length} confirmations`]
    if (row.status === 'expired' && mails.length > 0)
      return [`reservation ${row.id} expired and has a confirmation`]
    return []
  })

/** A companion with an address is told once, when the spot is theirs. */
function companionIsInvitedOnce(
  now: Snapshot,
  { id, status, email }: Snapshot['reservations'][number],
): string[] {
  const told = now.emails.filter(
    ({ reservationId, emailType }) => reservationId === id && emailType === 'companion-invited',
  ).length
  if (status === 'confirmed' && email !== null && told !== 1)
    return [`reservation ${id} is confirmed, and was told so ${told} times`]
  return status === 'expired' && told > 0 ? [`reservation ${id} expired and was told of its spot`] : []
}

const emailsAreSent: Invariant = ({ now, state }) => [
  ...now.emails
    .filter((mail) => mail.status === 'queued' || mail.status === 'failed')
    .map((mail) => `the mail ${mail.dedupeKey} is ${mail.status}: ${mail.failure}`),
  // What was refunded because it came too late is told to the guest and to the admin.
  ...now.refunds
    .filter((refund) => refund.reason === 'late' && refund.status === 'succeeded')
    .flatMap((refund) => {
      const { intentId, reservationId } = now.payments.find((row) => row.id === refund.paymentId) ?? {}
      // The mails went with the reservation.
      if (reservationId === null && state.deleted.size > 0) return []
      const told = now.emails.filter(
        (mail) => mail.dedupeKey.endsWith(`:${intentId}`) && mail.status === 'sent',
      )
      // A guest who is forgotten has no address any more.
      const purged = now.reservations.some((row) => row.id === reservationId && row.purgedAt !== null)
      const gone = told.length === 1 && purged && told[0]?.emailType === 'late-refund-admin'
      return told.length === 2 || gone
        ? []
        : [`the late refund of ${intentId} was told ${told.length} times, not twice`]
    }),
]

const INVARIANTS = [
  nothingIsLeftOpen,
  everyChargeIsBooked,
  everyRefundIsBooked,
  cardsAreKeptAsSaid,
  moneyIsEarnedOrRefunded,
  onlyExplainedRefundsFail,
  pagesShowTheLedger,
  linesMakeTheTotals,
  linesMakeTheInvoice,
  venueCancellationRefundsAll,
  everyConfirmationIsMailedOnce,
  emailsAreSent,
  takersMoneyIsPassedOn,
]

export async function violationsAtRest(state: HistoryState): Promise<string[]> {
  const now = await takeSnapshot(state)
  for (const row of now.reservations) {
    countEvent(state, `a reservation ended as ${row.status}`)
    const code = now.codes.find(({ id }) => id === row.codeId)
    if (code) countEvent(state, `a sign-up by the code ${code.code} ended as ${row.status}`)
  }
  for (const row of now.refunds) countEvent(state, `a refund (${row.reason}) ${row.status}`)
  for (const { takerId } of state.takeOvers.values()) {
    const taker = now.reservations.find(({ id }) => id === takerId)
    countEvent(
      state,
      `a spot was taken over ${taker?.price === 0 ? 'for nothing' : taker?.discount === 0 ? 'at the full price' : 'for less'}`,
    )
  }
  for (const row of now.refunds)
    if (/^cancelled:\d+:\d+:\d+$/.test(row.key)) countEvent(state, 'a taker brought a further refund')
  for (const row of now.attempts) countEvent(state, `a charge of a kept card ended as ${row.status}`)
  for (const { endedAt } of now.keptCards) countEvent(state, `a kept card ${endedAt ? 'ended' : 'stands'}`)
  countFurther(now, state)
  for (const _ of state.withdrawn) countEvent(state, 'a kept card was withdrawn')
  for (const { card } of now.payments)
    if (card?.startsWith('Apple Pay')) countEvent(state, 'a payment by a wallet')
  const pages = new Map<number, GuestReservation>()
  for (const { id, uuid, purgedAt } of now.reservations) {
    const found = await state.people.Ana.guest.browser.call(getReservation, { query: { uuid } })
    // A life that is long enough sees its guests forgotten.
    if (!found.ok && found.code === 'purged' && purgedAt !== null) continue
    if (!found.ok) return [`the page of reservation ${id} answers ${found.status} ${found.code}`]
    pages.set(id, found.data)
  }
  const rest = { state, now, pages }
  const tables = await readTables(state, now)
  const statements = await readStatements(state, now)
  return [
    ...INVARIANTS.flatMap((holds) => holds(rest)),
    ...totalsAgree({ state, now, pages, tables }),
    ...statementsAgree(state, now, statements),
    ...(await emailsAgree(state, now, pages)),
    ...(await mailsToOthers(state, now)),
    ...(await reconciliationDifferences(state)),
  ]
}

/** The site's own nightly proof finds the same: that nothing differs. */
async function reconciliationDifferences({ site }: HistoryState): Promise<string[]> {
  const proved = await compareWithProvider(bookingDeps(site.app))
  if (typeof proved === 'string') return [`the proof of the books is ${proved}`]
  return proved.differences.map(
    ({ intentId, what, ours, theirs }) => `the proof says of ${intentId}: ${what} ${ours}, not ${theirs}`,
  )
}
