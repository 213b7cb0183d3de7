/** Lets the site finish all of its work after the random steps, and checks what must then be true. */
import { isActive } from '#shared/reservation-status.ts'
import { compareWithProvider } from '#domain/desk/reconciliation/nightly-reconciliation.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { bookingDeps } from '../support/booking/deps.ts'
import { countFurther } from './causes.ts'
import { emailsAgree } from './email-amounts.ts'
import { takersMoneyIsPassedOn } from './covered-refunds.ts'
import { readStatements, statementsAgree } from './statement-totals.ts'
import { receiptsAgree } from './receipt-amounts.ts'
import { readTables, totalsAgree } from './total-invariants.ts'
import { closedMonthsStay } from './closed-months.ts'
import { historyAgrees, ledgerAgrees } from './ledger-invariants.ts'
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

/**
 * Runs until nothing is left to do: the card provider replies, the banks decide, and the site runs its due
 * jobs every hour.
 */
export async function runUntilIdle(state: HistoryState): Promise<void> {
  const { app, conditions } = state.site
  conditions.provider = 'up'
  conditions.crashAt = null
  conditions.meanwhile = null
  await app.sandbox?.control.reset()
  for (const [index, id] of (await processingIntents(state)).entries())
    await app.sandbox?.control.finish(id, index % 2 === 0 ? 'charge' : 'fail')
  await stopOffers(state)
  for (const minutes of [2, 20, 61, 61, 61, 36 * 60, 61]) {
    app.clock.advance({ minutes })
    await runWork(state.site, 'everything')
  }
  logLine(state, 'everything has come to rest')
}

interface Rest {
  state: HistoryState
  now: Snapshot
  /** The guests' private pages, by reservation id. Purged guests have none. */
  pages: Map<number, GuestReservation>
}

type Invariant = (rest: Rest) => string[]

/** Returns the reservation that a payment intent paid, by the site's records. */
const reservationOf = ({ invoices, intents }: Snapshot, intentId: string) => {
  const invoiceId = intents.find((intent) => intent.id === intentId)?.invoiceId
  return invoices.find((invoice) => invoice.id === invoiceId)?.reservationId ?? null
}

const nothingIsLeftOpen: Invariant = ({ now }) => [
  ...now.reservations
    .filter((row) => row.status === 'pending')
    .map((row) => `reservation ${row.id} is still pending`),
  ...now.reservations
    // Leaves out purged guests. If the venue moves an event after the purge and then cancels the event, a
    // purged reservation does not change.
    .filter((row) => row.purgedAt === null && takesSpot(now, row) && isEventCancelled(now, row.eventId))
    .map((row) => `reservation ${row.id} is active in a canceled event`),
  ...now.intents.filter((row) => row.status === 'open').map((row) => `${row.id} is still open`),
  ...now.refunds
    .filter((row) => row.status === 'requested')
    .map((row) => `the refund ${row.key} was never made`),
  ...now.attempts
    .filter(({ status }) => status === 'charging')
    .map(({ id }) => `attempt ${id} to charge a saved card never ended`),
  ...now.cancellations
    .filter((note) => note.awaited !== null)
    .map((note) => `the refund of reservation ${note.reservationId} still waits for a fee`),
  ...now.outbox
    .filter((row) => row.doneAt === null && row.deadAt === null)
    .map((row) => `the job ${row.dedupeKey} has not run: ${row.lastError}`),
]

