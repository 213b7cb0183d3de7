/** Creates the rows that a party has after its sign-up, for tests of later steps. */
import { eq } from 'drizzle-orm'
import { invoices, reservations, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { makeReservation } from '#test/support/factories.ts'
import type { Services } from '#platform/services.ts'
import { insertPlannedInvoices } from '#domain/booking/store/sign-ups.ts'

/** The price per guest in cents, which is paid in two halves. */
const PRICE = 90_000

interface PartyWanted {
  /** Names of the guests, beginning with the payer. */
  names: string[]
  status?: ReservationStatus
  /** True if the deposit was paid by check. */
  depositPaid?: boolean
  /** Names of guests without an e-mail address, to whom the payer passes on the link. */
  withoutEmail?: string[]
}

/** Creates a party. Returns its rows, beginning with the payer, and the ids of the two invoices. */
export async function makeParty(
  { services }: { services: Pick<Services, 'db' | 'sealer' | 'now'> },
  eventId: number,
  { names, status = 'confirmed', depositPaid = true, withoutEmail = [] }: PartyWanted,
) {
  const { db, now } = services
  const made = []
  for (const customerName of names) {
    const email = `${customerName.toLowerCase().replaceAll(/\W+/gu, '.')}@guests.example`
    made.push(await makeReservation(services, eventId, { customerName, email, status }))
  }
  const [payer] = made
  if (!payer) throw new Error('A party needs a payer')
  for (const [index, { id }] of made.entries()) {
    const handedOn = withoutEmail.includes(names[index] ?? '')
    await db
      .update(reservations)
      .set({
        createdAt: now(),
        partyId: payer.id,
        share: PRICE,
        price: id === payer.id ? PRICE * made.length : 0,
        linkHandedOn: handedOn,
        ...(handedOn ? { email: null, emailHash: null } : {}),
      })
      .where(eq(reservations.id, id))
  }
  const half = (PRICE / 2) * made.length
  const shares = made.map(({ id }) => ({ id, share: PRICE }))
  const due = { amount: half, due: '2027-06-01' }
  const plan = [
    { purpose: 'deposit' as const, ...due },
    { purpose: 'remainder' as const, ...due },
  ]
  const common = { reservationId: payer.id, members: shares, now: now() }
  await db.transaction((tx) => insertPlannedInvoices(tx, { ...common, plan }))
  const asked = await db.select().from(invoices).where(eq(invoices.reservationId, payer.id))
  const idOf = (purpose: string) => asked.find((one) => one.purpose === purpose)?.id ?? 0
  const invoiceIds = { deposit: idOf('deposit'), remainder: idOf('remainder') }
  if (depositPaid) {
    const paid = { method: 'check', amount: half, paidAt: now(), invoiceId: invoiceIds.deposit } as const
    await db.insert(payments).values({ ...paid, reservationId: payer.id })
  }
  const rows = await db.select().from(reservations).where(eq(reservations.partyId, payer.id))
  return { members: rows.toSorted((one, other) => one.id - other.id), invoices: invoiceIds }
}
