/**
 * Makes the invoices of a stay payable before its page is shown. It applies Stripe's status of open intents first,
 * so the page is right even if no webhook came.
 */
import { findEvent } from '#domain/events/store/events.ts'
import type { BookingDeps } from '../deps.ts'
import { payProblem } from '../domain/guest-actions.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { intentOfInvoice } from '../payments/create-intent.ts'
import { listInvoiceLines } from '../store/payments.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'

/** Client secrets by invoice id, with which the browser pays. */
type Secrets = Map<number, string>

/** Returns the reservation afterwards. If Stripe is unreachable, no invoice can be paid. */
export async function openPayableInvoices(
  deps: BookingDeps,
  before: ReservationRow,
): Promise<{ reservation: ReservationRow | undefined; secrets: Secrets }> {
  const eventCancelled = (await findEvent(deps.db, before.eventId))?.cancelledAt !== null
  const secrets = await openIntents(deps, { ...before, eventCancelled })
  const reservation = await findReservation(deps.db, before.id)
  if (!reservation || reservation.status === before.status) return { reservation, secrets }
  // A payment has just confirmed the stay, which makes its next invoice payable.
  return { reservation, secrets: await openIntents(deps, { ...reservation, eventCancelled }) }
}

async function openIntents(
  deps: BookingDeps,
  reservation: ReservationRow & { eventCancelled: boolean },
): Promise<Secrets> {
  const secrets: Secrets = new Map()
  const lines = await listInvoiceLines(deps.db, reservation.id)
  const held = reservation.status === 'pending'
  await Promise.all(
    lines.map(async ({ invoice, payment, openIntentId }) => {
      if (payProblem({ ...invoice, paid: payment !== null }, reservation, deps.now()) === null) {
        const made = await intentOfInvoice(deps, { ...invoice, held })
        if (typeof made === 'object' && 'clientSecret' in made) secrets.set(invoice.id, made.clientSecret)
      } else if (openIntentId !== null) {
        await applyPaymentIntent(deps, openIntentId, 'guest')
      }
    }),
  )
  return secrets
}
