/** A guest's reservation by its private link: how it stands, and what each unpaid invoice is paid with. */
import { ranchDay } from '#shared/days.ts'
import { countTaken, findEvent, toEventSummary } from '#features/events/index.ts'
import { applyPaymentIntent } from '../apply/apply.ts'
import type { GuestReservation } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { intentOfInvoice } from '../intents/make.ts'
import { guestView } from './guest-view.ts'
import { payProblem } from './rules.ts'
import { toReservation } from './shape.ts'
import { findReservationByUuid, listInvoices, type ReservationRow } from './store.ts'

/** Invoice id → what the browser pays it with. */
type Secrets = Map<number, string>

/**
 * Reads a reservation. Its open intents are asked after first, so the page is right even when no webhook
 * came; with the provider down it shows what is known, and nothing can be paid.
 */
export async function viewReservation(
  deps: BookingDeps,
  uuid: string,
): Promise<GuestReservation | 'not_found' | 'purged'> {
  const before = await findReservationByUuid(deps.db, uuid)
  if (!before) return 'not_found'
  if (before.purgedAt) return 'purged'
  const eventCancelled = (await findEvent(deps.db, before.eventId))?.cancelledAt !== null
  let secrets = await settleAndOpen(deps, { ...before, eventCancelled })

  const reservation = await findReservationByUuid(deps.db, uuid)
  // The money that confirmed it just now makes the next invoice payable.
  if (reservation && reservation.status !== before.status)
    secrets = await settleAndOpen(deps, { ...reservation, eventCancelled })
  const event = reservation && (await findEvent(deps.db, reservation.eventId))
  if (!reservation || !event) return 'not_found'
  const now = deps.now()
  const shown = toReservation(reservation, {
    event: toEventSummary(event, await countTaken(deps.db, event.id), now),
    lines: await listInvoices(deps.db, reservation.id),
    secrets,
    sealer: deps.sealer,
    today: ranchDay(now),
  })
  return { ...shown, ...(await guestView(deps, reservation, { event, shown })) }
}

async function settleAndOpen(
  deps: BookingDeps,
  reservation: ReservationRow & { eventCancelled: boolean },
): Promise<Secrets> {
  const secrets: Secrets = new Map()
  const lines = await listInvoices(deps.db, reservation.id)
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
