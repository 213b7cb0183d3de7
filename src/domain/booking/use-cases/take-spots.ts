/**
 * Takes the spots of a new sign-up. Quotes their price, then holds the spots with their invoices, or confirms them
 * if nothing is due.
 */
import { countLeftForAnyone } from '../waitlist/spots-for-anyone.ts'
import { randomUUID } from 'node:crypto'
import { type RequestedCode, discountFor } from '../codes/code-quote.ts'
import { type LockedEvent, readSpots } from '#domain/events/store/events.ts'
import { spotsLeft, hasHappened } from '#domain/events/rules.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import {
  type PartyQuote,
  quoteParty,
  choiceProblem,
  fullText,
  intentProblem,
  invoicePlan,
  type NoSpots,
  type NotSignedUp,
  type SignedUp,
  signUpProblem,
  type SpotOrder,
  wantedChoices,
} from '../domain/sign-up.ts'
import { mailboxHoldEnd, needsMailbox } from '../domain/mailbox.ts'
import type { sealParty } from '../sealed-guest.ts'
import { claimIntent, insertPlannedInvoices } from '../store/sign-ups.ts'
import { lockIntent, lockReplaceableStay } from '../store/locks.ts'
import { findReservation, listChoices, listParty, spendReservationId } from '../store/reservations.ts'
import { bookFree, expire, hold } from '../transitions.ts'
import { enqueueLinks } from './ask-for-links.ts'
import { requestConfirmation, findOwnSpot } from './request-confirmation.ts'

const MINUTE = 60_000

const BY_GUEST = { actor: 'guest' }

/** A sign-up with its locked event and its guests' encrypted details, the payer's first. */
interface NewSignUp {
  order: SpotOrder
  event: LockedEvent
  party: ReturnType<typeof sealParty>
}

/** Takes free spots, or the spot that another guest passes on. The caller holds the event's lock. */
export async function takeSpots(
  tx: Transaction,
  deps: BookingDeps,
  signUp: NewSignUp,
): Promise<SignedUp | NotSignedUp> {
  const { order, event } = signUp
  const now = deps.now()
  const today = ranchDay(now)
  const replaced =
    order.replacement === null
      ? null
      : await lockReplaceableStay(tx, { token: order.replacement, eventId: event.id })
  if (typeof replaced === 'string') return { ok: false, problem: replaced }
  const { amount, code, pays } = order
  const choices = wantedChoices(order)
  const quote = await quoteNewSpots({ ...deps, db: tx }, { event, choices, replaced, amount, code, pays })
  if ('problem' in quote) return { ok: false, ...quote }
  const { dueNow } = quote.schedule
  const stay = { ...toNewStay(deps, signUp, quote), codeId: quote.codeId }
  if (dueNow === 0) return bookWithoutPayment(tx, deps, { order, stay, replaced })
  if (!order.intent) return { ok: false, problem: 'payment_missing' }
  // Locks the row of the payment intent until the spots are taken, so that one payment cannot hold spots twice.
  const record = (await lockIntent(tx, order.intent.id)) ?? null
  const payable = { eventId: event.id, amount: dueNow, invoiceId: null }
  const refusal = intentProblem(record, order.intent.status, payable)
  if (refusal) return { ok: false, problem: refusal }
  const holdExpiresAt = new Date(now.getTime() + deps.settings.holdMinutes * MINUTE)
  const held = { ...stay, replacesId: replaced, holdExpiresAt, by: BY_GUEST }
  const reservationId = await hold(tx, deps, held)
  const plan = invoicePlan(quote.schedule, today)
  const party = choices.length > 1 ? await listParty(tx, reservationId) : []
  const members = party.map(({ id, share }) => ({ id, share: share ?? 0 }))
  const invoiceId = await insertPlannedInvoices(tx, { reservationId, plan, members, now })
  if (invoiceId === undefined) throw new Error('The invoice due at sign-up was not written')
  await claimIntent(tx, { intentId: order.intent.id, invoiceId })
  return { ok: true, reservationId, uuid: stay.uuid, holdExpiresAt }
}

/**
 * Quotes the price of new spots, or returns why they are refused. Called when the payment is opened, and again
 * under the event's lock. `choices` has a list of option ids for each guest. `replaced` is the stay whose spot is
 * taken over. `amount` is what the form showed as due now, in cents.
 */
