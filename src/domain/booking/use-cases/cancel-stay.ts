/**
 * Cancels a stay, or the guests of a party (R5.5, R39.5). Afterwards no payment can charge for the stay, its
 * spot is free, and its refund is decided.
 */
import { enqueueEmail } from '#platform/email-queue.ts'
import { type EventRow, findEvent, lockEvent } from '#domain/events/store/events.ts'
import type { Actor } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { ranchDay, addDays } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { type Cents, shares } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { cancelReservation, PARTY_FAILURES } from '../contract/cancellation.ts'
import type { MemberRefund } from '../contract/refunds.ts'
import { postKept } from '#domain/money/ledger/store/post.ts'
import type { BookingDeps } from '../deps.ts'
import {
  cancellationTotals,
  paidForStay,
  type PartyAccounts,
  receivedFor,
  refundGuest,
  refusedFor,
} from '../domain/party-accounts.ts'
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
  makePayer,
  cancellationEmailKey,
  payerEmailKey,
  writeRefunds,
} from '../payments/cancel-with-refund.ts'
import {
  findPartyAccounts,
  lockPartyAccounts,
  listCompanions,
  writePartyAccounts,
} from '../payments/read-party-accounts.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { decideAwaited, findTaker, isMailQueued, joinRefunds, lockAwaitedRefund } from '../store/refunds.ts'
import { findReservation, type ReservationRow, changeReservation } from '../store/reservations.ts'
import { isPassingOn } from './edit-party.ts'

export interface CancelOrder extends Omit<ParsedOf<typeof cancelReservation>['body'], 'version'> {
  /** Version of the reservation when the admin read it; null accepts any. */
  version: number | null
  by: Actor
}

/** The facts about a stay that an `Agree` function checks before the stay is canceled. */
export interface Agreeing {
  row: ReservationRow
  event: Pick<EventRow, 'startDateDate' | 'endDateDate' | 'cancelledAt'>
  /** Refund plan of all guests whose stays are canceled. */
  plan: Plan
}

/**
 * The caller's check of the facts. Runs before any payment is canceled, and again under the locks. Returns null to
 * agree. Any other value refuses the cancellation and becomes the outcome.
 */
type Agree<No> = (facts: Agreeing) => No | null

/** Reasons why no stay is canceled. The caller's `Agree` function may add others. */
export type NotCancelled =
  | Exclude<FailureCodeOf<typeof cancelReservation>, 'event_ended'>
  | NotStopped
  | Problems

interface Problems {
  fields: Record<string, string>
}

/**
 * Cancels open payments at Stripe, then decides and writes the cancellation under the locks of the event, the
 * reservations, their invoices and their payments. Enqueues card refunds in the same transaction; the outbox
 * requests each refund once. A guest outside a party keeps the unpaid invoices, but can no longer pay them
 * (docs/decisions/0024).
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
      const going = await listLeaving(deps.db, row, order)
      if (typeof going === 'string') return { result: going }
      // Checks the admin's refund amount before any payment is canceled. So an impossible amount changes nothing.
      const books = await readSynced(deps, row, by.actor)
      const wanted = decide(books, going.going, { order, event, now: deps.now() })
      if ('fields' in wanted) return { result: wanted }
      const no = agree?.({ row, event, plan: wanted.plan })
      return no ? { result: no } : { seen: row }
    },
    write: async (tx, seen, stopped) => {
      const event = await lockEvent(tx, seen.eventId)
      const books = await lockPartyAccounts(tx, id)
      const row = await findReservation(tx, id)
      if (!event || !books || !row) return 'not_found'
      // Another request has moved the stay to another event or changed its payer. So the earlier checks no longer
      // hold.
      if (row.eventId !== seen.eventId || payerOf(row) !== payerId) return 'changed_meanwhile'
      const going = await listLeaving(tx, row, order)
      if (typeof going === 'string') return going
      await stopped()
      const now = deps.now()
      const decided = decide(books, going.going, { order, event, now })
      if ('fields' in decided) return decided
      const no = agree?.({ row, event, plan: decided.plan })
      if (no) return no
      const { sendEmail } = order
      if (going.nextPayer !== null)
        await makePayer(tx, deps, { books, nextId: going.nextPayer, sendEmail, by, now })
      const tellPayer = sendEmail && order.party === 'one' && row.partyId !== null
      const owed: number[] = []
      for (const one of decided.each)
        owed.push(...(await cancelWithRefund(tx, deps, { ...one, sendEmail, tellPayer, by, now })))
      await joinRefunds(tx, owed)
      await deps.fault?.('cancellation-written')
      return 'done'
    },
  })
  if (outcome === 'done') await deps.fault?.('cancellation-committed')
  return outcome
}

/**
 * The guests whose stays are canceled, companions first. `nextPayer` is the guest who pays for the others from now
 * on, if the payer cancels alone.
 */
interface Leaving {
  going: [ReservationRow, ...ReservationRow[]]
  nextPayer: number | null
}

/** Returns the guests whose stays this order cancels, or the reason why it cancels none. */
export async function listLeaving(
  db: Database,
  row: ReservationRow,
  order: Pick<CancelOrder, 'version' | 'party' | 'newPayer'>,
): Promise<
  Leaving | Extract<NotCancelled, 'purged' | 'not_cancellable' | 'stale' | keyof typeof PARTY_FAILURES>
