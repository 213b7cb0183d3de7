/** What a mail's text is made of, read from the other tables at sending; writes nothing. */
import { asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '../../../platform/database/schema/booking.ts'
import { events } from '../../../platform/database/schema/events.ts'

const reservationColumns = {
  id: reservations.id,
  uuid: reservations.uuid,
  attendeeToken: reservations.attendeeToken,
  status: reservations.status,
  purgedAt: reservations.purgedAt,
  totalDue: reservations.totalDue,
  safetyConsent: reservations.safetyConsent,
  customerName: reservations.customerName,
  nickname: reservations.nickname,
  email: reservations.email,
}

const eventColumns = {
  id: events.id,
  name: events.name,
  urlName: events.urlName,
  host: events.host,
  adminEmail: events.adminEmail,
  cost: events.cost,
  startDateDate: events.startDateDate,
  endDateDate: events.endDateDate,
  shortDescription: events.shortDescription,
  showWaitlist: events.showWaitlist,
}

/** A reservation with its event and its money; personal fields are still sealed. Undefined: deleted. */
export async function findMailFacts(db: Database, reservationId: number) {
  const [found] = await db
    .select({ reservation: reservationColumns, event: eventColumns })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(eq(reservations.id, reservationId))
  if (!found) return undefined
  const ofReservation = await db
    .select({ id: invoices.id, purpose: invoices.purpose, amount: invoices.amount, due: invoices.due })
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))
    .orderBy(asc(invoices.due), asc(invoices.id))
  const paid = await db
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      amount: payments.amount,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.paidAt), asc(payments.id))
  const given = await db
    .select({ paymentId: refunds.paymentId, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(
      inArray(
        refunds.paymentId,
        paid.map(({ id }) => id),
      ),
    )
  const withRefunds = paid.map(({ id, invoiceId, amount, paidAt }) => {
    return { invoiceId, amount, paidAt, refunds: given.filter(({ paymentId }) => paymentId === id) }
  })
  return { ...found, invoices: ofReservation, payments: withRefunds }
}

export type MailFacts = NonNullable<Awaited<ReturnType<typeof findMailFacts>>>
