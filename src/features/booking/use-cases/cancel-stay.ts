/** A stay is cancelled (R5.5), of a party one or all (R39.5): nothing can charge for it any more, its spot is free, its money goes back. */
import { type EventRow, findEvent, lockEvent } from '#features/events/index.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { ranchDay, addDays } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { type Cents, shares } from '#shared/money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import type { cancelReservation, PARTY_FAILURES } from '../contract/cancellation.ts'
import type { MemberRefund } from '../contract/refunds.ts'
import type { BookingDeps } from '../deps.ts'
import {
  cancellationTotals,
  paidForStay,
  type PartyBooks,
  receivedFor,
  refundGuest,
  refusedFor,
} from '../domain/party-books.ts'
import { isCompanion, payerOf } from '../domain/party.ts'
import {
  type Decided,
  decideRefund,
  isByTerms,
  overrideProblem,
  type Plan,
  planRefund,
  type Received,
  sumPlans,
  withSum,
  planAwaited,
} from '../domain/refund-policy.ts'
import { isAllPaid, PROMISED, replacementGives } from '../domain/replacement.ts'
import { syncStripeRefunds } from '../payments/apply-intent.ts'
import {
  cancelWithRefund,
  letPay,
  cancellationEmailKey,
  payerEmailKey,
  writeRefunds,
} from '../payments/cancel-with-refund.ts'
import { findBooks, lockBooks, listCompanions, writeBooks } from '../payments/party-books.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { decideAwaited, findTaker, isMailQueued, lockAwaitedRefund } from '../store/refunds.ts'
import { findReservation, type ReservationRow, changeReservation } from '../store/reservations.ts'
import { isPassingOn } from './party.ts'

export interface CancelOrder extends Omit<ParsedOf<typeof cancelReservation>['body'], 'version'> {
  /** The reservation's version that the admin saw; null: whatever it is now. */
  version: number | null
  by: Actor
}

/** The facts on which a stay is cancelled, as they are now. */
export interface Agreeing {
  row: ReservationRow
  event: Pick<EventRow, 'startDateDate' | 'endDateDate' | 'cancelledAt'>
  /** Of all who go. */
  plan: Plan
}

/** Asked before anything is ended at the provider, and again under the locks: null agrees, anything else is the outcome. */
type Agree<No> = (facts: Agreeing) => No | null

/** The reasons why nobody is cancelled, beside those of the caller's own rules. */
export type NotCancelled =
  | Exclude<FailureCodeOf<typeof cancelReservation>, 'event_ended'>
  | NotStopped
  | Problems

interface Problems {
  fields: Record<string, string>
}

/**
 * Ends what could still be paid at the provider, then decides and writes everything under the locks of the event, the
 * reservations, their invoices and their payments. The refunds of cards are enqueued with it: the outbox asks for each once.
 * Unpaid invoices of somebody alone stay, and cannot be paid any more (docs/decisions/0024).
 */
export async function cancelStay<No = never>(
  deps: BookingDeps,
  order: CancelOrder & { agree?: Agree<No> },
): Promise<'done' | NotCancelled | No> {
  const { id, by, agree } = order
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  const payerId = payerOf(found)
  const outcome = await stopPayments<ReservationRow, 'done' | NotCancelled | No>(deps, {
    of: { reservationId: payerId },
    by: by.actor,
    look: async () => {
      const row = await findReservation(deps.db, id)
      const event = row && (await findEvent(deps.db, row.eventId))
      if (!row || !event) return { result: 'not_found' }
      const going = await listGoing(deps.db, row, order)
      if (typeof going === 'string') return { result: going }
      // The sum is checked before anything is ended at the provider, too: an impossible one leaves everything as it is.
      const books = await readSynced(deps, row, by.actor)
      const wanted = decide(books, going.going, { order, event, now: deps.now() })
      if ('fields' in wanted) return { result: wanted }
      const no = agree?.({ row, event, plan: wanted.plan })
      return no ? { result: no } : { seen: row }
    },
    write: async (tx, seen, stopped) => {
      const event = await lockEvent(tx, seen.eventId)
      const books = await lockBooks(tx, id)
      const row = await findReservation(tx, id)
      if (!event || !books || !row) return 'not_found'
      // It was moved to another event meanwhile, whose terms were not looked at, or somebody else pays now.
      if (row.eventId !== seen.eventId || payerOf(row) !== payerId) return 'changed_meanwhile'
      const going = await listGoing(tx, row, order)
      if (typeof going === 'string') return going
      await stopped()
      const now = deps.now()
      const decided = decide(books, going.going, { order, event, now })
      if ('fields' in decided) return decided
      const no = agree?.({ row, event, plan: decided.plan })
      if (no) return no
      const { sendEmail } = order
      if (going.nextPayer !== null)
        await letPay(tx, deps, { books, nextId: going.nextPayer, sendEmail, by, now })
      const tellPayer = sendEmail && order.party === 'one' && row.partyId !== null
      for (const one of decided.each)
        await cancelWithRefund(tx, deps, { ...one, sendEmail, tellPayer, by, now })
      await deps.fault?.('cancellation-written')
      return 'done'
    },
  })
  if (outcome === 'done') await deps.fault?.('cancellation-committed')
  return outcome
}

