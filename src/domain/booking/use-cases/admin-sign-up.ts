/** Signs a guest up as an admin. The stay is confirmed immediately and paid later (R12.1). */
import { enqueueEmail } from '#platform/email-queue.ts'
import { randomUUID } from 'node:crypto'
import type { ChoiceRefused } from '#domain/events/domain/options.ts'
import { spotsLeft, hasEnded } from '#domain/events/rules.ts'
import { lockEvent, readSpots } from '#domain/events/store/events.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { eachField, GUEST_DETAILS } from '#shared/guest-details.ts'
import type { createReservationByAdmin } from '../contract/admin.ts'
import type { BookingDeps } from '../deps.ts'
import { adminInvoicePlan, type PlanProblem, quote } from '../domain/admin-actions.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { handPaymentProblem, paymentOf } from '../domain/invoices.ts'
import { insertHandPayment } from '../store/payments.ts'
import { insertPlannedInvoices } from '../store/sign-ups.ts'
import { auditReservation, insertConfirmed, type NewStay } from '../transitions.ts'

/** Guest details that the admin may enter in the sign-up form. */
const TOLD = [...GUEST_DETAILS, 'notes'] as const

type AdminSignUp = ParsedOf<typeof createReservationByAdmin>['body']['createReservationData'] & { by: Actor }

type AdminSignedUp =
  | { reservationId: number; uuid: string }
  | FailureCodeOf<typeof createReservationByAdmin>
  | PlanProblem
  | { fields: Record<string, string> }
  | ChoiceRefused

/**
 * Signs a guest up under the event's lock. An admin can do this until the event's last day, a guest only
 * before its first day.
 */
export async function signUpByAdmin(deps: BookingDeps, order: AdminSignUp): Promise<AdminSignedUp> {
  const { eventId, customerName, email, by, allowOverbooking } = order
  const told = eachField(TOLD, (name) => order[name] ?? null)
  const shouldSendEmail = order.shouldSendEmail && email !== null
  const uuid = randomUUID()
  const now = deps.now()
  // Encrypting the details takes time. So the details are sealed before the event is locked, and other sign-ups
  // wait less.
  const guest = sealGuest(deps.sealer, uuid, { ...EMPTY_GUEST_DETAILS, ...told, customerName, email })
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) return 'not_found'
    if (event.cancelledAt !== null) return 'event_cancelled'
    if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
    const spots = await readSpots(tx, eventId)
    if (!allowOverbooking && spotsLeft(event.spots, spots) < 1) return 'event_full'
    const picking = { options: spots.options, chosenIds: order.options, byAdmin: { allowOverbooking } }
    const { chosen, refused, price } = quote(event, picking, ranchDay(now))
    if (refused) return refused
    const totalDue = order.totalDue ?? Math.max(0, price)
    const plan = adminInvoicePlan({ totalDue, amount: order.amount }, event.startDateDate, ranchDay(now))
    if (!Array.isArray(plan)) return plan
    const first = plan.find(({ purpose }) => purpose !== 'remainder')
    const method = order.paymentMethod
    const problem = handPaymentProblem(order, method !== null, now)
    if (problem) return { fields: problem.fields ?? {} }
    if (method !== null && !first) return { amount: 'Please enter the amount that was paid' }
    const reservationId = await addByAdmin(tx, deps, {
      uuid,
      eventId,
      attemptHash: null,
      price: totalDue,
      chosen,
      termsHash: null,
      guest,
      now,
      by,
      fields: [
        'customerName',
        ...(email === null ? [] : ['email']),
        'totalDue',
        ...(chosen.length > 0 ? ['options'] : []),
        ...TOLD.filter((name) => told[name]),
      ],
      details: { shouldSendEmail, allowOverbooking },
    })
    const invoiceId = await insertPlannedInvoices(tx, { reservationId, plan, now })
    if (method !== null && first && invoiceId !== undefined) {
      const { amount } = first
      const line = { ...paymentOf(order, null, now), invoiceId, reservationId, amount, createdAt: now }
      await insertHandPayment(tx, deps.sealer, line)
      const what = { action: 'invoice.paid', entity: 'invoice', entityId: invoiceId, eventId, reservationId }
      const details = { amount, partOfPrice: true, paymentMethod: method }
      await recordAudit(tx, deps.sealer, [{ ...by, ...what, details, at: now }])
    }
    return { reservationId, uuid }
  })
}

/** Inserts a confirmed reservation, e-mails the guest if the admin wants it, and returns the reservation's id. */
export async function addByAdmin(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer'>,
  { by, fields, details, ...reservation }: NewStay & { by: Actor } & AddedBy,
): Promise<number> {
  const [id] = await insertConfirmed(tx, deps, reservation)
  const { eventId, now } = reservation
  const row = { id, eventId }
  await auditReservation(tx, deps, { row, action: 'reservation.created', fields, details, by, now })
  if (details.shouldSendEmail) {
    const key = `signup-success-simple:${id}`
    await enqueueEmail(tx, { type: 'signup-success-simple', reservationId: id, key, now })
  }
  return id
}
interface AddedBy {
  fields: string[]
  details: { shouldSendEmail: boolean; allowOverbooking: boolean }
}
