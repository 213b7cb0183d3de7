/** A guest cancels by the private page: with the sum of now, or with one that was shown a while ago. */
import { and, eq } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { cancelOwnStay, getCancellation } from '#domain/booking/contract/cancellation.ts'
import type { GuestStep } from '../operations.ts'
import { dollars, noted, tell, type World } from '../world.ts'
import { whoGoes } from './party.ts'

type SelfCancelStep = Extract<GuestStep, { do: 'cancel the own stay' }>

/** The stays whose page has said that a fee is not known yet: the sum is then the most that comes back. */
const waiting = new Set<string>()

/** The sums that the pages of each stay have shown, the newest last. */
const shown = new WeakMap<World, Map<string, number[]>>()

export async function takeSelfCancelStep(
  world: World,
  { who, stay, sum, goes: party }: SelfCancelStep,
): Promise<void> {
  const someone = world.people[who]
  const uuid = someone.stays[stay]
  if (!uuid) return
  const { browser } = someone.guest
  const [row] = await world.site.app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.uuid, uuid))
  if (!row) return
  const seen = sumsOf(world, `${uuid} ${party}`)
  if (sum === 'of now' || seen.length === 0) {
    const plan = await browser.call(getCancellation, { query: { uuid, party } })
    if (!plan.ok) {
      tell(world, `${who} would cancel reservation ${row.id}: ${noted(world, plan)}`)
      return
    }
    seen.push(plan.data.refund)
    if (!plan.data.feesKnown) waiting.add(uuid)
  }
  const refund = seen.at(-1) ?? 0
  // Noted first: it may be done although no reply tells so.
  const newPayer = await whoGoes(world, row, party)
  const done = await browser.call(cancelOwnStay, { body: { uuid, refund, party, newPayer } })
  const said = done.ok ? 'done' : noted(world, done)
  tell(world, `${who} cancels reservation ${row.id} (${party}) for ${dollars(refund)}: ${said}`)
  // What a party was shown is the sum of all who go.
  if (row.partyId === null) await expectShownSum(world, row, seen)
}

function sumsOf(world: World, uuid: string): number[] {
  const sums = shown.get(world) ?? new Map<string, number[]>()
  shown.set(world, sums)
  const seen = sums.get(uuid) ?? []
  sums.set(uuid, seen)
  return seen
}

/** Whatever came in between, a guest never cancels for a sum that no page has shown. */
async function expectShownSum(
  world: World,
  { id, uuid }: { id: number; uuid: string },
  seen: number[],
): Promise<void> {
  const { db } = world.site.app.services
  // Whoever cancelled before it was undone was shown the sum of then.
  if (world.reinstated.has(id)) return
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
