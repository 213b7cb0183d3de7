/** Signs up a guest, or a party, as an admin. The stays are confirmed immediately and paid later (R12.1). */
import { enqueueEmail } from '#platform/email-queue.ts'
import { randomUUID } from 'node:crypto'
import type { ChoiceRefused } from '#domain/events/domain/options.ts'
import { spotsLeft, hasEnded } from '#domain/events/rules.ts'
import { type LockedEvent, lockEvent, readSpots } from '#domain/events/store/events.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { eachField, GUEST_DETAILS } from '#shared/guest-details.ts'
import { discountFor } from '../codes/code-quote.ts'
import type { CodeProblem } from '../codes/domain/discount.ts'
import { lockCodeByText, recordDiscounts } from '../codes/store/codes.ts'
import type { createReservationByAdmin } from '../contract/admin.ts'
import type { BookingDeps } from '../deps.ts'
import { adminInvoicePlan, dividePrice, fullTextForAdmin, type PlanProblem } from '../domain/admin-actions.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { handPaymentProblem, paymentOf } from '../domain/invoices.ts'
import { type PlannedInvoice, type Priced, quoteParty } from '../domain/sign-up.ts'
import { insertHandPayment } from '../store/payments.ts'
import { insertPlannedInvoices, listByAttempt } from '../store/sign-ups.ts'
import { auditReservation, insertConfirmed, type NewStay } from '../transitions.ts'
import { hashOf } from './sign-up.ts'

/** Guest details that the admin may enter in the sign-up form. */
const TOLD = [...GUEST_DETAILS, 'notes'] as const

type Order = ParsedOf<typeof createReservationByAdmin>['body']['createReservationData']

type Person = Order | Order['companions'][number]

type AdminSignedUp =
  | { reservationId: number; uuid: string }
  | FailureCodeOf<typeof createReservationByAdmin>
  | PlanProblem
  | { fields: Record<string, string> }
  | Refused

/** A refused option, discount code or number of spots. `guest` is the index of the guest; 0 is the payer. */
type Refused =
  | (ChoiceRefused & { guest: number })
  | { code: CodeProblem }
  | { code: 'event_full'; message: string | undefined }

/**
 * Signs up a guest and all companions under the event's lock: either all of them or nobody. An admin can do this
 * until the event's last day, a guest only before its first day.
 */
export async function signUpByAdmin(
  deps: BookingDeps,
  { by, ...order }: Order & { by: Actor },
): Promise<AdminSignedUp> {
  const { eventId, paymentMethod: method } = order
  const now = deps.now()
  const people = [order, ...order.companions]
  // The prefix keeps this hash apart from the hashes of guests' keys.
  const attemptHash = order.attempt ? hashOf(eventId, `admin:${order.attempt}`) : null
  // Encrypting the details takes time. So the details are sealed before the event is locked, and other sign-ups
  // wait less.
  const sealed = people.map((person) => sealTold(deps, person))
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) return 'not_found'
    const [earlier] = attemptHash === null ? [] : await listByAttempt(tx, [attemptHash])
    if (earlier) return { reservationId: earlier.reservationId, uuid: earlier.uuid }
    if (event.cancelledAt !== null) return 'event_cancelled'
    if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
    const quote = await quoteForAdmin(tx, { event, order, now })
    if ('problem' in quote) return quote.problem
    const { guests, plan, codeId } = quote
    const first = plan.find(({ purpose }) => purpose !== 'remainder')
    const problem = handPaymentProblem(order, method !== null, now)
    if (problem) return { fields: problem.fields ?? {} }
    if (method !== null && !first) return { amount: 'Please enter the amount that was paid' }
    const [payer, ...companions] = sealed.map((one, index) => {
      return { ...one, ...(guests[index] ?? { chosen: [], discount: 0, price: 0 }) }
    })
    if (!payer) throw new Error('A sign-up without a guest')
    const stay = { ...payer, companions, eventId, attemptHash, codeId, termsHash: null, now }
    const ids = await insertConfirmed(tx, deps, stay)
    if (codeId !== null) await recordDiscounts(tx, ids, now)
    for (const [index, id] of ids.entries()) {
      const person = people[index] ?? order
      const { allowOverbooking, shouldSendEmail } = order
      await tellOfAdded(tx, deps, {
        row: { id, eventId },
        mail: index === 0 ? 'signup-success-simple' : 'companion-invited',
        fields: fieldsOf(person, { ofPayer: index === 0, codeId, chosen: guests[index]?.chosen ?? [] }),
        details: { shouldSendEmail: shouldSendEmail && hasEmail(person), allowOverbooking },
        by,
        now,
      })
    }
    const [reservationId] = ids
    const members = ids.map((id, index) => ({ id, share: guests[index]?.price ?? 0 }))
    const invoiceId = await insertPlannedInvoices(tx, { reservationId, plan, members, now })
    if (method !== null && first && invoiceId !== undefined) {
      const { amount } = first
      const line = { ...paymentOf(order, null, now), invoiceId, reservationId, amount, createdAt: now }
      await insertHandPayment(tx, deps.sealer, line)
      const what = { action: 'invoice.paid', entity: 'invoice', entityId: invoiceId, eventId, reservationId }
      const details = { amount, partOfPrice: true, paymentMethod: method }
      await recordAudit(tx, deps.sealer, [{ ...by, ...what, details, at: now }])
    }
    return { reservationId, uuid: payer.uuid }
  })
}

