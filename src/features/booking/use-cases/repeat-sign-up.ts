/**
 * The same attempt, the same pending intent and e-mail, or an offered spot: the spots are held already, and become those of what is
 * sent now, with the details, the companions and the choices of it.
 */
import { randomUUID } from 'node:crypto'
import { type LockedEvent, readSpots } from '#features/events/index.ts'
import { placesLeft, sumOf } from '#features/events/domain/options.ts'
import { dayAsTold } from '#features/events/rules.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { type Choice, type PartyQuote, quoteParty } from '../domain/choices.ts'
import { ownPrice } from '../domain/party.ts'
import {
  choiceProblem,
  fullText,
  intentProblem,
  invoicePlan,
  type NotSignedUp,
  type SignedUp,
  type SpotOrder,
  wantedChoices,
} from '../domain/sign-up.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { replanInvoices } from '../store/invoices.ts'
import { lockIntent, lockReservation, lockReservationsAndInvoices } from '../store/locks.ts'
import { claimIntent, listOpenIntentsOf } from '../store/payment-intents.ts'
import {
  changeReservation,
  type EarlierSignUp,
  listChoicesOf,
  listParty,
  type ReservationRow,
  setAttempt,
  updateHeldGuest,
  writeChoices,
} from '../store/reservations.ts'
import { confirm, expire, holdMore } from '../transitions.ts'

const BY = { actor: 'guest' }

/** `again`: the same attempt has moved on in another request; look anew. The caller holds the event's lock. */
export async function repeatSignUp(
  tx: Transaction,
  deps: BookingDeps,
  { order, event, earlier }: { order: SpotOrder; event: LockedEvent; earlier: EarlierSignUp },
): Promise<SignedUp | NotSignedUp | 'again'> {
  const { eventId, intent } = order
  const { reservationId, uuid, holdExpiresAt, invoiceId } = earlier
  // The row is locked: an admin may be taking cash for it, without the event's lock.
  const row = await lockReservation(tx, reservationId)
  if (row?.status !== 'pending') return 'again'
  const now = deps.now()
  const held = await readHeld(tx, row)
  const asked = await quoteHeld(tx, { event, held, earlier, picked: wantedChoices(order), now })
  const added = Math.max(0, 1 + order.companions.length - held.members.length)
  if (added > 0) {
    const left = placesLeft(event.spots, asked.spots) - (await deps.waitlist.countKept(tx, event, now))
    const message = fullText({ left: left + held.members.length, wanted: 1 + order.companions.length })
    if (left < added) return { ok: false, problem: 'event_full', message }
  }
  if (asked.refused) return { ok: false, ...choiceProblem(asked.refused) }
  const amount = asked.changed ? asked.schedule.dueNow : earlier.amount
  if (Math.max(0, order.amount) !== amount) return { ok: false, problem: 'amount_mismatch' }
  if ((order.offer !== null || asked.changed) && amount > 0 && !intent)
    return { ok: false, problem: 'payment_missing' }
  let unclaimed = false
  if (intent) {
    const ours = (await lockIntent(tx, intent.id)) ?? null
    const problem = intentProblem(ours, intent.status, { eventId, amount, invoiceId })
    if (problem) return { ok: false, problem }
    unclaimed = ours?.invoiceId === null
    if (unclaimed && earlier.openIntentId !== null) return 'again'
  }
  const change = { row, held, asked, order }
  const dueInvoice = asked.changed ? await holdAnew(tx, deps, change) : invoiceId
  if (dueInvoice === 'again') return 'again'
  if (intent && unclaimed && dueInvoice !== null)
    await claimIntent(tx, { intentId: intent.id, invoiceId: dueInvoice })
  const guest = sealGuest(deps.sealer, uuid, order.guest)
  await updateHeldGuest(tx, reservationId, { guest, termsHash: deps.termsHash, now })
  await nameCompanions(tx, deps, change)
  if (order.offer === null) return { ok: true, reservationId, uuid, holdExpiresAt }
  await setAttempt(tx, reservationId, order.attemptHash)
  if (amount > 0) return { ok: true, reservationId, uuid, holdExpiresAt }
  // Offered spots that cost nothing are confirmed with the form.
  const partyId = order.companions.length > 0 ? reservationId : null
  await confirm(tx, deps, { reservation: { id: reservationId, eventId, partyId }, by: BY, now })
  return { ok: true, reservationId, uuid, holdExpiresAt: null }
}

/** The spots of a hold, who pays first, and what each of them has chosen. */
interface Held {
  members: ReservationRow[]
  own: ReadonlyMap<number, Choice[]>
}

