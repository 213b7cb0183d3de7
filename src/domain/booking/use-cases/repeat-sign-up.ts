/**
 * Handles a sign-up form that is sent again while it already holds spots. The hold gets the details, companions and
 * options of the new request.
 */
import { confirmHold } from '../payments/confirm-hold.ts'
import { isOfferedTo } from '../waitlist/store/offers.ts'
import { countLeftForAnyone } from '../waitlist/spots-for-anyone.ts'
import { randomUUID } from 'node:crypto'
import { type RequestedCode, type CodeQuote, discountFor } from '../codes/code-quote.ts'
import { type LockedEvent, readSpots } from '#domain/events/store/events.ts'
import { totalPrice } from '#domain/events/domain/options.ts'
import { type Spots, spotsLeft } from '#domain/events/rules.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import type { Choice } from '../domain/choices.ts'
import { needsMailbox } from '../domain/mailbox.ts'
import {
  type PartyQuote,
  quoteParty,
  choiceProblem,
  planDayForAmount,
  fullText,
  intentProblem,
  invoicePlan,
  type NoSpots,
  type NotSignedUp,
  type SignedUp,
  type SpotOrder,
  wantedChoices,
} from '../domain/sign-up.ts'
import { ownPrice } from '../domain/party.ts'
import { isRowOf, sealNotesFor, sealParty } from '../sealed-guest.ts'
import { lockIntent, lockReservation, lockReservationsAndInvoices } from '../store/locks.ts'
import { claimIntent, isPayableOtherwise, replanInvoices, type EarlierSignUp } from '../store/sign-ups.ts'
import {
  changeReservation,
  findReplaced,
  listChoices,
  listChoicesOf,
  listParty,
  type ReservationRow,
  writeChoices,
} from '../store/reservations.ts'
import { expire, holdMore } from '../transitions.ts'
import { requestConfirmation, waitForMailbox } from './request-confirmation.ts'

const BY = { actor: 'guest' }

interface Repeated {
  order: SpotOrder
  event: LockedEvent
  earlier: EarlierSignUp
}

/**
 * Updates the hold that an earlier request of the same form made. Returns `again` if another request changed the
 * hold in the meantime; then the caller starts over. The caller holds the event's lock.
 */
export async function repeatSignUp(
  tx: Transaction,
  deps: BookingDeps,
  { order, event, earlier }: Repeated,
): Promise<SignedUp | NotSignedUp | 'again'> {
  const { eventId, intent } = order
  const { reservationId, holdExpiresAt, invoiceId } = earlier
  // The event's lock is not enough, because an admin who records cash for the hold does not take that lock.
  const row = await lockReservation(tx, reservationId)
  if (row?.status !== 'pending') return 'again'
  const now = deps.now()
  const asked = { choices: wantedChoices(order), code: order.code, pays: order.pays }
  const quote = await quoteHeldSpots({ ...deps, db: tx }, { event, row, earlier }, asked)
  if ('problem' in quote) return { ok: false, ...quote }
  const amount = quote.changed ? quote.schedule.dueNow : earlier.amount
  if (Math.max(0, order.amount) !== amount) return { ok: false, problem: 'amount_mismatch' }
  if ((order.offer !== null || quote.changed) && amount > 0 && !intent)
    return { ok: false, problem: 'payment_missing' }
  let unclaimed = false
  if (intent) {
    const record = (await lockIntent(tx, intent.id)) ?? null
    const problem = intentProblem(record, intent.status, { eventId, amount, invoiceId })
    if (problem) return { ok: false, problem }
    unclaimed = record?.invoiceId === null
    if (unclaimed && earlier.openIntentId !== null) return 'again'
  }
  // A private link belongs to one guest. If the form now has another name or mailbox for a reservation, it gets a
  // new link, and the old one stops working.
  const uuids = quote.members.map((member, index) => {
    const named = index === 0 ? order.guest : order.companions[index - 1]
    return named && !isRowOf(deps.sealer, member, named) ? randomUUID() : member.uuid
  })
  const [uuid = earlier.uuid] = uuids
  const { email } = order.guest
  const mailbox = amount <= 0 && (await mustAnswer(tx, deps, { order, row }))
  // Enqueues the confirmation e-mail first, because nothing may change if it is refused. A changed address would
  // also redirect e-mails that are already queued.
  if (mailbox && !(await requestConfirmation(tx, deps, { row: { ...row, uuid }, email })))
    return { ok: false, problem: 'too_many_mails' }
  const party = sealParty(deps.sealer, order, uuids)
  const dueInvoice = quote.changed
    ? await replaceHold(tx, deps, { row, quote, party, intentId: intent?.id ?? null })
    : invoiceId
  if (dueInvoice === 'again') return 'again'
  if (intent && unclaimed && dueInvoice !== null)
    await claimIntent(tx, { intentId: intent.id, invoiceId: dueInvoice })
  // Each reservation gets the details of the newest request. The payer's reservation also gets the consent.
  const consent = { consentTermsHash: deps.termsHash, consentAt: now }
  for (const [index, member] of quote.members.entries()) {
    const sealed = party[index]?.guest
    if (!sealed) continue
    const own =
      index === 0
        ? { ...consent, attemptHash: order.attemptHash }
        : { linkHandedOn: order.companions[index - 1]?.email === null }
    const link = uuids[index] ?? member.uuid
    // Keeps an admin's notes. If the reservation gets a new link, its notes must be sealed again.
    const notes = link === member.uuid ? undefined : sealNotesFor(deps.sealer, member, link)
    await changeReservation(tx, member.id, { changes: { ...sealed, ...own, uuid: link, notes }, now })
  }
  if (amount > 0) return { ok: true, reservationId, uuid, holdExpiresAt }
  const partyId = quote.isShared ? reservationId : null
  if (mailbox) {
    const heldUntil = await waitForMailbox(tx, { ...row, partyId }, now)
    return { ok: true, reservationId, uuid, holdExpiresAt: heldUntil, waitsForMailbox: true }
  }
  // Held spots are confirmed immediately if a code made them free, or if they come from a waitlist offer.
  const reservation = { id: reservationId, eventId, partyId }
  await confirmHold(tx, deps, { reservation, freeFor: email, by: BY, now })
  return { ok: true, reservationId, uuid, holdExpiresAt: null }
}

