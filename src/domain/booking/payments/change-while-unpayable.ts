/** Changes an active stay (its choices, party or event) while no payment can be made for the stay. */
import { findEvent, type LockedEvent } from '#domain/events/store/events.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from '../deps.ts'
import { payerOf } from '../domain/party.ts'
import type { PartyAccounts } from '../domain/party-accounts.ts'
import { lockEvents } from '../store/locks.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'
import { lockPartyAccounts } from './read-party-accounts.ts'
import { type NotStopped, stopPayments } from './stop-payments.ts'

interface ChangingStay {
  row: ReservationRow
  event: LockedEvent
  now: Date
}

interface StayChange<Plan extends object, Outcome extends string | object> {
  id: number
  by: string
  /** Id of the event to which the stay moves, if it moves. That event must be locked too. */
  otherEventId?: number
  /**
   * Returns the plan of the change, or an outcome if the stay must not change. Called before any payment is
   * canceled, and again under the locks.
   */
  decide: (db: Database, stay: ChangingStay) => Promise<{ plan: Plan } | { outcome: Outcome }>
  /** Writes the change. Runs under the locks of the events and of the party's invoices and payments. */
  write: (tx: Transaction, changed: ChangingStay & { plan: Plan; books: PartyAccounts }) => Promise<void>
}

/**
 * Changes an active stay. Returns `stale` if the stay was moved or got another payer after this function first read
 * it.
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
      const books = await lockPartyAccounts(tx, id)
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