> {
  const { version, party, newPayer } = order
  if (row.purgedAt) return 'purged'
  if (!isActive(row.status)) return 'not_cancellable'
  if (version !== null && version !== row.version) return 'stale'
  const alone: Leaving = { going: [row], nextPayer: null }
  if (isCompanion(row)) return party === 'all' ? 'not_payer' : alone
  const others = await listCompanions(db, row)
  const [first, ...rest] = others
  if (!first) return alone
  if (party === 'all') return { going: [first, ...rest, row], nextPayer: null }
  // An unpaid hold cannot get another payer, because only its payer has the sign-up form that can pay for it.
  if (!newPayer || row.status === 'pending') return 'pays_for_others'
  const isFit = others.some(({ id, purgedAt }) => id === newPayer && purgedAt === null)
  return isFit && !(await isPassingOn(db, newPayer)) ? { going: [row], nextPayer: newPayer } : 'payer_unfit'
}

/** Records refunds that were made in Stripe's dashboard, then returns the accounts of the stay's party. */
async function readSynced(deps: BookingDeps, { id }: ReservationRow, by: string): Promise<PartyAccounts> {
  const before = await findPartyAccounts(deps.db, id)
  const paid = new Set(
    before?.invoices.flatMap(({ payment, reservationId }) => (payment ? [reservationId] : [])),
  )
  for (const payerId of new Set([...paid, id])) await syncStripeRefunds(deps, payerId, by)
  return (await findPartyAccounts(deps.db, id)) ?? { guests: [], invoices: [], loose: [] }
}

interface Deciding {
  order: Pick<CancelOrder, 'cancelledBy' | 'replacementFound' | 'refund' | 'reason' | 'sendEmail'>
  event: Pick<EventRow, 'startDateDate' | 'cancelledAt'>
  now: Date
}

/**
 * Returns the refund decision for each guest and the refund plan for all of them together, or a message for
 * each wrong field.
 */
function decide(
  books: PartyAccounts,
  going: Leaving['going'],
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

/** Returns the refund plan of each guest, and one plan for all of them together. */
export function planRefunds(
  books: PartyAccounts,
  [first, ...others]: readonly [ReservationRow, ...ReservationRow[]],
  deciding: Parameters<typeof planStayRefund>[1],
): { plan: Plan; plans: { row: ReservationRow; plan: Plan }[] } {
  const of = (row: ReservationRow) => ({ row, plan: planStayRefund(receivedFor(books, row.id), deciding) })
  const [head, rest] = [of(first), others.map(of)]
  return { plan: sumPlans([head.plan, ...rest.map(({ plan }) => plan)]), plans: [head, ...rest] }
}

/** Returns the guests who would be canceled, with the cents refunded for each by the Terms. */
export const toMembers = (
  sealer: Sealer,
  plans: readonly { row: ReservationRow; plan: Plan }[],
): MemberRefund[] =>
  plans.map(({ row, plan }) => {
    const { customerName } = openGuestDetails(sealer, row)
    return { id: row.id, customerName: customerName ?? '', refund: plan.refundByTerms }
  })

/**
 * Returns the refund plan by the Terms. If the event is canceled, the plan refunds everything, no matter who
 * cancels the stay.
 */
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

/**
 * Locks the accounts of the guest who took over this stay's spot. Returns the cents that the new guest has paid
 * toward the price, or 0 if the new guest no longer comes.
 */
async function lockTakersMoney(tx: Transaction, { id, eventId }: ReservationRow): Promise<Cents> {
  const takerId = await findTaker(tx, id)
  if (takerId === null) return 0
  const books = await lockPartyAccounts(tx, takerId)
  const taker = await findReservation(tx, takerId)
  return books && taker?.status === 'confirmed' && taker.eventId === eventId ? paidForStay(books, takerId) : 0
}

/**
 * Decides a refund that had to wait, or increases it. A refund waits until Stripe reports a fee that the Terms let
 * the venue keep (docs/decisions/0024). It increases when the guest who took over the spot pays more (R45.3). The
 * tier is that of the day of canceling. Returns `waits` if a fee is still unknown; then the caller must call this
 * function again later.
 */
export async function decideWaitingRefund(
  deps: BookingDeps,
  reservationId: number,
): Promise<'done' | 'waits'> {
  const found = await findReservation(deps.db, reservationId)
  if (!found) return 'done'
  await readSynced(deps, found, BY.actor)
  return deps.db.transaction(async (tx) => {
    await lockEvent(tx, found.eventId)
    const paid = await lockTakersMoney(tx, found)
    const books = await lockPartyAccounts(tx, reservationId)
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
    await writePartyAccounts(tx, { before: books, after, now })
    // Each further refund raises this total. So each refund and its e-mail get their own dedupe key.
    const given = Math.max(before, asked)
    await writeRefunds(tx, deps, { row, plan, given, by: BY, now })
    await postKept(tx, reservationId, now)
    await changeReservation(tx, reservationId, { changes: {}, now })
    if (!awaited.sendEmail) return 'done'
    // If the cancellation's e-mail is still unsent, its text will state the amount. Otherwise the guest gets an
    // e-mail about each further refund.
    const tellSum = async (type: 'cancellation' | 'companion-cancelled', key: string) => {
      if (await isMailQueued(tx, key)) return
      // The dedupe key contains the total. Otherwise a later refund would send no e-mail if an earlier decision
      // refunded $0.
      const total = given + plan.refundToCards + plan.refundByHand
      await enqueueEmail(tx, { type, reservationId, key: `${key}:sum:${total}`, now })
    }
    await tellSum('cancellation', cancellationEmailKey(reservationId))
    if (isCompanion(row)) await tellSum('companion-cancelled', payerEmailKey(reservationId))
    return 'done'
  })
}
