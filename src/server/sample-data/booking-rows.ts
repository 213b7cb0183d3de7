/**
 * Bookings of made-up people as rows, with everything that belongs to one: the reservation with its guest, invoices, payments,
 * mails, and the history of it. The sample content, generated years and the factories of tests make theirs here.
 */
import { randomUUID } from 'node:crypto'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditEntries } from '#platform/database/schema/audit.ts'
import {
  type InvoicePurpose,
  invoices,
  type ReservationStatus,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { type EmailType, emails } from '#platform/database/schema/emails.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import type { Day } from '#shared/days.ts'
import { eachField, GUEST_DETAILS, type SEALED_FIELDS } from '#shared/guest-details.ts'
import { venueDomain } from '#shared/venue.ts'

export interface BookedInvoice {
  purpose: InvoicePurpose
  /** Only of an extra charge. */
  description?: string
  extra?: boolean
  amount: number
  due: Day | null
  remindedAt?: Date | null
  /** Null: still to be paid. */
  paid: { method: 'check' | 'transfer' | 'cash'; paidAt: Date } | null
}

export interface BookedMail {
  type: EmailType
  subject: string
  sentAt: Date
  /** Why it did not go out at that time. */
  failure?: string
}

interface BookedStay {
  status: ReservationStatus
  /** Cents. */
  price: number
  /** Missing: now. */
  signedUpAt?: Date
  /** Only of one that is pending. */
  holdExpiresAt?: Date | null
  /** Of the terms that the guest agreed to with the details; null: only name and address are known so far. */
  termsHash: string | null
  directionsViewedAt?: Date | null
  /** Set: what the guest told us has been deleted. */
  purgedAt?: Date | null
  guest: { customerName: string; email: string | null } & {
    [Field in (typeof SEALED_FIELDS)[number]]?: string | null
  }
}

export interface Booking extends BookedStay {
  signedUpAt: Date
  invoices: BookedInvoice[]
  mails: BookedMail[]
  /** Entries of the history, by the guest. */
  history?: { action: string; at: Date }[]
}

type Uuid = ReturnType<typeof randomUUID>

/** The sink that rows go to, and that names them. */
export interface RowSink {
  sealer: Sealer
  /** All rows of a table name the same columns. */
  add<Table extends PgTable>(table: Table, row: Table['$inferInsert']): void
  /** The number of the table's next row. */
  id(table: PgTable): number
}

const NO_DETAILS = eachField(GUEST_DETAILS, () => null)
const NOBODY = { customerName: null, email: null, emailHash: null, notes: null, ...NO_DETAILS }

/** The columns of a reservation, but for its number; personal ones are sealed. */
export function reservationColumns(
  sealer: Sealer,
  stay: BookedStay & { uuid: Uuid; attendeeToken: Uuid; eventId: number },
) {
  const { uuid, attendeeToken, eventId, status, price, signedUpAt, termsHash, purgedAt = null } = stay
  return {
    uuid,
    attendeeToken,
    eventId,
    status,
    holdExpiresAt: stay.holdExpiresAt ?? null,
    ...(purgedAt ? NOBODY : guestColumns(sealer, stay)),
    safetyConsent: termsHash !== null,
    photoConsent: termsHash !== null,
    consentTermsHash: termsHash,
    consentAt: termsHash === null ? null : (signedUpAt ?? new Date()),
    price,
    directionsViewedAt: stay.directionsViewedAt ?? null,
    purgedAt,
    ...(signedUpAt && { createdAt: signedUpAt, updatedAt: purgedAt ?? signedUpAt }),
  }
}

function guestColumns(sealer: Sealer, { uuid, guest, termsHash }: BookedStay & { uuid: Uuid }) {
  const { customerName, email, notes = null, ...details } = guest
  const known = { customerName, email, notes, ...NO_DETAILS, ...(termsHash === null ? {} : details) }
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, known),
    emailHash: email === null ? null : sealer.lookup(email),
  }
}

/** Adds a booking with all that belongs to it; gives the number of its reservation. */
export function addBooking(rows: RowSink, eventId: number, booking: Booking): number {
  const reservationId = rows.id(reservations)
  const named = { uuid: randomUUID(), attendeeToken: randomUUID(), eventId }
  rows.add(reservations, { id: reservationId, ...reservationColumns(rows.sealer, { ...booking, ...named }) })
  for (const invoice of booking.invoices)
    addInvoice(rows, { reservationId, createdAt: booking.signedUpAt, ...invoice })
  for (const mail of booking.mails) addMail(rows, { reservationId, ...mail })
  for (const { action, at } of booking.history ?? []) addHistory(rows, { eventId, reservationId, action, at })
  return reservationId
}

function addInvoice(
  rows: RowSink,
  invoice: BookedInvoice & { reservationId: number; createdAt: Date },
): void {
  const { reservationId, purpose, amount, due, paid, createdAt } = invoice
  const id = rows.id(invoices)
  rows.add(invoices, {
    id,
    reservationId,
    purpose,
    description: invoice.description ?? null,
    extra: invoice.extra ?? false,
    amount,
    due,
    sentAt: invoice.remindedAt ?? null,
    createdAt,
  })
  if (!paid) return
  rows.add(payments, {
    id: rows.id(payments),
    invoiceId: id,
    reservationId,
    amount,
    method: paid.method,
    paidAt: paid.paidAt,
    createdAt: paid.paidAt,
  })
}

function addMail(rows: RowSink, mail: BookedMail & { reservationId: number }): void {
  const { type, reservationId, subject, sentAt, failure = null } = mail
  rows.add(emails, {
    id: rows.id(emails),
    emailType: type,
    reservationId,
    dedupeKey: `${type}:${reservationId}`,
    status: failure === null ? 'sent' : 'failed',
    subject,
    messageId: `<${randomUUID()}@${venueDomain}>`,
    failure,
    createdAt: sentAt,
    sentAt: failure === null ? sentAt : null,
  })
}

function addHistory(
  rows: RowSink,
  entry: { eventId: number; reservationId: number; action: string; at: Date },
) {
  const what = { actor: 'guest', entity: 'reservation', entityId: entry.reservationId }
  rows.add(auditEntries, {
    uuid: randomUUID(),
    ...entry,
    ...what,
    fields: null,
    actorEmail: null,
    details: null,
  })
}

interface Waiting {
  eventId: number
  uuid: Uuid
  guest: BookedStay['guest']
  createdAt: Date
  /** Null while nobody has confirmed the address. */
  position: number | null
  purgedAt?: Date | null
}

/** The columns of a place in the queue, but for its number; name and address are sealed. */
export function waitlistColumns(sealer: Sealer, waiting: Waiting) {
  const { eventId, uuid, guest, createdAt, position, purgedAt = null } = waiting
  const { customerName, email } = guest
  const named = purgedAt
    ? { customerName: null, email: null, emailHash: null }
    : {
        ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email }),
        emailHash: email === null ? null : sealer.lookup(email),
      }
  return {
    uuid,
    eventId,
    ...named,
    state: position === null ? ('unconfirmed' as const) : ('waiting' as const),
    position: position ?? 0,
    confirmedAt: position === null ? null : createdAt,
    purgedAt,
    createdAt,
  }
}
