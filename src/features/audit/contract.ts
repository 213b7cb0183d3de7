/** The history: who changed what and when, on one event and on the whole site. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, instantText } from '#shared/fields.ts'

/** Names of fields, never their values. Of a guest the name and what happened, as long as their data is there. */
export const auditEntry = z.object({
  id: z.int(),
  at: instantText(),
  /** `guest`, `admin:<subject>`, `job:<name>`, `provider`. */
  actor: z.string(),
  /** An admin's address; null for others, and where the identity provider tells none. */
  actorEmail: z.string().nullable(),
  /** `event.updated`, `reservation.confirmed`, … */
  action: z.string(),
  /** `event`, `photo`, `reservation`, …, and its number there. */
  entity: z.string(),
  entityId: z.int(),
  /** The invoice's name ("Leather lesson", "Deposit"), for a payment the one that it paid; null for all else, and once that has been purged. */
  label: z.string().nullable(),
  /** Cents that it is about: of a payment, a refund, an invoice. Null for all else, and where nothing is known of it any more. */
  amount: z.int().nullable(),
  /** The guest whose reservation it belongs to. No number: the reservation was deleted. No name: that, or the guest's data was. */
  guest: z.object({ reservationId: z.int().nullable(), name: z.string().nullable() }).nullable(),
  /** The name of the person on the waitlist; null for all else, and once it is deleted. */
  person: z.string().nullable(),
  /** The title of an event of the family's calendar, also of a deleted one. */
  title: z.string().nullable(),
  /** The event that it belongs to, by its name, also when it has been deleted; without a url name it has no page any more. */
  eventId: z.int().nullable(),
  eventName: z.string().nullable(),
  eventUrlName: z.string().nullable(),
  fields: z.array(z.string()),
  /** Of a refund: cents, the invoice whose payment it is of, and why, as an admin has typed it; the reason only where one reservation is asked for. */
  refund: z
    .object({ amount: z.int(), invoiceId: z.int().nullable(), reason: z.string().nullable() })
    .nullable(),
})
export type AuditEntryShown = z.output<typeof auditEntry>

export const listAudit = endpoint({
  name: 'audit.list',
  route: 'GET auth/audit',
  summary:
    'Who changed what and when, newest first: the names of fields, never their values; of refunds the sum, and in one reservation’s history the reason',
  access: 'admin',
  query: z.object({
    /** Missing: of the whole site. */
    eventId: id().optional(),
    /** Only of one reservation: itself, its invoices, payments, refunds and mails. */
    reservationId: id().optional(),
    /** The `nextCursor` of the page before. */
    cursor: id().optional(),
  }),
  reply: z.object({ entries: z.array(auditEntry), nextCursor: z.int().nullable() }),
})
