/**
 * Creates the rows that the database has after a party signed up, so that a test can start at a later step.
 */
import { postRows } from '#test/support/booking/ledger.ts'
import { eq } from 'drizzle-orm'
import { invoices, reservations, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { makeReservation } from '#test/support/factories.ts'
import type { Services } from '#platform/services.ts'
import { insertPlannedInvoices } from '#domain/booking/store/sign-ups.ts'

/** The price per guest in cents. Half of it is the deposit. */
const PRICE = 90_000

interface PartyWanted {
  /** Names of the party's guests. The first one is the payer. */
  names: string[]
  status?: ReservationStatus
  /** True if the deposit was paid by check. */
  depositPaid?: boolean
  /** Names of guests without an e-mail address. The payer passes their private links on to them. */
  withoutEmail?: string[]
}

/**
 * Creates a party. Returns the reservations' rows, the payer's first, and the ids of the invoices for the
 * deposit and the remainder.
 */
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
    await postRows({ db, now })
  }
  const rows = await db.select().from(reservations).where(eq(reservations.partyId, payer.id))
  return { members: rows.toSorted((one, other) => one.id - other.id), invoices: invoiceIds }
}