const everyChargeIsBooked: Invariant = ({ now }) =>
  now.ledger.charges.flatMap((charge) => {
    const rows = now.payments.filter((row) => row.intentId === charge.paymentIntent)
    const [row] = rows
    if (rows.length !== 1 || !row)
      return [`${charge.paymentIntent} was charged, but has no payment in our records`]
    return [
      ...(row.fee === charge.fee ? [] : [`payment ${row.id} has a fee of ${row.fee}, not ${charge.fee}`]),
      ...(row.withdrawn === charge.withdrawn
        ? []
        : [`payment ${row.id} has ${row.withdrawn} withdrawn by disputes, not ${charge.withdrawn}`]),
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
      .map((row) => `our refund ${row.key} does not exist at the provider`),
  ]
}

/**
 * Checks that the card provider has exactly the saved cards that the site's records list. If the reply about
 * a new customer was lost, that customer has no card and no name.
 */
const cardsAreKeptAsSaid: Invariant = ({ now }) => {
  const kept = now.savedCards.flatMap(({ customer }) => (customer === null ? [] : [customer]))
  const { cards } = now.ledger.kept
  return [
    ...cards
      .filter((customer) => !kept.includes(customer))
      .map((customer) => `the card of ${customer} is still saved at the provider`),
    ...kept
      .filter((customer) => cards.filter((one) => one === customer).length !== 1)
      .map((customer) => `the card of ${customer} is not saved at the provider`),
  ]
}

const ACTIVE = new Set<string | undefined>(['confirmed', 'cancelled'])

/**
 * Checks that every succeeded payment intent paid an invoice of an active stay, or was refunded in full
 * exactly once.
 */
const moneyIsEarnedOrRefunded: Invariant = ({ now, state }) =>
  now.payments.flatMap((row) => {
    if (row.intentId === null || wasDisputed(now, row.intentId)) return []
    // The guest's bank returned the refund. The Today page lists it, and an admin must decide what to do.
    if (now.refunds.some((one) => one.paymentId === row.id && returnedToProvider(one))) return []
    // An admin deleted the reservation before the site had refunded its payment.
    if (state.deletedWithMoney && row.invoiceId === null && row.reservationId === null) return []
    const stay = now.reservations.find((one) => one.id === reservationOf(now, row.intentId ?? ''))
    const given = refundsAtProvider(now, row.intentId)
    const byUs = given.filter((refund) => automatic(refund.metadata['refund_key']))
    const kept = row.invoiceId !== null && ACTIVE.has(stay?.status)
    if (byUs.length > 1) return [`payment ${row.id} was refunded ${byUs.length} times`]
    if (byUs.length === 1 || !kept) {
      if (sumOf(given) === row.amount) return byUs.length === 1 && kept ? keptAndRefunded(now, row) : []
      return [
        `payment ${row.id} has no stay, and ${dollars(sumOf(given))} of ${dollars(row.amount)} were refunded`,
      ]
    }
    return []
  })

// Returns a problem if the site automatically refunded the payment of a confirmed stay. For a canceled stay,
// such a refund is right, because the guest may have paid after the cancellation.
const keptAndRefunded = (now: Snapshot, { id, intentId }: PaymentRow) => {
  const stay = now.reservations.find((one) => one.id === reservationOf(now, intentId ?? ''))
  return stay?.status === 'confirmed' ? [`payment ${id} of a confirmed stay was refunded`] : []
}

const automatic = (key: string | undefined) => /^(late|duplicate|orphan):/.test(key ?? '')

/** Returns true for a refund that succeeded at Stripe but that the guest's bank returned. */
const returnedToProvider = ({ status, providerRefundId }: Snapshot['refunds'][number]) =>
  status === 'failed' && providerRefundId !== null

// Checks refunds that the site requested and Stripe refused. Each is allowed only if a refund in Stripe's
// dashboard or a dispute took the money first, even if that money came back later.
const onlyExplainedRefundsFail: Invariant = ({ now }) =>
  now.refunds.flatMap((row) => {
    const { intentId } = now.payments.find((payment) => payment.id === row.paymentId) ?? {}
    if (row.status !== 'failed' || returnedToProvider(row) || !intentId || wasDisputed(now, intentId))
      return []
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
    // A refund that an admin owes no longer counts as paid for the stay.
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

/**
 * Checks that the rows of a private page add up to its totals. The paid rows must equal `totalPaid`, and all
 * rows `totalDue`.
 */
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
        : [`reservation ${id} is due ${dollars(totalDue)}, its lines add up to ${dollars(all)}`]),
    ]
  })

/** Checks that the lines of each invoice add up to the invoice's amount (R37.5). */
const linesMakeTheInvoice: Invariant = ({ pages }) =>
  [...pages.values()].flatMap(({ invoices }) =>
    invoices.flatMap(({ id, amount, lines }) =>
      sumOf(lines) === amount
        ? []
        : [`invoice ${id} of ${dollars(amount)} has lines of ${dollars(sumOf(lines))}`],
    ),
  )

