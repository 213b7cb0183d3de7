/** Makes sure that nothing can be charged any more for what is about to change: one intent, an invoice, a stay, an event (R4.4). */
import type { Transaction, Database } from '#platform/database/database.ts'
import type { BookingDeps, Cancelled } from '../deps.ts'
import { isCharging } from '../store/kept-cards.ts'
import { listOpenIntentsOf, type Payable } from '../store/payment-intents.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { findEvent, type LockedEvent } from '#features/events/index.ts'
import { payerOf } from '../domain/party.ts'
import type { PartyBooks } from '../domain/party-books.ts'
import { lockEvents } from '../store/locks.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'
import { lockBooks } from './party-books.ts'

/** Cancels an open intent at the provider and books what became of it. Asks the network: never in a transaction. */
export async function cancelIntent(deps: BookingDeps, id: string, by: string): Promise<Cancelled> {
  const reply = await deps.provider.cancelIntent(id)
  await deps.fault?.('intent-cancelled')
  if (reply.outcome === 'not_found') return 'unknown'
  if (reply.outcome !== 'ok') return 'unanswered'
  const { status } = reply.intent.state
  if (status === 'processing') return 'processing'
  if ((await applyPaymentIntent(deps, id, by)) !== 'settled') return 'unanswered'
  return status === 'succeeded' ? 'paid' : 'canceled'
}

/** Why something may still be charged, or has been: nothing was changed. */
export type NotStopped = 'payment_processing' | 'payment_arrived' | 'provider_failed' | 'changed_meanwhile'

interface StoppedChange<Seen, Result> {
  /** The invoices that may be paid no longer. */
  of: Payable
  /** The actor that the audit names. */
  by: string
  /** Reads and decides before anything is ended: what to go on with, or how it comes out at once. */
  look: () => Promise<{ seen: Seen } | { result: Result }>
  /** Takes its locks, awaits `stopped`, decides again and writes. */
  write: (tx: Transaction, seen: Seen, stopped: () => Promise<void>) => Promise<Result>
}

const ROUNDS = 5

/** Gives what `look` or `write` gave, or why nothing was changed. */
export async function stopPayments<Seen, Result>(
  deps: BookingDeps,
  { of, by, look, write }: StoppedChange<Seen, Result>,
): Promise<Result | NotStopped> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const looked = await look()
    if ('result' in looked) return looked.result
    if (await isCharging(deps.db, of)) return 'payment_processing'
    const open = await listOpenIntentsOf(deps.db, of)
    const problem = await endAll(deps, open, by)
    if (problem) return problem
    const ended = new Set(open)
    try {
      return await deps.db.transaction((tx) =>
        write(tx, looked.seen, async () => {
          if (await isCharging(tx, of)) throw new ChargedMeanwhile()
          const still = await listOpenIntentsOf(tx, of)
          if (still.some((id) => !ended.has(id))) throw new OpenedMeanwhile()
        }),
      )
    } catch (error) {
      if (error instanceof ChargedMeanwhile) return 'payment_processing'
      if (!(error instanceof OpenedMeanwhile)) throw error
    }
  }
  return 'changed_meanwhile'
}

/** The guest has opened another payment since the others were ended. */
class OpenedMeanwhile extends Error {}

/** A kept card is being charged since the others were ended. */
class ChargedMeanwhile extends Error {}

/** Ends intents one after the other, up to the first that may still charge. */
async function endAll(deps: BookingDeps, intents: readonly string[], by: string): Promise<NotStopped | null> {
  for (const id of intents) {
    const ended = await cancelIntent(deps, id, by)
    if (ended === 'processing') return 'payment_processing'
    if (ended === 'paid') return 'payment_arrived'
    if (ended === 'unanswered') return 'provider_failed'
  }
  return null
}

interface Stay {
  row: ReservationRow
  event: LockedEvent
  now: Date
}

interface StayChange<Plan extends object, Outcome extends string | object> {
  id: number
  /** The actor that the audit names. */
  by: string
  /** Another event that it is about, which is locked as well. */
  otherEventId?: number
  /** The plan of the change, or its outcome at once. Asked before anything is ended at the provider, and again under the locks. */
  decide: (db: Database, stay: Stay) => Promise<{ plan: Plan } | { outcome: Outcome }>
  /** Under the locks of the events and the books. */
  write: (tx: Transaction, changed: Stay & { plan: Plan; books: PartyBooks }) => Promise<void>
}

/**
 * Changes a stay that stands (its choices, its party, its retreat) while nothing can be paid for it. `stale`: it was moved, or somebody else pays for it by now.
 */
export async function changeStay<Plan extends object, Outcome extends string | object>(
  deps: BookingDeps,
  { id, by, otherEventId, decide, write }: StayChange<Plan, Outcome>,
): Promise<'done' | 'not_found' | 'stale' | NotStopped | Outcome> {
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  const payerId = payerOf(found)
  return stopPayments<ReservationRow, 'done' | 'not_found' | 'stale' | Outcome>(deps, {
    of: { reservationId: payerId },
    by,
    look: async () => {
      const row = await findReservation(deps.db, id)
      const event = row && (await findEvent(deps.db, row.eventId))
      if (!row || !event) return { result: 'not_found' }
      const decided = await decide(deps.db, { row, event, now: deps.now() })
      return 'outcome' in decided ? { result: decided.outcome } : { seen: row }
    },
    write: async (tx, seen, stopped) => {
      const events = await lockEvents(tx, [seen.eventId, otherEventId ?? seen.eventId])
      const books = await lockBooks(tx, id)
      const row = await findReservation(tx, id)
      if (!books || !row) return 'not_found'
      const event = events.get(row.eventId)
      if (!event || row.eventId !== seen.eventId || payerOf(row) !== payerId) return 'stale'
      const stay = { row, event, now: deps.now() }
      const decided = await decide(tx, stay)
      if ('outcome' in decided) return decided.outcome
      await stopped()
      await write(tx, { ...stay, plan: decided.plan, books })
      return 'done'
    },
  })
}
