/** Cancels a stay on the guest's private page, with the refund that the page shows now or showed earlier. */
import { and, eq } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { cancelOwnStay, getCancellation } from '#domain/booking/contract/cancellation.ts'
import type { GuestStep } from '../operations.ts'
import { dollars, noted, logLine, type HistoryState } from '../history-state.ts'
import { noteCancelScope } from './party.ts'

type SelfCancelStep = Extract<GuestStep, { do: 'cancel the own stay' }>

/**
 * Stays whose page shows that Stripe's fee is unknown. The refund on the page is then the largest possible
 * one.
 */
const waiting = new Set<string>()

/** The refund amounts that the private page of each stay has shown, newest last. */
const shown = new WeakMap<HistoryState, Map<string, number[]>>()

export async function runSelfCancelStep(
  state: HistoryState,
  { who, stay, sum, goes: party }: SelfCancelStep,
): Promise<void> {
  const someone = state.people[who]
  const uuid = someone.stays[stay]
  if (!uuid) return
  const { browser } = someone.guest
  const [row] = await state.site.app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.uuid, uuid))
  if (!row) return
  const seen = shownAmounts(state, `${uuid} ${party}`)
  if (sum === 'of now' || seen.length === 0) {
    const plan = await browser.call(getCancellation, { query: { uuid, party } })
    if (!plan.ok) {
      logLine(state, `${who} would cancel reservation ${row.id}: ${noted(state, plan)}`)
      return
    }
    seen.push(plan.data.refund)
    if (!plan.data.feesKnown) waiting.add(uuid)
  }
  const refund = seen.at(-1) ?? 0
  // The test records this before the request, because the request may succeed even if its reply is lost.
  const newPayer = await noteCancelScope(state, row, party)
  const done = await browser.call(cancelOwnStay, { body: { uuid, refund, party, newPayer } })
  const said = done.ok ? 'done' : noted(state, done)
  logLine(state, `${who} cancels reservation ${row.id} (${party}) for ${dollars(refund)}: ${said}`)
  // Skips parties, whose page shows the total of all canceled guests.
  if (row.partyId === null) await expectShownSum(state, row, seen)
}

function shownAmounts(state: HistoryState, uuid: string): number[] {
  const sums = shown.get(state) ?? new Map<string, number[]>()
  shown.set(state, sums)
  const seen = sums.get(uuid) ?? []
  sums.set(uuid, seen)
  return seen
}

/**
 * Expects that the guest gets one of the refunds that the private page has shown, whatever happened in
 * between.
 */
async function expectShownSum(
  state: HistoryState,
  { id, uuid }: { id: number; uuid: string },
  seen: number[],
): Promise<void> {
  const { db } = state.site.app.services
  if (state.reinstated.has(id)) return
  const byGuest = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.reservationId, id),
        eq(auditEntries.action, 'reservation.cancelled'),
        eq(auditEntries.actor, 'guest'),
      ),
    )
  const [note] = await db.select().from(cancellations).where(eq(cancellations.reservationId, id))
  if (byGuest.length === 0 || !note) return
  const given = note.refundToCards + note.refundByHand
  if (byGuest.length > 1) throw new Error(`reservation ${id} was canceled ${byGuest.length} times`)
  const shown = waiting.has(uuid) ? seen.some((sum) => given <= sum) : seen.includes(given)
  if (!shown) throw new Error(`reservation ${id} was canceled for an unseen ${dollars(given)}`)
}
