/**
 * What an admin does by calls that do not exist yet, so each is done by the functions and under the locks that
 * those calls will use (CONTRACT section 5). What has calls is in `office.ts` and `money-back.ts`.
 */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { events } from '../../../../../platform/database/schema/events.ts'
import { invoices, payments, reservations } from '../../../../../platform/database/schema/booking.ts'
import type { Transaction } from '../../../../../platform/database/database.ts'
import { lockEvent } from '../../../../events/store.ts'
import { applyPaymentIntent } from '../../../apply/apply.ts'
import { listIntentsOfInvoice } from '../../../intents/store.ts'
import { bookingDeps } from '../../../testing/deps.ts'
import type { AdminStep } from '../operations.ts'
import { Killed } from '../site.ts'
import { dollars, pick, tell, type World } from '../world.ts'
import { takeMoneyBackStep } from './money-back.ts'

type Doing<Name extends AdminStep['do']> = Extract<AdminStep, { do: Name }>

export async function takeAdminStep(world: World, step: AdminStep): Promise<void> {
  switch (step.do) {
    case 'set spots': {
      const { id } = world.events[step.event]
      await world.site.app.services.db.update(events).set({ spots: step.spots }).where(eq(events.id, id))
      tell(world, `the admin sets ${step.event} to ${step.spots} spots`)
      return
    }
    case 'take cash':
      return await takeCash(world, step)
    default:
      return await takeMoneyBackStep(world, step)
  }
}

async function lockReservation(tx: Transaction, { id, eventId }: { id: number; eventId: number }) {
  await lockEvent(tx, eventId)
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update')
  return row
}

/** Marks an invoice as paid by hand: its open intent is cancelled first; if that one was paid, nothing is taken. */
async function takeCash(world: World, { nth }: Doing<'take cash'>): Promise<void> {
  const { services, provider } = world.site.app
  const unpaid = await services.db
    .select({ invoice: invoices, reservation: reservations })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(and(eq(reservations.status, 'confirmed'), isNull(payments.id)))
    .orderBy(asc(invoices.id))
  const chosen = pick(unpaid, nth)
  if (!chosen) return
  const { invoice, reservation } = chosen
  const open = (await listIntentsOfInvoice(services.db, invoice.id)).find((row) => row.status === 'open')
  if (open) {
    try {
      if ((await provider.cancelIntent(open.id)).outcome !== 'ok') return
      await applyPaymentIntent(bookingDeps(world.site.app), open.id, 'admin')
    } catch (error) {
      if (error instanceof Killed) return
      throw error
    }
  }
  const done = await services.db.transaction(async (tx) => {
    if ((await lockReservation(tx, reservation))?.status !== 'confirmed') return false
    const paid = await tx.select().from(payments).where(eq(payments.invoiceId, invoice.id))
    const left = (await listIntentsOfInvoice(tx, invoice.id)).some((row) => row.status === 'open')
    if (paid.length > 0 || left) return false
    const now = services.now()
    const line = { invoiceId: invoice.id, reservationId: reservation.id, amount: invoice.amount }
    await tx.insert(payments).values({ ...line, method: 'cash', paidAt: now, createdAt: now })
    return true
  })
  if (done) tell(world, `the admin takes ${dollars(invoice.amount)} in cash for invoice ${invoice.id}`)
}
