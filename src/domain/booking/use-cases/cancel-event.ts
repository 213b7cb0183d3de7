/** Cancels an event. Nobody can sign up or pay anymore, and every stay is canceled and refunded in full. */
import { z } from 'zod'
import { countEntries } from '../waitlist/store/entries.ts'
import { findEvent, lockEvent, markCancelled } from '#domain/events/store/events.ts'
import { hasEnded } from '#domain/events/rules.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import { openName } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { isGuest } from '#shared/reservation-status.ts'
import type { EventCancellationPlan, getCancelProgress } from '../contract/cancellation.ts'
import type { BookingDeps } from '../deps.ts'
import { receivedFor } from '../domain/party-accounts.ts'
import { reachOf } from '../domain/reach.ts'
import type { Received } from '../domain/refund-policy.ts'
import { findPartyAccounts } from '../payments/read-party-accounts.ts'
import { listGuestsToTell } from '../store/guests-to-tell.ts'
import { listNamedInLines } from '../store/invoices.ts'
import { listReceivedOfEvent } from '../store/payments.ts'
import { countRefundsLeft, countStaysLeft } from '../store/refunds.ts'
import { listActive } from '../store/reservations.ts'
import { cancelStay, type NotCancelled, planStayRefund } from './cancel-stay.ts'

/** The job that cancels the reservations of a canceled event. */
export const CANCEL_EVENT = jobKind('cancel-event', z.object({ eventId: z.number() }))

/**
 * Marks the event as canceled and enqueues the cancellation of its stays. Idempotent. Refused after the
 * event's last day.
 */
export const cancelEventByAdmin = async (
  deps: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  { id, by }: { id: number; by: Actor },
): Promise<'done' | 'not_found' | 'event_ended'> =>
  deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, id)
    if (!event) return 'not_found'
    if (event.cancelledAt !== null) return 'done'
    const now = deps.now()
    if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
    await markCancelled(tx, id, now)
    const dedupeKey = `cancel-event:${id}`
    await enqueue(tx, CANCEL_EVENT, { input: { eventId: id }, dedupeKey, runAt: now })
    const entry = { ...by, action: 'event.cancelled', entity: 'event', entityId: id, eventId: id, at: now }
    await recordAudit(tx, deps.sealer, [entry])
    return 'done'
  })

/** Returns the progress of canceling an event, or undefined if there is no such event. */
export async function readProgress(
  { db }: BookingDeps,
  id: number,
): Promise<AnswerOf<typeof getCancelProgress> | undefined> {
  const event = await findEvent(db, id)
  if (!event) return undefined
  return {
    cancelledAt: event.cancelledAt,
    ...(await countStaysLeft(db, id)),
    ...(await countRefundsLeft(db, id)),
  }
}

const BY = 'job:cancel-event'

const BY_RETREAT = { cancelledBy: 'retreat', replacementFound: false } as const

/**
 * Outcomes of canceling a stay after which no work is left: the stay is canceled, ended, deleted or purged.
 */
const OVER = new Set<NotCancelled | 'done'>(['done', 'not_found', 'purged', 'not_cancellable'])

/**
 * Cancels an event's reservations sequentially, each in its own transaction. After a crash, the next run cancels
 * the reservations that are still active. Returns the number of stays that could not be canceled yet, for example
 * because a bank has not decided.
 */
export async function cancelReservationsOf(deps: BookingDeps, eventId: number): Promise<number> {
  let left = 0
  for (const { id } of await listActive(deps.db, eventId)) {
    if (!(await cancelOne(deps, id))) left += 1
  }
  return left
}

/**
 * Cancels one stay of a canceled event with its party. Returns false if that is impossible now. Catches errors,
 * because one stay must not block the others.
 */
async function cancelOne(deps: BookingDeps, id: number): Promise<boolean> {
  const order = { ...BY_RETREAT, id, version: null, reason: null, sendEmail: true, by: { actor: BY } }
  try {
    const all = await cancelStay(deps, { ...order, party: 'all' })
    // A payer is canceled together with all companions. For a companion, canceling the whole party returns
    // `not_payer`. Then only this companion is canceled.
    return OVER.has(all === 'not_payer' ? await cancelStay(deps, { ...order, party: 'one' }) : all)
  } catch (err) {
    deps.log.error({ err, reservationId: id }, 'a reservation of a canceled event could not be canceled')
    return false
  }
}

/**
 * Returns what canceling an event would refund, and to how many guests. Amounts are cents from our own database,
 * without a call to Stripe.
 */
export async function readEventPlan(
  { db, sealer, now: clock }: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  id: number,
): Promise<EventCancellationPlan | 'not_found' | 'event_cancelled' | 'event_ended'> {
  const event = await findEvent(db, id)
  const now = clock()
  if (!event) return 'not_found'
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
  const standing = await listActive(db, id)
  const money = await listMoneyOfStanding(db, id, standing)
  const plans = money.map((received) => planStayRefund(received, { order: BY_RETREAT, event, now }))
  const guests = standing.filter(isGuest).length
  const { waiting, spotsWanted } = await countEntries(db, id)
  return {
    startDateDate: event.startDateDate,
    endDateDate: event.endDateDate,
    guests,
    emails: reachOf(standing).emailed.length,
    toCall: reachOf(await listGuestsToTell(db, id)).toCall.map(
      (guest) => openName(sealer, 'reservations', guest) ?? '',
    ),
    holds: standing.length - guests,
    waiting,
    spotsWanted,
    refundToCards: plans.reduce((sum, plan) => sum + plan.refundToCards, 0),
    refundByHand: plans.reduce((sum, plan) => sum + plan.refundByHand, 0),
    disputed: plans.reduce((sum, plan) => sum + plan.paid - plan.most, 0),
  }
}

/**
 * Returns the payments for each guest who still comes. Payments for guests who have canceled are not listed, because
 * their refunds were already decided by the Terms.
 */
async function listMoneyOfStanding(
  db: Database,
  eventId: number,
  standing: Awaited<ReturnType<typeof listActive>>,
): Promise<Received[][]> {
  const received = Map.groupBy(await listReceivedOfEvent(db, eventId), ({ reservationId }) => reservationId)
  const parties = Map.groupBy(standing, ({ partyId }) => partyId)
  const alone = (parties.get(null) ?? []).map(({ id }) => id)
  // Finds guests without a party who were split off from one, because others may have paid for such a guest.
  const split = await listNamedInLines(db, alone)
  const money: Received[][] = alone.filter((id) => !split.has(id)).map((id) => received.get(id) ?? [])
  const inBooks = [...[...split].map((id) => [id, [{ id }]] as const), ...parties]
  for (const [id, members] of inBooks) {
    const books = id === null ? undefined : await findPartyAccounts(db, id)
    if (books) money.push(...members.map((member) => receivedFor(books, member.id)))
  }
  return money
}