/**
 * Returns whether a free sign-up must still be confirmed by e-mail (R46.1). A guest who uses the e-mailed link of a
 * waitlist offer has already proven the mailbox.
 */
async function mustAnswer(
  tx: Transaction,
  { sealer }: BookingDeps,
  { order, row }: { order: SpotOrder; row: ReservationRow },
): Promise<boolean> {
  const { offer, companions, guest } = order
  const takesOver = (await findReplaced(tx, row.id)) !== null
  if (!needsMailbox({ people: 1 + companions.length, takesOver })) return false
  const emailHashes = sealer.lookups(guest.email)
  return offer === null || !(await isOfferedTo(tx, { token: offer, emailHashes }))
}

interface Held {
  event: Pick<LockedEvent, 'id' | 'cost' | 'spots' | 'startDateDate' | 'cancelledAt' | 'waitlistStoppedAt'>
  row: ReservationRow
  earlier: Pick<EarlierSignUp, 'whole' | 'amount'>
}

interface RequestedSpots extends RequestedCode {
  /** Ids of the chosen options, one list for each guest, the payer's first. */
  choices: readonly (readonly number[])[]
}

interface HeldQuote extends PartyQuote {
  /** The reservations that hold the spots, the payer's first. */
  members: ReservationRow[]
  /** True for a sign-up of several guests, even if all its companions were canceled. */
  isShared: boolean
  /** Id of the discount code that the request uses, or null. */
  codeId: number | null
  /** True if the new request differs from what is held. */
  changed: boolean
}

/**
 * Quotes the price of held spots with the options of the new request, or returns why the request is refused. Guests
 * keep what they already hold at its old price. Additional spots must be free.
 */
export async function quoteHeldSpots(
  { db, now: clock }: Pick<BookingDeps, 'now'> & { db: Database },
  { event, row, earlier }: Held,
  { choices, ...coded }: RequestedSpots,
): Promise<HeldQuote | NoSpots> {
  const now = clock()
  const party = row.partyId === null ? [row] : await listParty(db, row.partyId)
  // A companion whom an admin has canceled is no longer pending, and holds no spot.
  const members = party.filter(({ status }) => status === 'pending')
  const spots = await readSpots(db, event.id)
  const wanted = choices.length
  const own = await listOwn(db, members, spots)
  // A guest who takes over a spot may also choose the options of the former guest's stay, at today's price.
  const replaced = row.replacesId === null ? null : await findReplaced(db, row.id)
  const left = replaced === null ? [] : await listChoices(db, replaced)
  // If the event's price was removed (a cost below 0), the held price counts as 0, and no options are offered.
  const price = ownPrice(row) + row.discount
  const cost = price > 0 ? price - totalPrice(own[0] ?? []) : Math.min(0, event.cost)
  const code = await quoteHeldCode(db, coded, { event, cost, members, row, wanted, today: ranchDay(now) })
  if (wanted > members.length) {
    const further = await countLeftForAnyone(db, event, { left: spotsLeft(event.spots, spots), now })
    const left = further + members.length
    if (left < wanted) return { problem: 'event_full', message: fullText({ left, wanted }) }
  }
  if (code.problem) return { problem: code.problem }
  const { startDateDate } = event
  const guests = choices.map((chosenIds, index) => ({
    chosenIds,
    own: own[index],
    left: index === 0 ? left : [],
  }))
  const day = planDayForAmount(startDateDate, { ...earlier, today: ranchDay(now) })
  const quote = quoteParty({ cost, startDateDate }, { ...spots, guests, off: code.off }, day)
  if (quote.refused) return choiceProblem(quote.refused)
  const isOther = quote.guests.some(
    ({ chosen, discount }, index) =>
      !isSame(chosen, own[index] ?? []) || discount !== members[index]?.discount,
  )
  const changed = isOther || wanted !== members.length || code.codeId !== row.codeId
  const isShared = wanted > 1 || party.length > members.length
  return { ...quote, members, isShared, codeId: code.codeId, changed }
}