export async function readHeld(db: Database, row: ReservationRow): Promise<Held> {
  const members = row.partyId === null ? [row] : await listParty(db, row.partyId)
  return {
    members,
    own: await listChoicesOf(
      db,
      members.map(({ id }) => id),
    ),
  }
}

interface Asking {
  event: Pick<LockedEvent, 'id' | 'cost' | 'startDateDate'>
  held: Held
  earlier: Pick<EarlierSignUp, 'invoiceId' | 'whole'>
  /** The choices that are wanted now, by id, of each guest; as many as come. */
  picked: readonly (readonly number[])[]
  now: Date
}

/** What held spots cost with what is wanted now. What they have already is their own, at its price; `changed`: it is not what is held. */
export async function quoteHeld(db: Database, { event, held, earlier, picked, now }: Asking) {
  const spots = await readSpots(db, event.id)
  const { options } = spots
  const ownOf = (index: number) => held.own.get(held.members[index]?.id ?? 0) ?? []
  const [payer] = held.members
  const price = payer ? ownPrice(payer) : 0
  // An event that asks for no money (below 0) has a held price of 0, and no choices.
  const cost = price > 0 ? price - sumOf(ownOf(0)) : Math.min(0, event.cost)
  const { startDateDate } = event
  const day = earlier.invoiceId === null ? ranchDay(now) : dayAsTold(startDateDate, earlier)
  const guests = picked.map((wanted, index) => ({ picked: wanted, own: ownOf(index) }))
  const asked = quoteParty({ cost, startDateDate }, { options, guests }, day)
  const isChanged = asked.guests.some(({ chosen }, index) => {
    const wanted = new Set(chosen.map(({ id }) => id))
    const own = ownOf(index)
    return wanted.size !== own.length || own.some(({ id }) => !wanted.has(id))
  })
  return { ...asked, spots, changed: isChanged || picked.length !== held.members.length }
}

interface Reholding {
  row: ReservationRow
  held: Held
  asked: PartyQuote
  order: SpotOrder
}

/** Writes other choices of held spots, more or fewer of them, their prices and invoices; gives the one that is due now. */
async function holdAnew(
  tx: Transaction,
  deps: BookingDeps,
  { row, held, asked, order }: Reholding,
): Promise<number | null | 'again'> {
  const { id, eventId } = row
  const now = deps.now()
  await lockReservationsAndInvoices(tx, { reservationId: id })
  const open = await listOpenIntentsOf(tx, { reservationId: id })
  if (open.some((intentId) => intentId !== order.intent?.id)) return 'again'
  const prices = asked.guests.map(({ price }) => Math.max(0, price))
  const kept = held.members.slice(0, prices.length)
  const isParty = prices.length > 1
  for (const gone of held.members.slice(prices.length)) {
    await expire(tx, deps, { reservation: { id: gone.id, eventId, partyId: null }, by: BY, now })
    await changeReservation(tx, gone.id, { changes: { partyId: null, share: null }, now })
  }
  for (const [index, member] of kept.entries()) {
    const share = prices[index] ?? 0
    await writeChoices(tx, member.id, { chosen: asked.guests[index]?.chosen ?? [], now })
    const price = index > 0 ? 0 : prices.reduce((sum, one) => sum + one, 0)
    const changes = { price, partyId: isParty ? id : null, share: isParty ? share : null }
    await changeReservation(tx, member.id, { changes, now })
  }
  const companions = asked.guests.slice(kept.length).map(({ chosen }, index) => {
    return { ...companionOf(deps, order, kept.length + index), chosen, price: prices[kept.length + index] ?? 0 }
  })
  const added = await holdMore(tx, deps, { payer: row, companions, by: BY, now })
  const ids = [...kept.map((member) => member.id), ...added]
  const members = ids.map((memberId, index) => ({ id: memberId, share: prices[index] ?? 0 }))
  const plan = invoicePlan(asked.schedule, ranchDay(now))
  return (await replanInvoices(tx, { reservationId: id, plan, members, now })) ?? null
}

function companionOf({ sealer }: BookingDeps, { companions }: SpotOrder, place: number) {
  const uuid = randomUUID()
  const { customerName = '', email = null } = companions[place - 1] ?? {}
  return { uuid, guest: sealGuest(sealer, uuid, { ...EMPTY_GUEST_DETAILS, customerName, email }) }
}

/** Who comes along is who was sent last. */
async function nameCompanions(tx: Transaction, { sealer, now }: BookingDeps, { held, order }: Reholding) {
  for (const [index, { customerName, email }] of order.companions.entries()) {
    const member = held.members[index + 1]
    if (!member) continue
    const guest = sealGuest(sealer, member.uuid, { ...EMPTY_GUEST_DETAILS, customerName, email })
    await changeReservation(tx, member.id, { changes: { ...guest, linkHandedOn: email === null }, now: now() })
  }
}
