/** Reservations as admins see them. */
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { listEmails, type ListedEmail } from '#features/emails/index.ts'
import { countTaken, type EventRow, findEvent, toEventSummary } from '#features/events/index.ts'
import type { BookingDeps } from '../deps.ts'
import { toReservation } from '../view/shape.ts'
import { listInvoicesOf, type ReservationRow } from '../view/store.ts'
import type { AdminReservation, Consent, SentEmail } from './contract.ts'
import { inAdminOrder } from './rules.ts'
import { findReservation } from './store.ts'

type ReadDeps = Pick<BookingDeps, 'db' | 'sealer' | 'now' | 'termsHash'>

/** An admin pays nothing. */
const NO_SECRETS = new Map<number, string>()

/**
 * Rows of one event with their invoices and mails, in the order given: two statements, however many they are.
 * `taken` are the event's confirmed and pending reservations.
 */
export async function readReservations(
  { db, sealer, now, termsHash }: ReadDeps,
  rows: ReservationRow[],
  { event, taken }: { event: EventRow; taken: number },
): Promise<AdminReservation[]> {
  const ids = rows.map((row) => row.id)
  const lines = Map.groupBy(await listInvoicesOf(db, ids), ({ invoice }) => invoice.reservationId)
  const mails = Map.groupBy(await listEmails(db, ids), (mail) => mail.reservationId)
  // One for all: what it takes to tell whether it has happened adds up.
  const at = now()
  const today = ranchDay(at)
  const around = { event: toEventSummary(event, taken, at), secrets: NO_SECRETS, sealer, today }
  return rows.map((row) => {
    const reservation = toReservation(row, { ...around, lines: lines.get(row.id) ?? [] })
    const { notes } = openRecord(sealer, { table: 'reservations', row: row.uuid }, { notes: row.notes })
    return {
      ...reservation,
      invoices: inAdminOrder(reservation.invoices),
      notes,
      consent: consentOf(row, termsHash),
      purgedAt: row.purgedAt?.toISOString() ?? null,
      sentEmails: (mails.get(row.id) ?? []).map(toSentEmail),
      directionsViewedAt: row.directionsViewedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      version: row.version,
    }
  })
}

/** One reservation by its number. */
export async function readReservation(deps: ReadDeps, id: number): Promise<AdminReservation | undefined> {
  const row = await findReservation(deps.db, id)
  const event = row && (await findEvent(deps.db, row.eventId))
  if (!row || !event) return undefined
  const [found] = await readReservations(deps, [row], { event, taken: await countTaken(deps.db, event.id) })
  return found
}

function consentOf({ consentTermsHash, consentAt }: ReservationRow, published: string): Consent | null {
  if (consentTermsHash === null || consentAt === null) return null
  return {
    termsHash: consentTermsHash,
    at: consentAt.toISOString(),
    current: consentTermsHash === published,
  }
}

function toSentEmail(listed: ListedEmail): SentEmail {
  const { subject, sentAt, reservationId: _, ...mail } = listed
  return { ...mail, subject: subject ?? '', sentAt: sentAt?.toISOString() ?? null }
}