interface AdminQuote {
  /** Each guest's options, discount and price, the payer first. No price is below 0. */
  guests: Priced[]
  plan: PlannedInvoice[]
  codeId: number | null
}

/**
 * Quotes the price of the spots and their invoices with the same functions as a guest's own sign-up, or returns why
 * the admin cannot have them. The caller holds the event's lock.
 */
async function quoteForAdmin(
  tx: Transaction,
  { event, order, now }: { event: LockedEvent; order: Order; now: Date },
): Promise<AdminQuote | { problem: Exclude<AdminSignedUp, { uuid: string }> }> {
  const { allowOverbooking, code = null, pays = null } = order
  const today = ranchDay(now)
  if (code !== null && order.totalDue !== null) return { problem: { fields: { totalDue: PRICE_OR_CODE } } }
  // The code must be locked after the event and before the reservations (R2.7).
  if (code !== null) await lockCodeByText(tx, code)
  const wanted = 1 + order.companions.length
  const spots = await readSpots(tx, event.id)
  const left = spotsLeft(event.spots, spots)
  if (!allowOverbooking && left < wanted)
    return { problem: { code: 'event_full', message: fullTextForAdmin({ left, wanted }) } }
  const using = { event, cost: event.cost, guests: wanted, today, own: null }
  const discount = await discountFor(tx, { code, pays }, using)
  if (discount.problem) return { problem: { code: discount.problem } }
  const picking = [order, ...order.companions].map(({ options: chosenIds = [] }) => {
    return { chosenIds, byAdmin: { allowOverbooking } }
  })
  const party = { options: spots.options, guests: picking, off: discount.off }
  const { guests, refused } = quoteParty(event, party, today)
  if (refused) return { problem: refused }
  const prices = dividePrice(
    guests.map(({ price }) => Math.max(0, price)),
    order.totalDue,
  )
  const totalDue = prices.reduce((sum, price) => sum + price, 0)
  const plan = adminInvoicePlan({ totalDue, amount: order.amount }, event.startDateDate, today)
  if (!Array.isArray(plan)) return { problem: plan }
  const { codeId } = discount
  return { guests: guests.map((guest, index) => ({ ...guest, price: prices[index] ?? 0 })), plan, codeId }
}

const PRICE_OR_CODE = 'Please clear the price or the code. A price that you enter is not discounted'

function sealTold({ sealer }: Pick<BookingDeps, 'sealer'>, person: Person) {
  const { customerName, email = null } = person
  const uuid = randomUUID()
  const told = eachField(TOLD, (name) => person[name] ?? null)
  return { uuid, guest: sealGuest(sealer, uuid, { ...EMPTY_GUEST_DETAILS, ...told, customerName, email }) }
}

const hasEmail = ({ email = null }: Person) => email !== null

/** Returns the names of the fields that the audit log lists for a guest. */
const fieldsOf = (
  person: Person,
  { ofPayer, codeId, chosen }: { ofPayer: boolean; codeId: number | null } & Pick<Priced, 'chosen'>,
) => [
  'customerName',
  ...(hasEmail(person) ? ['email'] : []),
  ...(ofPayer ? ['totalDue'] : []),
  ...(ofPayer && codeId !== null ? ['code'] : []),
  ...(chosen.length > 0 ? ['options'] : []),
  ...TOLD.filter((name) => person[name]),
]

/** Inserts a confirmed reservation, e-mails the guest if the admin wants it, and returns the reservation's id. */
export async function addByAdmin(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer'>,
  { by, fields, details, ...reservation }: NewStay & Pick<Added, 'by' | 'fields' | 'details'>,
): Promise<number> {
  const [id] = await insertConfirmed(tx, deps, reservation)
  const { eventId, now } = reservation
  const row = { id, eventId }
  await tellOfAdded(tx, deps, { row, mail: 'signup-success-simple', fields, details, by, now })
  return id
}

interface Added {
  row: { id: number; eventId: number }
  /** The e-mail that the guest gets if `details.shouldSendEmail` is set. */
  mail: 'signup-success-simple' | 'companion-invited'
  fields: string[]
  details: { shouldSendEmail: boolean; allowOverbooking: boolean }
  by: Actor
  now: Date
}

/** Records in the audit log that an admin added a guest, and e-mails the guest if the admin wants it. */
async function tellOfAdded(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer'>,
  { row, mail, fields, details, by, now }: Added,
): Promise<void> {
  await auditReservation(tx, deps, { row, action: 'reservation.created', fields, details, by, now })
  if (details.shouldSendEmail)
    await enqueueEmail(tx, { type: mail, reservationId: row.id, key: `${mail}:${row.id}`, now })
}
