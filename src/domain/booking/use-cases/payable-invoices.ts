/**
 * Opens a payment for each invoice that a guest can pay, before the guest's page is shown. Also applies the status
 * of open payment intents at Stripe, so that the page is right even if a webhook is missing.
 */
import { findEvent } from '#domain/events/store/events.ts'
import type { BookingDeps } from '../deps.ts'
import { payProblem } from '../domain/guest-actions.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { intentOfInvoice } from '../payments/create-intent.ts'
import { listInvoiceLines } from '../store/payments.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'

/** Stripe's client secrets by invoice id. The browser needs an invoice's secret to pay it. */
type Secrets = Map<number, string>

/**
 * Opens the payments of a stay's invoices. Returns the reservation as it is afterwards, and Stripe's client secrets.
 * There are none if Stripe cannot be reached.
 */
export async function openPayableInvoices(
  deps: BookingDeps,
  before: ReservationRow,
): Promise<{ reservation: ReservationRow | undefined; secrets: Secrets }> {
  const eventCancelled = (await findEvent(deps.db, before.eventId))?.cancelledAt !== null
  const secrets = await openIntents(deps, { ...before, eventCancelled })
  const reservation = await findReservation(deps.db, before.id)
  if (!reservation || reservation.status === before.status) return { reservation, secrets }
  // A payment has just confirmed the stay. So its next invoice can be paid now.
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