/** The guests who go with an order, companions first, and the next payer where the payer goes alone. */
interface Going {
  going: [ReservationRow, ...ReservationRow[]]
  nextPayer: number | null
}

/** The guests who go with this order; or why nobody does. */
export async function listGoing(
  db: Database,
  row: ReservationRow,
  order: Pick<CancelOrder, 'version' | 'party' | 'newPayer'>,
): Promise<
  Going | Extract<NotCancelled, 'purged' | 'not_cancellable' | 'stale' | keyof typeof PARTY_FAILURES>
> {
  const { version, party, newPayer } = order
  if (row.purgedAt) return 'purged'
  if (!isStanding(row.status)) return 'not_cancellable'
  if (version !== null && version !== row.version) return 'stale'
  const alone: Going = { going: [row], nextPayer: null }
  if (isCompanion(row)) return party === 'all' ? 'not_payer' : alone
  const others = await listCompanions(db, row)
  const [first, ...rest] = others
  if (!first) return alone
  if (party === 'all') return { going: [first, ...rest, row], nextPayer: null }
  // The sum of a hold is asked of its form, which nobody else has.
  if (!newPayer || row.status === 'pending') return 'pays_for_others'
  const isFit = others.some(({ id, purgedAt }) => id === newPayer && purgedAt === null)
  return isFit && !(await isPassingOn(db, newPayer)) ? { going: [row], nextPayer: newPayer } : 'payer_unfit'
}

/** The books after what the provider's dashboard has refunded of their money was noted. */
async function readSynced(deps: BookingDeps, { id }: ReservationRow, by: string): Promise<PartyBooks> {
  const before = await findBooks(deps.db, id)
  const paid = new Set(
    before?.invoices.flatMap(({ payment, reservationId }) => (payment ? [reservationId] : [])),
  )
  for (const payerId of new Set([...paid, id])) await syncStripeRefunds(deps, payerId, by)
  return (await findBooks(deps.db, id)) ?? { guests: [], invoices: [], loose: [] }
}

interface Deciding {
  order: Pick<CancelOrder, 'cancelledBy' | 'replacementFound' | 'refund' | 'reason' | 'sendEmail'>
  event: Pick<EventRow, 'startDateDate' | 'cancelledAt'>
  now: Date
}

/** The decision for each who goes, and the plan of all together; or the fields that are wrong. */
function decide(
  books: PartyBooks,
  going: Going['going'],
  { order, event, now }: Deciding,
): { plan: Plan; each: { row: ReservationRow; decided: Decided }[] } | Problems {
  const { plan, plans } = planRefunds(books, going, { order, event, now })
  const { refund, reason } = order
  const fields = overrideProblem(plan, { refund, reason })
  if (fields) return { fields }
  const sums =
    refund === undefined || isByTerms(plan, refund)
      ? null
      : shares(
          refund,
          plans.map((one) => one.plan.most),
        )
  const each = plans.map(({ row, plan: own }, index) => {
    const sum = sums?.[index]
    if (sum === undefined) return { row, decided: decideRefund(own, order) }
    return { row, decided: { plan: withSum(own, sum), overrideReason: reason, awaited: null } }
  })
  return { plan, each }
}

/** The plan of each who goes, and all together. */
export function planRefunds(
  books: PartyBooks,
  [first, ...others]: readonly [ReservationRow, ...ReservationRow[]],
  deciding: Parameters<typeof planStayRefund>[1],
): { plan: Plan; plans: { row: ReservationRow; plan: Plan }[] } {
  const of = (row: ReservationRow) => ({ row, plan: planStayRefund(receivedFor(books, row.id), deciding) })
  const [head, rest] = [of(first), others.map(of)]
  return { plan: sumPlans([head.plan, ...rest.map(({ plan }) => plan)]), plans: [head, ...rest] }
}

/** The guests who would be cancelled, and the cents that the terms give back of what was paid for each. */
export const toMembers = (
  sealer: Sealer,
  plans: readonly { row: ReservationRow; plan: Plan }[],
): MemberRefund[] =>
  plans.map(({ row, plan }) => {
    const { customerName } = openGuestDetails(sealer, row)
    return { id: row.id, customerName: customerName ?? '', refund: plan.refundByTerms }
  })

