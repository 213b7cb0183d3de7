/** Some of the sample guests came together (R39): a couple, and four of whom one has canceled and one has no e-mail address. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { recordAudit } from '#platform/audit.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoiceLines, invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { daysBetween, ranchDay } from '#shared/days.ts'
import { ADMIN, addEmail, ago, eventOf, type House } from './goings-on.ts'

export async function addParties(house: House): Promise<void> {
  const { stays: stars } = eventOf(house, 'new-moon-star-week')
  await joinParty(house, [stars[2] ?? 0, stars[3] ?? 0])
  const drive = eventOf(house, 'cattle-drive-weekend')
  const [payer = 0, friend = 0, child = 0, left = 0] = [5, 6, 7, 11].map((nth) => drive.stays[nth])
  await joinParty(house, [payer, friend, child, left])
  await takeAddress(house, child)
  await cancelOne(house, { ...drive, payer, left })
  const { eventId } = eventOf(house, 'founders-quiet-week')
  // The second in line wants two spots.
  await house.tx
    .update(waitlistEntries)
    .set({ size: 2 })
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.position, 2)))
}

/** The first pays for all: the others' invoices join theirs, with a line for each. */
async function joinParty({ tx }: House, ids: readonly number[]): Promise<void> {
  const [payer = 0, ...others] = ids
  const rows = await tx
    .select()
    .from(reservations)
    .where(inArray(reservations.id, [...ids]))
  const asked = await tx
    .select()
    .from(invoices)
    .where(inArray(invoices.reservationId, [...ids]))
    .orderBy(asc(invoices.id))
  for (const { id: invoiceId, purpose } of asked.filter(({ reservationId }) => reservationId === payer)) {
    const alike = asked.filter((one) => one.purpose === purpose)
    const lines = alike.map(({ reservationId, amount }) => ({ invoiceId, reservationId, amount }))
    const amount = alike.reduce((sum, one) => sum + one.amount, 0)
    await tx.insert(invoiceLines).values(lines)
    await tx.update(invoices).set({ amount }).where(eq(invoices.id, invoiceId))
    await tx.update(payments).set({ amount }).where(eq(payments.invoiceId, invoiceId))
  }
  await tx.delete(payments).where(inArray(payments.reservationId, others))
  await tx.delete(invoices).where(inArray(invoices.reservationId, others))
  const createdAt = rows.find(({ id }) => id === payer)?.createdAt ?? new Date()
  const price = rows.reduce((sum, row) => sum + row.price, 0)
  for (const row of rows)
    await tx
      .update(reservations)
      .set({ partyId: payer, share: row.price, price: row.id === payer ? price : 0, createdAt })
      .where(eq(reservations.id, row.id))
  const confirmed = eq(auditEntries.action, 'reservation.confirmed')
  await tx
    .update(auditEntries)
    .set({ at: createdAt })
    .where(and(inArray(auditEntries.reservationId, others), confirmed))
  const invited = 'companion-invited'
  await tx
    .update(emails)
    .set({
      emailType: invited,
      dedupeKey: sql`${invited} || ':' || ${emails.reservationId}`,
      createdAt,
      sentAt: createdAt,
    })
    .where(
      and(
        inArray(emails.reservationId, others),
        inArray(emails.emailType, ['invoice-success', 'signup-success-simple']),
      ),
    )
}

/** Their link is handed on by the payer; they have told nothing yet. */
async function takeAddress({ tx }: House, id: number): Promise<void> {
  const untold = { safetyConsent: false, photoConsent: false, consentTermsHash: null, consentAt: null }
  await tx
    .update(reservations)
    .set({ email: null, emailHash: null, linkHandedOn: true, phone: null, ...untold })
    .where(eq(reservations.id, id))
  await tx.delete(emails).where(eq(emails.reservationId, id))
}

/** The percentage that the terms refund of what was paid, between 30 and 90 days before. */
const PERCENT = 75

/** One of them does not come: part of what was paid for them went back by hand, and what the terms keep stays in the price. */
async function cancelOne(
  house: House,
  { eventId, startDateDate, payer, left }: ReturnType<typeof eventOf> & { payer: number; left: number },
): Promise<void> {
  const { tx, sealer } = house
  const at = ago(house, 10, 11)
  const asked = await tx
    .select({ invoice: invoices, line: invoiceLines, paymentId: payments.id })
    .from(invoices)
    .innerJoin(invoiceLines, eq(invoiceLines.invoiceId, invoices.id))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(and(eq(invoices.reservationId, payer), eq(invoiceLines.reservationId, left)))
  let [paid, price] = [0, 0]
  let paymentId = 0
  for (const { invoice, line, paymentId: found } of asked) {
    price += line.amount
    if (found !== null) {
      paid += line.amount
      paymentId = found
      continue
    }
    const amount = invoice.amount - line.amount
    await tx.update(invoices).set({ amount }).where(eq(invoices.id, invoice.id))
    await tx
      .delete(invoiceLines)
      .where(and(eq(invoiceLines.invoiceId, invoice.id), eq(invoiceLines.reservationId, left)))
  }
  const back = (paid * PERCENT) / 100
  const key = `cancelled:${left}:${paymentId}`
  const given = { status: 'succeeded', byHand: true, createdAt: at, finishedAt: at } as const
  await tx.insert(refunds).values({ paymentId, key, amount: back, reason: 'cancelled', ...given })
  await tx.insert(cancellations).values({
    reservationId: left,
    uuid: randomUUID(),
    cancelledBy: 'guest',
    daysBefore: daysBetween(ranchDay(at), startDateDate),
    percent: PERCENT,
    paid,
    fees: 0,
    refundByTerms: back,
    refundToCards: 0,
    refundByHand: back,
    at,
  })
  await tx
    .update(reservations)
    .set({ status: 'cancelled', share: paid - back })
    .where(eq(reservations.id, left))
  await tx
    .update(reservations)
    .set({ price: sql`${reservations.price} - ${price - paid + back}::int` })
    .where(eq(reservations.id, payer))
  const what = { action: 'reservation.cancelled', entity: 'reservation', entityId: left, eventId, at }
  await recordAudit(tx, sealer, [{ ...ADMIN, ...what }])
  const told = { reservationId: left, at }
  await addEmail(tx, {
    ...told,
    type: 'cancellation',
    subject: 'Your stay is canceled: Cattle Drive Weekend',
  })
  const subject = 'One of your party is not coming: Cattle Drive Weekend'
  await addEmail(tx, { ...told, type: 'companion-cancelled', subject })
}
