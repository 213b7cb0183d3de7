/**
 * Reads everything that the test can know at one moment: the site's rows, the card provider's records and the
 * API's replies.
 */
import { asc, sql } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import {
  invoiceLines,
  invoices,
  paymentIntents,
  reservationOptions,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments, refunds, cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { lodgingRooms } from '#platform/database/schema/rooms.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import type { Ledger } from '#dev/stripe/ledger.ts'
import { type EventSummary, listEvents } from '#domain/events/contract/events.ts'
import type { HistoryState } from './history-state.ts'

export interface Snapshot {
  now: Date
  events: (typeof events.$inferSelect)[]
  shown: EventSummary[]
  reservations: (typeof reservations.$inferSelect)[]
  entries: (typeof waitlistEntries.$inferSelect)[]
  offers: (typeof waitlistOffers.$inferSelect)[]
  codes: (typeof codes.$inferSelect)[]
  options: (typeof eventOptions.$inferSelect)[]
  choices: (typeof reservationOptions.$inferSelect)[]
  invoices: (typeof invoices.$inferSelect)[]
  lines: (typeof invoiceLines.$inferSelect)[]
  intents: (typeof paymentIntents.$inferSelect)[]
  payments: (typeof payments.$inferSelect)[]
  refunds: (typeof refunds.$inferSelect)[]
  savedCards: (typeof savedCards.$inferSelect)[]
  attempts: (typeof cardCharges.$inferSelect)[]
  cancellations: (typeof cancellations.$inferSelect)[]
  emails: (typeof emails.$inferSelect)[]
  auditRows: (typeof auditEntries.$inferSelect)[]
  outbox: (typeof outbox.$inferSelect)[]
  mailCount: number
  ledger: Ledger
}

/**
 * Takes a snapshot of the site. Nothing changes during it, because the worker is stopped and each step has
 * ended.
 */
export async function takeSnapshot({ site, people }: HistoryState): Promise<Snapshot> {
  const { services, sandbox } = site.app
  const { db } = services
  const listed = await people.Ana.guest.browser.call(listEvents, { query: {} })
  if (!listed.ok || !sandbox) throw new Error('The list of events cannot be read')
  return {
    now: services.now(),
    shown: listed.data.events,
    events: await db.select().from(events).orderBy(asc(events.id)),
    reservations: await db.select().from(reservations).orderBy(asc(reservations.id)),
    entries: await db.select().from(waitlistEntries).orderBy(asc(waitlistEntries.id)),
    offers: await db.select().from(waitlistOffers).orderBy(asc(waitlistOffers.id)),
    codes: await db.select().from(codes).orderBy(asc(codes.id)),
    options: await readOptions(db),
    choices: await db.select().from(reservationOptions),
    invoices: await db.select().from(invoices).orderBy(asc(invoices.id)),
    lines: await db.select().from(invoiceLines),
    intents: await db
      .select()
      .from(paymentIntents)
      .orderBy(asc(paymentIntents.createdAt), asc(paymentIntents.id)),
    payments: await db.select().from(payments).orderBy(asc(payments.id)),
    refunds: await db.select().from(refunds).orderBy(asc(refunds.id)),
    savedCards: await db.select().from(savedCards).orderBy(asc(savedCards.reservationId)),
    attempts: await db.select().from(cardCharges).orderBy(asc(cardCharges.id)),
    cancellations: await db.select().from(cancellations).orderBy(asc(cancellations.reservationId)),
    auditRows: await db.select().from(auditEntries).orderBy(asc(auditEntries.id)),
    emails: await db.select().from(emails).orderBy(asc(emails.id)),
    outbox: await db.select().from(outbox).orderBy(asc(outbox.id)),
    mailCount: await countMails(site.app.services),
    ledger: await sandbox.ledger(),
  }
}

/** Reads the options. The stock of lodging with rooms is one guest for each room, because all are for one guest. */
async function readOptions(db: HistoryState['site']['app']['services']['db']) {
  const options = await db.select().from(eventOptions).orderBy(asc(eventOptions.id))
  const named = await db.select().from(lodgingRooms)
  return options.map((option) => {
    const own = named.filter(({ optionId }) => optionId === option.id)
    return { ...option, stock: own.length > 0 ? own.length : option.stock }
  })
}

// Counts the e-mails in the e-mail sandbox. The sandbox creates its table with the first e-mail, so the
// table may not exist yet.
async function countMails({ db }: HistoryState['site']['app']['services']): Promise<number> {
  const found = await db.execute(sql`select to_regclass('sandbox.mails') is not null as there`)
  if (!(found as unknown as { rows: { there: boolean }[] }).rows[0]?.there) return 0
  const counted = await db.execute(sql`select count(*)::int as mails from sandbox.mails`)
  return (counted as unknown as { rows: { mails: number }[] }).rows[0]?.mails ?? 0
}

export type ReservationRow = Snapshot['reservations'][number]
export type PaymentRow = Snapshot['payments'][number]

/** Returns the invoice whose payment confirms a sign-up: the one for the deposit or for the full price. */
export const firstInvoiceOf = ({ invoices }: Snapshot, reservationId: number) =>
  invoices.find(
    (one) => one.reservationId === reservationId && (one.purpose === 'deposit' || one.purpose === 'whole'),
  )

/** Returns true if the venue has canceled an event. */
export const isEventCancelled = ({ events }: Snapshot, eventId: number) =>
  events.some((event) => event.id === eventId && event.cancelledAt !== null)

/**
 * Returns true if a reservation takes a spot. The hold of a guest who takes over a spot needs no second spot
 * while the leaver's stay is active.
 */
export const takesSpot = ({ reservations }: Snapshot, { status, replacesId }: ReservationRow) => {
  const replaced = reservations.find((row) => row.id === replacesId)
  return status === 'confirmed' || (status === 'pending' && replaced?.status !== 'confirmed')
}

export const takenOf = (snapshot: Snapshot, eventId: number) =>
  snapshot.reservations.filter((row) => row.eventId === eventId && takesSpot(snapshot, row)).length

/**
 * Counts the guests who have or hold an option. If a spot is being taken over and both guests have the
 * option, counts it once.
 */
export const bookedOf = (snapshot: Snapshot, optionId: number) => {
  const choosers = new Set(
    snapshot.choices.flatMap((one) => (one.optionId === optionId ? [one.reservationId] : [])),
  )
  const { reservations } = snapshot
  return reservations.filter((row) => {
    if (!choosers.has(row.id) || !['pending', 'confirmed'].includes(row.status)) return false
    return takesSpot(snapshot, row) || !choosers.has(row.replacesId ?? 0)
  }).length
}

/**
 * Returns how many guests an event's lodging can still take. Subtracts one for each guest who has a spot but
 * has not chosen lodging yet, unless the guest takes over another guest's lodging. Negative if there is too
 * little lodging. Infinity if the event has no lodging.
 */
export function lodgingLeftAt(snapshot: Snapshot, eventId: number): number {
  const { options, choices, reservations } = snapshot
  const lodgings = options.filter((one) => one.eventId === eventId && one.kind === 'lodging')
  if (lodgings.length === 0) return Infinity
  const left = lodgings.reduce(
    (sum, one) => sum + Math.max(0, (one.stock ?? Infinity) - bookedOf(snapshot, one.id)),
    0,
  )
  const decided = new Set(
    choices.flatMap((one) => (lodgings.some(({ id }) => id === one.optionId) ? [one.reservationId] : [])),
  )
  const undecided = reservations.filter((row) => {
    const leaves = !takesSpot(snapshot, row) && decided.has(row.replacesId ?? 0)
    return row.eventId === eventId && row.status === 'pending' && !decided.has(row.id) && !leaves
  })
  return left - undecided.length
}

export const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, row) => sum + row.amount, 0)

/** Returns a payment intent's refunds at Stripe, except failed ones. */
export const refundsAtProvider = ({ ledger }: Snapshot, intentId: string) =>
  ledger.refunds.filter((refund) => refund.paymentIntent === intentId && refund.status !== 'failed')

/** Returns true if a charge of the payment intent was ever disputed. The bank may then have the money. */
export const wasDisputed = ({ ledger }: Snapshot, intentId: string) => {
  const charges = new Set(ledger.charges.filter((one) => one.paymentIntent === intentId).map((one) => one.id))
  return ledger.disputes.some((dispute) => charges.has(dispute.charge))
}