/** The refund plan by the terms. Everybody gets everything back of a cancelled event, whoever asks. */
export function planStayRefund(
  money: Received[],
  { order, event, now }: Omit<Deciding, 'order'> & { order: Pick<Plan, 'cancelledBy' | 'replacementFound'> },
): Plan {
  const cancelledBy = event.cancelledAt === null ? order.cancelledBy : 'retreat'
  const { replacementFound } = order
  const { startDateDate } = event
  return planRefund(money, { cancelledBy, replacementFound, startDateDate, today: ranchDay(now) })
}

const BY = { actor: 'job:awaited-refund' }

/** The cents that who took a stay's spot has paid toward their price, with their books locked; 0 once they no longer come there. */
async function lockTakersMoney(tx: Transaction, { id, eventId }: ReservationRow): Promise<Cents> {
  const takerId = await findTaker(tx, id)
  if (takerId === null) return 0
  const books = await lockBooks(tx, takerId)
  const taker = await findReservation(tx, takerId)
  return books && taker?.status === 'confirmed' && taker.eventId === eventId ? paidForStay(books, takerId) : 0
}

/**
 * Decides a refund that had to wait, or adds to it. The terms keep a fee that the provider told later (docs/decisions/0042), or who took
 * the spot has paid more since (R45.3). The day of canceling counts as it was. `waits`: a fee is still not told; look again later.
 */
export async function settleAwaited(deps: BookingDeps, reservationId: number): Promise<'done' | 'waits'> {
  const found = await findReservation(deps.db, reservationId)
  if (!found) return 'done'
  await readSynced(deps, found, BY.actor)
  return deps.db.transaction(async (tx) => {
    await lockEvent(tx, found.eventId)
    const paid = await lockTakersMoney(tx, found)
    const books = await lockBooks(tx, reservationId)
    const row = books && (await findReservation(tx, reservationId))
    const note = row && (await lockAwaitedRefund(tx, reservationId))
    if (!row || !note) return 'done'
    const { cancelledBy, replacementFound, daysBefore, at, replaced } = note
    const awaited = note.awaited ?? { least: 0, sendEmail: true, money: replaced?.money ?? [] }
    const gives = replaced ? replacementGives(replaced.parts, paid) : 0
    const least = Math.max(awaited.least, gives)
    const today = ranchDay(at)
    const facts = {
      cancelledBy,
      replacementFound,
      replacementGives: least,
      today,
      startDateDate: addDays(today, daysBefore),
      refused: refusedFor(books, reservationId),
    }
    const plan = planAwaited({ ...awaited, least }, receivedFor(books, reservationId), facts)
    if (!plan) return 'waits'
    if (!note.awaited && plan.refundToCards + plan.refundByHand === 0) return 'done'
    const now = deps.now()
    const overrideReason = least > plan.refundByTerms ? PROMISED : null
    const stillOpen = replaced && !isAllPaid(replaced.parts, paid) ? replaced : null
    const { asked, standing } = cancellationTotals(books, reservationId)
    const before = note.refundToCards + note.refundByHand
    const refundToCards = note.refundToCards - Math.min(note.refundToCards, Math.max(0, before - standing))
    const decided = { row: { ...note, refundToCards }, plan, overrideReason, replaced: stillOpen }
    await decideAwaited(tx, deps.sealer, decided)
    const after = refundGuest(books, reservationId, plan.lines)
    await writeBooks(tx, { before: books, after, now })
    // Never the same twice: it names each further refund and its e-mail.
    const given = Math.max(before, asked)
    const audits = await writeRefunds(tx, { row, plan, given, by: BY, now })
    await recordAudit(tx, deps.sealer, audits)
    await changeReservation(tx, reservationId, { changes: {}, now })
    if (!awaited.sendEmail) return 'done'
    // The cancellation's own e-mail tells the sum, if it has not gone yet. Each further refund is e-mailed once.
    const tellSum = async (type: 'cancellation' | 'companion-cancelled', key: string) => {
      if (await isMailQueued(tx, key)) return
      // The first decision may refund $0, and a later one refunds more.
      const total = given + plan.refundToCards + plan.refundByHand
      await deps.emails.enqueue(tx, { type, reservationId, key: `${key}:sum:${total}`, now })
    }
    await tellSum('cancellation', cancellationEmailKey(reservationId))
    if (isCompanion(row)) await tellSum('companion-cancelled', payerEmailKey(reservationId))
    return 'done'
  })
}