export async function quoteNewSpots(
  { db, now: clock }: Pick<BookingDeps, 'now'> & { db: Database },
  { event, choices, replaced, amount, ...coded }: NewSpots,
): Promise<(PartyQuote & { codeId: number | null }) | NoSpots> {
  const now = clock()
  const today = ranchDay(now)
  const spots = await readSpots(db, event.id)
  // A guest who takes over a spot may choose the options of the former guest's stay, at today's price.
  const left = replaced === null ? [] : await listChoices(db, replaced)
  const guests = choices.map((chosenIds, index) => (index === 0 ? { chosenIds, left } : { chosenIds }))
  const { cost } = event
  const code = await discountFor(db, coded, { event, cost, guests: guests.length, today, own: null })
  const quote = quoteParty(event, { ...spots, guests, off: code.off }, today)
  const places = {
    wanted: guests.length,
    // Free spots count only if they are not reserved for the waitlist. A spot that a guest passes on by a link is
    // not offered to the waitlist.
    left:
      replaced === null
        ? await countLeftForAnyone(db, event, { left: spotsLeft(event.spots, spots), now })
        : 1,
  }
  const problem = signUpProblem({
    ...places,
    cancelled: event.cancelledAt !== null,
    hasHappened: hasHappened(event.startDateDate, today),
    choice: quote.refused?.code ?? null,
    code: code.problem,
    dueNow: quote.schedule.dueNow,
    amount,
  })
  if (problem === null) return { ...quote, codeId: code.codeId }
  if (quote.refused?.code === problem) return choiceProblem(quote.refused)
  return { problem, message: problem === 'event_full' ? fullText(places) : undefined }
}
interface NewSpots extends RequestedCode {
  event: LockedEvent
  choices: readonly (readonly number[])[]
  replaced: number | null
  amount: Cents
}

/** Returns the reservation to insert for this sign-up, with its companions. */
function toNewStay(
  { termsHash, now }: BookingDeps,
  { order, event, party }: NewSignUp,
  { guests }: PartyQuote,
) {
  const free = { chosen: [], discount: 0, price: 0 }
  const priced = party.map((sealed, index) => {
    const { price, ...quoted } = guests[index] ?? free
    return { ...sealed, ...quoted, price: Math.max(0, price) }
  })
  const [payer, ...companions] = priced
  if (!payer) throw new Error('A sign-up without a guest')
  return {
    ...payer,
    eventId: event.id,
    attemptHash: order.attemptHash,
    companions,
    termsHash,
    now: now(),
  }
}

/**
 * Books a sign-up with nothing due. A guest who comes alone is confirmed immediately, and gets no second spot if
 * they already have one. A party, or a guest who takes over a spot, must confirm by e-mail (R46.1). No reply reveals
 * whether the guest already has a spot.
 */
async function bookWithoutPayment(
  tx: Transaction,
  deps: BookingDeps,
  { order, stay, replaced }: { order: SpotOrder; stay: FreeStay; replaced: number | null },
): Promise<SignedUp | NotSignedUp> {
  const { eventId, guest } = order
  const { uuid, companions, ...alone } = stay
  if (!needsMailbox({ people: 1 + companions.length, takesOver: replaced !== null })) {
    if ((await findOwnSpot(tx, deps, { eventId, ...guest })) !== undefined)
      return repeatUnseen(tx, deps, order)
    const reservationId = await bookFree(tx, deps, { ...alone, uuid, email: guest.email })
    return { ok: true, reservationId, uuid, holdExpiresAt: null }
  }
  const holdExpiresAt = mailboxHoldEnd({ holdExpiresAt: null, createdAt: stay.now })
  const reservationId = await hold(tx, deps, { ...stay, replacesId: replaced, holdExpiresAt, by: BY_GUEST })
  const row = await findReservation(tx, reservationId)
  if (row && (await requestConfirmation(tx, deps, { row, email: guest.email })))
    return { ok: true, reservationId, uuid, holdExpiresAt, waitsForMailbox: true }
  // Without the e-mail, nobody could confirm these spots. So they become free again.
  if (row) await expire(tx, deps, { reservation: row, by: BY_GUEST, now: stay.now })
  return { ok: false, problem: 'too_many_mails' }
}
type FreeStay = ReturnType<typeof toNewStay> & { codeId: number | null }

/**
 * Returns a reply with an unusable link, for a form that names a guest who already has a spot. The person who sends
 * the form has not proven that the mailbox is theirs, so the reply must not reveal that spot. The real link is only
 * e-mailed (docs/decisions/0051).
 */
async function repeatUnseen(tx: Transaction, deps: BookingDeps, { guest }: SpotOrder): Promise<SignedUp> {
  await enqueueLinks({ ...deps, db: tx }, guest.email)
  return { ok: true, reservationId: await spendReservationId(tx), uuid: randomUUID(), holdExpiresAt: null }
}
