/** The API endpoint of the history: who changed what and when, on one event or the whole site. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, instantText } from '#shared/fields.ts'

/**
 * One change. It names the changed fields, never their values. A guest appears by name only, until their data
 * is deleted.
 */
export const auditEntry = z.object({
  id: z.int(),
  at: instantText(),
  /** Who acted: `guest`, `host`, `admin:<subject>`, `job:<name>` or `provider`. */
  actor: z.string(),
  /** An admin's e-mail address. Null for other actors, and if the identity provider gives none. */
  actorEmail: z.string().nullable(),
  /** The action, such as `event.updated` or `reservation.confirmed`. */
  action: z.string(),
  /** The kind of the changed thing, such as `event`, `photo` or `reservation`. `entityId` is its id. */
  entity: z.string(),
  entityId: z.int(),
  /**
   * The invoice's name ("Leather lesson", "Deposit"); for a payment, the invoice that it paid. Null for
   * everything else, and after a purge.
   */
  label: z.string().nullable(),
  /**
   * The amount of a payment, refund or invoice, in cents. Null for everything else, and if it is no longer
   * known.
   */
  amount: z.int().nullable(),
  /**
   * The guest whose reservation it concerns. `reservationId` is null if the reservation was deleted. `name`
   * is null then, and after the guest's data was deleted.
   */
  guest: z.object({ reservationId: z.int().nullable(), name: z.string().nullable() }).nullable(),
  /** The name of the person on the waitlist. Null for everything else, and after it is deleted. */
  person: z.string().nullable(),
  /** The title of an event of the family calendar, even after that event is deleted. */
  title: z.string().nullable(),
  /** The event it concerns. A deleted event keeps its name, but has no page and so no URL name. */
  eventId: z.int().nullable(),
  eventName: z.string().nullable(),
  eventUrlName: z.string().nullable(),
  fields: z.array(z.string()),
  /**
   * For a refund: cents, the invoice whose payment is refunded, and the reason that an admin typed. The
   * reason is included only if the query asks for one reservation.
   */
  refund: z
    .object({ amount: z.int(), invoiceId: z.int().nullable(), reason: z.string().nullable() })
    .nullable(),
})
export type AuditEntryShown = z.output<typeof auditEntry>

export const listAudit = endpoint({
  name: 'audit.list',
  route: 'GET auth/audit',
  summary:
    'Lists who changed what and when, newest first. Names the changed fields, never their values. A refund includes its amount, and its reason when you ask for one reservation',
  access: 'admin',
  query: z.object({
    /** The event whose entries to list. Without it, those of the whole site. */
    eventId: id().optional(),
    /** Lists only the entries of one reservation, its invoices, payments, refunds and e-mails. */
    reservationId: id().optional(),
    /** Where the page starts: the `nextCursor` of the previous page. */
    cursor: id().optional(),
  }),
  reply: z.object({ entries: z.array(auditEntry), nextCursor: z.int().nullable() }),
})