/** Checks that a stay is refunded in full if the venue canceled it, unless an admin chose another amount. */
const venueCancellationRefundsAll: Invariant = ({ now, state }) =>
  now.cancellations
    .filter((note) => note.cancelledBy === 'retreat' && note.overrideReason === null)
    // Leaves out guests whose party has changed. A payment may have been for other guests who canceled, and
    // the venue keeps a part of their price.
    .filter(({ reservationId }) => !state.regrouped.has(reservationId))
    .flatMap(({ reservationId }) => now.payments.filter((row) => row.reservationId === reservationId))
    // Leaves out payments that arrived after the refund was decided.
    .filter(({ invoiceId }) => invoiceId === null || !state.paidAfterCancel.has(invoiceId))
    .flatMap((row) => {
      const refunds = now.refunds.filter((one) => one.paymentId === row.id)
      // If Stripe refused the refund, an admin must decide what to do. If the payment is disputed, the bank
      // has the money.
      if (refunds.some((one) => one.status === 'failed')) return []
      if (row.intentId !== null && wasDisputed(now, row.intentId)) return []
      return sumOf(refunds) >= row.amount
        ? []
        : [`payment ${row.id} of ${dollars(row.amount)} refunded only ${dollars(sumOf(refunds))}`]
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

/**
 * Returns a problem unless a companion with an e-mail address got exactly one invitation, after the spot was
 * confirmed.
 */
function companionIsInvitedOnce(
  now: Snapshot,
  { id, status, email }: Snapshot['reservations'][number],
): string[] {
  const told = now.emails.filter(
    ({ reservationId, emailType }) => reservationId === id && emailType === 'companion-invited',
  ).length
  if (status === 'confirmed' && email !== null && told !== 1)
    return [`reservation ${id} is confirmed, but was invited ${told} times`]
  return status === 'expired' && told > 0 ? [`reservation ${id} expired, but was invited`] : []
}

const emailsAreSent: Invariant = ({ now, state }) => [
  ...now.emails
    .filter((mail) => mail.status === 'queued' || mail.status === 'failed')
    .map((mail) => `the e-mail ${mail.dedupeKey} is ${mail.status}: ${mail.failure}`),
  // When the site refunds a late payment, it must e-mail the guest and the admins.
  ...now.refunds
    .filter((refund) => refund.reason === 'late' && refund.status === 'succeeded')
    .flatMap((refund) => {
      const { intentId, reservationId } = now.payments.find((row) => row.id === refund.paymentId) ?? {}
      // The e-mails may have been deleted together with the reservation.
      if (reservationId === null && state.deleted.size > 0) return []
      const told = now.emails.filter(
        (mail) => mail.dedupeKey.endsWith(`:${intentId}`) && mail.status === 'sent',
      )
      // A purged guest has no e-mail address.
      const purged = now.reservations.some((row) => row.id === reservationId && row.purgedAt !== null)
      const gone = told.length === 1 && purged && told[0]?.emailType === 'late-refund-admin'
      return told.length === 2 || gone
        ? []
        : [`the late refund of ${intentId} was e-mailed ${told.length} times, not twice`]
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
  for (const { endedAt } of now.savedCards) countEvent(state, `a kept card ${endedAt ? 'ended' : 'stands'}`)
  countFurther(now, state)
  for (const _ of state.withdrawn) countEvent(state, 'a kept card was withdrawn')
  for (const { card } of now.payments)
    if (card?.startsWith('Apple Pay')) countEvent(state, 'a payment by a wallet')
  const pages = new Map<number, GuestReservation>()
  for (const { id, uuid, purgedAt } of now.reservations) {
    const found = await state.people.Ana.guest.browser.call(getReservation, { query: { uuid } })
    // The random steps may last so long that the site purges guests.
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
    ...(await ledgerAgrees(state, now)),
    ...(await historyAgrees(state, now)),
    ...(await emailsAgree(state, now, pages)),
    ...(await receiptsAgree(state, now, pages)),
    ...(await mailsToOthers(state, now)),
    ...(await reconciliationDifferences(state)),
    ...(await closedMonthsStay(state)),
  ]
}

/**
 * Returns the differences that the site's nightly comparison with the card provider finds. There must be
 * none.
 */
async function reconciliationDifferences({ site }: HistoryState): Promise<string[]> {
  const proved = await compareWithProvider(bookingDeps(site.app))
  if (typeof proved === 'string') return [`the reconciliation is ${proved}`]
  return proved.differences.map(
    ({ intentId, what, ours, theirs }) =>
      `the reconciliation finds ${what} of ${intentId}: ${ours}, not ${theirs}`,
  )
}