/**
 * Returns the discount of the code in the form. A code that the hold already has keeps its discount, even if an
 * admin has changed the code since (R41.5).
 */
async function quoteHeldCode(
  db: Database,
  asked: RequestedCode,
  held: Pick<Held, 'event' | 'row'> & {
    cost: Cents
    members: readonly ReservationRow[]
    wanted: number
    today: Day
  },
): Promise<CodeQuote> {
  const { event, row, cost, members, wanted, today } = held
  const code = await discountFor(db, asked, { event, cost, guests: wanted, today, own: row })
  const names = code.kind === 'open' && asked.pays !== null && asked.pays !== cost - row.discount
  const isHeld = code.codeId !== null && code.codeId === row.codeId && wanted === members.length && !names
  return isHeld ? { ...code, off: members.map(({ discount }) => discount) } : code
}

async function listOwn(db: Database, members: ReservationRow[], { options }: Spots): Promise<Choice[][]> {
  if (options.length === 0) return []
  const ids = members.map(({ id }) => id)
  const own = await listChoicesOf(db, ids)
  return ids.map((id) => own.get(id) ?? [])
}

function isSame(chosen: readonly { id: number }[], own: readonly { id: number }[]): boolean {
  const wanted = new Set(chosen.map(({ id }) => id))
  return wanted.size === own.length && own.every(({ id }) => wanted.has(id))
}

interface Reholding {
  row: ReservationRow
  quote: HeldQuote
  /** All guests with their encrypted details, the payer first. */
  party: ReturnType<typeof sealParty>
  intentId: string | null
}

/**
 * Rewrites a hold: its options, number of spots, prices and invoices. Returns the id of the invoice that is due
 * now.
 */
async function replaceHold(
  tx: Transaction,
  deps: BookingDeps,
  { row, quote, party, intentId }: Reholding,
): Promise<number | null | 'again'> {
  const { id, eventId } = row
  const now = deps.now()
  await lockReservationsAndInvoices(tx, { reservationId: id })
  if (await isPayableOtherwise(tx, { reservationId: id, intentId })) return 'again'
  const prices = quote.guests.map(({ price }) => Math.max(0, price))
  const kept = quote.members.slice(0, prices.length)
  for (const gone of quote.members.slice(prices.length)) {
    await expire(tx, deps, { reservation: { id: gone.id, eventId, partyId: null }, by: BY, now })
    await changeReservation(tx, gone.id, { changes: { partyId: null, share: null }, now })
  }
  for (const [index, member] of kept.entries()) {
    const share = prices[index] ?? 0
    await writeChoices(tx, member.id, { chosen: quote.guests[index]?.chosen ?? [], now })
    const price = index > 0 ? 0 : prices.reduce((sum, one) => sum + one, 0)
    const { isShared } = quote
    const changes = {
      price,
      partyId: isShared ? id : null,
      share: isShared ? share : null,
      discount: quote.guests[index]?.discount ?? 0,
      codeId: index > 0 ? null : quote.codeId,
    }
    await changeReservation(tx, member.id, { changes, now })
  }
  const companions = party.slice(kept.length).map((sealed, index) => {
    const { chosen = [], discount = 0 } = quote.guests[kept.length + index] ?? {}
    return { ...sealed, chosen, discount, price: prices[kept.length + index] ?? 0 }
  })
  const added = await holdMore(tx, deps, { payer: row, companions, by: BY, now })
  const ids = [...kept.map((member) => member.id), ...added]
  const members = ids.map((memberId, index) => ({ id: memberId, share: prices[index] ?? 0 }))
  const plan = invoicePlan(quote.schedule, ranchDay(now))
  return (await replanInvoices(tx, { reservationId: id, plan, members, now })) ?? null
}
