/** An admin's steps on invoices: adding, changing and deleting them, and recording manual payments. */
import { asc, eq } from 'drizzle-orm'
import { signInAdmin, type Admin } from '#test/support/booking/admin.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import type { AdminStep, ReservationStep } from '../operations.ts'
import { dollars, noted, pick, logLine, type HistoryState } from '../history-state.ts'
import { partyOf } from './party.ts'

export type InvoiceStep =
  | Extract<ReservationStep, { do: 'add an invoice' | 'change an invoice' | 'delete an invoice' }>
  | Extract<AdminStep, { do: 'take cash' }>
type Doing<Name extends InvoiceStep['do']> = Extract<InvoiceStep, { do: Name }>

export async function runInvoiceStep(state: HistoryState, step: InvoiceStep): Promise<void> {
  // Signs the admin in again, because the session may have expired since the last step.
  const admin = await signInAdmin(state.site.app)
  switch (step.do) {
    case 'take cash':
      return await takeCash(state, admin, step)
    case 'add an invoice':
      return await add(state, admin, step)
    case 'change an invoice':
      return await change(state, admin, step)
    case 'delete an invoice':
      return await remove(state, admin, step)
  }
}

async function listLines({ site }: HistoryState) {
  return site.app.services.db
    .select({ invoice: invoices, reservation: reservations, payment: payments })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .orderBy(asc(invoices.id))
}

type ListedLine = Awaited<ReturnType<typeof listLines>>[number]

const inWords = (state: HistoryState, reply: { ok: true } | { ok: false; status: number; code: string }) =>
  reply.ok ? 'done' : noted(state, reply)

async function takeCash(
  state: HistoryState,
  admin: Admin,
  { nth, share }: Doing<'take cash'>,
): Promise<void> {
  const lines = await listLines(state)
  const chosen = pick(
    lines.filter(({ payment }) => payment === null),
    nth,
  )
  if (!chosen) return
  const { invoice, reservation } = chosen
  // The payment of any invoice may confirm a hold, so the first payment may be for another invoice than the
  // deposit.
  if (invoice.purpose === 'remainder' || invoice.purpose === 'other') state.byHand.add(reservation.id)
  const { id, amount } = invoice
  const inPart = share === 'part'
  // The deposit may now be paid in part. Even such a payment may confirm a hold.
  if (inPart) state.byHand.add(reservation.id)
  const paidAmount = inPart ? Math.ceil(amount / 3) : amount
  const paid = await admin.rebill({ id, paid: true, version: reservation.version, paidAmount })
  logLine(state, `the admin takes ${dollars(paidAmount)} in cash for invoice ${id}: ${inWords(state, paid)}`)
}

const NAMED = {
  nothing: {},
  lesson: { description: 'Leather lesson', partOfPrice: false },
  'part of the price': { partOfPrice: true },
} as const

async function add(state: HistoryState, admin: Admin, step: Doing<'add an invoice'>): Promise<void> {
  const { db } = state.site.app.services
  const all = await db.select().from(reservations).orderBy(asc(reservations.id))
  const chosen = pick(all, step.nth)
  if (!chosen) return
  const { amount, paid, named } = step
  const { id: reservationId, version } = chosen
  // The payer has the party's invoice. Paying it confirms the holds of the whole party.
  if (paid) for (const member of await partyOf(state, chosen)) state.byHand.add(member.id)
  const terms = { amount, version, ...NAMED[named], ...(paid ? { paid } : {}) }
  const made = await admin.bill({ reservationId, ...terms })
  if (made.ok && paid) state.paidAfterCancel.add(made.data.invoice.id)
  const what = `an invoice of ${dollars(amount)}${paid ? ', paid in cash,' : ''}`
  logLine(state, `the admin adds ${what} to reservation ${reservationId}: ${inWords(state, made)}`)
}

/** Records that an invoice may change, because the request may succeed even if its reply is lost. */
function expectRework(state: HistoryState, { invoice, reservation }: ListedLine): void {
  state.reworked.add(invoice.id)
  state.byHand.add(reservation.id)
}

async function change(state: HistoryState, admin: Admin, step: Doing<'change an invoice'>): Promise<void> {
  const chosen = pick(await listLines(state), step.nth)
  if (!chosen) return
  const { invoice, reservation } = chosen
  const { id, amount } = invoice
  expectRework(state, chosen)
  const wishes = {
    sum: { amount: amount + 1_000 },
    half: { amount: Math.ceil(amount / 2) },
    day: { due: '2027-06-20' },
    unpaid: { paid: false },
    method: { paymentMethod: 'check' },
    name: { description: `Lesson ${amount}` },
    // Changes nothing for an invoice of a sign-up, which is always part of the price.
    extra: invoice.purpose === 'other' ? { partOfPrice: invoice.extra } : {},
  } as const
  const changed = await admin.rebill({ id, version: reservation.version, ...wishes[step.what] })
  logLine(state, `the admin changes invoice ${id} (${step.what}): ${inWords(state, changed)}`)
}

async function remove(state: HistoryState, admin: Admin, { nth }: Doing<'delete an invoice'>): Promise<void> {
  const chosen = pick(await listLines(state), nth)
  if (!chosen) return
  expectRework(state, chosen)
  const { id } = chosen.invoice
  const removed = await admin.unbill(id, chosen.reservation.version)
  logLine(state, `the admin deletes invoice ${id}: ${inWords(state, removed)}`)
}
