/** The API endpoint of the History page, which lists who changed what and when, for one event or the whole site. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, instantText } from '#shared/fields.ts'

/**
 * An audit entry as the History page shows it. The entry names the changed fields, but never their values. It names
 * the guest until the guest's data is deleted.
 */
export const auditEntry = z.object({
  id: z.int(),
  at: instantText(),
  actor: z.string(),
  /**
   * The admin's e-mail address. Null if the change was not made by an admin, or if the identity provider gives no
   * address.
   */
  actorEmail: z.string().nullable(),
  action: z.string(),
  /** The kind of the changed thing, such as `event`, `photo` or `reservation`. `entityId` is its id. */
  entity: z.string(),
  entityId: z.int(),
  /**
   * The name of the changed invoice ("Leather lesson", "Deposit"). For a payment, the name of the invoice that it
   * paid. Null for anything else, and after a purge.
   */
  label: z.string().nullable(),
  /**
   * The amount of the changed payment, refund or invoice in cents. Null for anything else, and if the amount is no
   * longer known.
   */
  amount: z.int().nullable(),
  /**
   * The guest of the changed reservation. `reservationId` is null if the reservation was deleted. `name` is null
   * then, and after the guest's data was deleted.
   */
  guest: z.object({ reservationId: z.int().nullable(), name: z.string().nullable() }).nullable(),
  /**
   * The name of the person on the waitlist. Null if the entry is not about the waitlist, or if the name was deleted.
   */
  person: z.string().nullable(),
  /** The title of the changed event of the family calendar, even after that event is deleted. */
  title: z.string().nullable(),
  /**
   * The event that was changed or to which the change belongs. A deleted event has a name but no page, and so no URL
   * name.
   */
  eventId: z.int().nullable(),
  eventName: z.string().nullable(),
  eventUrlName: z.string().nullable(),
  fields: z.array(z.string()),
  /**
   * For a refund: the cents, the invoice whose payment is refunded, and the reason that an admin wrote. The reply
   * includes the reason only if the query asks for one reservation.
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
    'Returns a page of the change history: who changed what and when, newest first, for one event, one reservation or the whole site. Omits entries about things that the caller’s role does not include, such as statements or people. Names the changed fields, but not their values, except amounts of money. Includes the reason of a refund only with `reservationId`. Pass `nextCursor` as `cursor` to get the next page',
  needs: 'guests.edit',
  query: z.object({
    /** The event whose audit entries to return. Missing for the audit entries of the whole site. */
    eventId: id().optional(),
    /** The reservation whose audit entries to return, with those of its invoices, payments, refunds and e-mails. */
    reservationId: id().optional(),
    /** Where the page of audit entries starts: the `nextCursor` of the previous page. */
    cursor: id().optional(),
  }),
  reply: z.object({ entries: z.array(auditEntry), nextCursor: z.int().nullable() }),
})
