/**
 * Steps that change parties: adding a companion, splitting a guest off, and making another guest the payer.
 */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { addToParty, changePayer, splitFromParty } from '#domain/booking/contract/party.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import type { PartyStep } from '../operations.ts'
import type { ReservationRow } from '../snapshot.ts'
import { choicesAt, noted, pick, logLine, type HistoryState } from '../history-state.ts'

export const partyOf = ({ site }: HistoryState, { id, partyId }: Pick<ReservationRow, 'id' | 'partyId'>) =>
  site.app.services.db
    .select()
    .from(reservations)
    .where(partyId === null ? eq(reservations.id, id) : eq(reservations.partyId, partyId))
    .orderBy(asc(reservations.id))

/**
 * Records which guests a cancellation may cancel. Returns the party's next payer, the first of the remaining
 * guests. Returns null if none remains.
 */
export async function noteCancelScope(
  state: HistoryState,
  row: Pick<ReservationRow, 'id' | 'partyId'>,
  party: 'one' | 'all',
): Promise<number | null> {
  const members = await partyOf(state, row)
  for (const { id } of party === 'all' ? members : [row]) state.cancelled.add(id)
  if (row.partyId !== null) for (const { id } of members) state.regrouped.add(id)
  const next = members.find(
    ({ id, status }) => id !== row.id && (status === 'confirmed' || status === 'pending'),
  )
  return party === 'one' && row.partyId === row.id ? (next?.id ?? null) : null
}

export async function runPartyStep(state: HistoryState, step: PartyStep): Promise<void> {
  const { browser } = await signInAdmin(state.site.app)
  const confirmed = await state.site.app.services.db
    .select()
    .from(reservations)
    .where(and(eq(reservations.status, 'confirmed'), inArray(reservations.eventId, eventIds(state))))
    .orderBy(asc(reservations.id))
  const chosen = pick(confirmed, step.nth)
  if (!chosen) return
  const { id, version, eventId } = chosen
  // The test records this before the request, because the request may succeed even if its reply is lost.
  for (const member of await partyOf(state, chosen)) state.regrouped.add(member.id)
  switch (step.do) {
    case 'add a companion': {
      if (step.overbooks) state.overbooked.push(eventId)
      const options = step.kit ? choicesAt(state, eventId, true) : []
      const added = { customerName: 'Late friend', email: null, options, allowOverbooking: step.overbooks }
      const done = await browser.call(addToParty, { body: { id, version, ...added } })
      logLine(
        state,
        `the admin adds a companion to reservation ${id}: ${done.ok ? 'done' : noted(state, done)}`,
      )
      for (const member of await partyOf(state, { id, partyId: id })) state.regrouped.add(member.id)
      return
    }
    case 'split off': {
      if (chosen.partyId === null) return
      const done = await browser.call(splitFromParty, { body: { id, version } })
      logLine(state, `the admin splits reservation ${id} off: ${done.ok ? 'done' : noted(state, done)}`)
      return
    }
    case 'let another pay': {
      if (chosen.partyId === null) return
      const done = await browser.call(changePayer, { body: { id, version } })
      logLine(state, `the admin lets reservation ${id} pay: ${done.ok ? 'done' : noted(state, done)}`)
    }
  }
}

const eventIds = ({ events }: HistoryState): number[] => Object.values(events).map(({ id }) => id)
