/** API contract of the calls by which admins send, preview and read e-mails (R9.6). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, instantText } from '#shared/fields.ts'

const NOT_FOUND = [404, 'Reservation not found'] as const
const PURGED = [410, 'This information has been deleted, as promised.'] as const
const NOT_CONFIRMED = 'This reservation is not active, so nothing was sent.'

/**
 * The reply to a call that sends an e-mail. The call only enqueues the e-mail, and a job retries while the mail
 * server is unavailable.
 */
const queued = z.object({ mailId: z.int() })

/** A random key that the admin's form keeps, so that a double click sends one e-mail. */
const attempt = z.string().min(16).max(100).optional()

const FAILURES = {
  not_found: NOT_FOUND,
  purged: PURGED,
  not_confirmed: NOT_CONFIRMED,
  /**
   * The message of the reply gives the exact reason. The job that sends e-mails drops an e-mail for the same reasons.
   */
  cannot_send: 'There is no longer a reason for this email, so nothing was sent.',
} as const
const ALREADY_PAID = 'This invoice is already paid.'

const sending = (path: string, summary: string, name: string) =>
  endpoint({
    name: `emails.${name}`,
    route: `POST ${path}`,
    summary,
    needs: 'guests.edit',
    limit: 'write',
    body: z.object({ reservationId: id(), attempt }),
    reply: queued,
    failures: FAILURES,
  })

export const sendWelcome = sending(
  'auth/send-welcome',
  'Sends a guest the travel information (`welcome-info`) and returns its `mailId`. Fails if the stay is not confirmed, if the event is canceled, or after the event’s first day',
  'sendWelcome',
)
export const sendInfoReminder = sending(
  'auth/send-info-reminder',
  'Sends a guest a reminder to complete their details (`info-remind`) and returns its `mailId`. Fails if the details are complete, if the stay is not confirmed, if the event is canceled, or after the event’s first day',
  'sendInfoReminder',
)
export const sendInitialSignup = sending(
  'auth/send-initial-signup',
  'Sends a guest the confirmation of the sign-up (`signup-success-simple`), which is normally sent automatically, and returns its `mailId`. Fails if the stay is not confirmed or the event is canceled',
  'sendInitialSignup',
)

export const sendPaymentReminder = endpoint({
  name: 'emails.sendPaymentReminder',
  route: 'POST auth/send-payment-reminder',
  summary:
    'E-mails a guest a reminder (`invoice-remind`) about an unpaid invoice, and returns the e-mail’s id (`mailId`). Fails if the invoice is already paid, if the stay is not confirmed, or if the event is canceled',
  needs: 'money.take',
  body: z.object({ invoice: z.union([id(), z.object({ id: id() })]), attempt }),
  reply: queued,
  failures: { ...FAILURES, not_found: [404, 'This invoice no longer exists.'], already_paid: ALREADY_PAID },
})

/** The types of e-mails that admins can send with a button. */
export const ADMIN_TYPES = ['welcome-info', 'info-remind', 'signup-success-simple', 'invoice-remind'] as const
export type AdminType = (typeof ADMIN_TYPES)[number]

/** An e-mail for display. `html` is a complete document, which a page must show in a sandboxed frame. */
export const shownEmail = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
export type ShownEmail = z.output<typeof shownEmail>

export const previewMail = endpoint({
  name: 'emails.previewMail',
  route: 'GET auth/mailPreview',
  summary:
    'Previews an e-mail of the given `type` to a guest: returns its text as it would be sent now. For `invoice-remind`, also send `invoiceId`. Sends nothing. Fails for the same reasons as the call that sends the e-mail',
  needs: 'guests.edit',
  query: z.object({
    type: z.enum(ADMIN_TYPES),
    reservationId: id(),
    /** The invoice that the payment reminder (`invoice-remind`) is about. */
    invoiceId: id().optional(),
  }),
  reply: shownEmail,
  failures: { ...FAILURES, already_paid: ALREADY_PAID },
})

export const getMail = endpoint({
  name: 'emails.getMail',
  route: 'GET auth/mail',
  summary:
    'Returns one e-mail by its id. A sent e-mail is shown as the guest got it; an unsent one as it would be sent now, with the reason why the last attempt failed',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  reply: z.object({
    id: z.int(),
    emailType: z.string(),
    status: z.enum(['queued', 'sent', 'failed']),
    sentAt: instantText().nullable(),
    /** Why the last attempt to send the e-mail failed, in words. */
    failure: z.string().nullable(),
    /**
     * Null if the e-mail cannot be shown: its text was not stored or was deleted, or there is no longer a reason to
     * send it.
     */
    mail: shownEmail.nullable(),
  }),
  failures: { not_found: [404, 'This email no longer exists.'] },
})

export const resendMail = endpoint({
  name: 'emails.resendMail',
  route: 'POST auth/resendMail',
  summary:
    'Sends an e-mail again: retries a failed e-mail, or sends a copy of a sent one. Returns the id of the retried e-mail or of the copy (`mailId`). Fails if there is no longer a reason for the e-mail',
  needs: 'guests.edit',
  body: z.object({ id: id(), attempt }),
  reply: queued,
  failures: { ...FAILURES, not_found: [404, 'This email no longer exists.'] },
})

export const emailProgress = z.object({
  sent: z.int(),
  queued: z.int(),
  /** Number of e-mails that were dropped because there was no longer a reason to send them. */
  dropped: z.int(),
  /** The failed e-mails, with recipient and reason. `name` is null if the recipient's name was deleted. */
  failed: z.array(
    z.object({
      id: z.int(),
      reservationId: z.int().nullable(),
      name: z.string().nullable(),
      failure: z.string().nullable(),
    }),
  ),
})
export type EmailProgress = z.output<typeof emailProgress>

/** The largest number of e-mails in one call. No button of the admin pages sends more. */
const MOST_AT_ONCE = 1000

export const getProgress = endpoint({
  name: 'emails.getProgress',
  route: 'GET auth/emails/progress',
  summary:
    'Returns how many of the given e-mails are sent, queued, dropped or failed, and the reason for each failure. Pass the ids of at most 200 e-mails in `ids`, separated by commas',
  needs: 'guests.edit',
  query: z.object({ ids: z.string().regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/) }),
  reply: emailProgress,
})

export const retryFailed = endpoint({
  name: 'emails.retryFailed',
  route: 'POST auth/emails/retry',
  summary:
    'Retries the failed e-mails among the given ones, and returns the number of e-mails that it retries',
  needs: 'guests.edit',
  body: z.object({ ids: z.array(id()).min(1).max(MOST_AT_ONCE) }),
  reply: z.object({ again: z.int() }),
})

/** The statuses by which the list of e-mails can be filtered. The list omits e-mails that were dropped. */
export const EMAIL_STATES = ['queued', 'sent', 'failed'] as const

const listed = z.object({
  id: z.int(),
  type: z.string(),
  /**
   * The subject of the e-mail. Null until the site has written the e-mail. Always null for an admin's message,
   * because its subject may name a guest.
   */
  subject: z.string().nullable(),
  status: z.enum(EMAIL_STATES),
  createdAt: instantText(),
  sentAt: instantText().nullable(),
  failure: z.string().nullable(),
  reservationId: z.int().nullable(),
  /** The name of the guest or the waitlist entry. Null if there is neither, or if the name was deleted. */
  name: z.string().nullable(),
  event: z.string().nullable(),
})

export const emailQuery = z.object({
  type: z.string().max(50).optional(),
  state: z.enum(EMAIL_STATES).optional(),
  /** Selects the e-mails to the guests and the waitlist of one event. */
  eventId: id().optional(),
  /** The `nextCursor` of the previous page. */
  cursor: id().optional(),
})

export const listAllEmails = endpoint({
  name: 'emails.list',
  route: 'GET auth/emails',
  summary:
    'Returns a page of the site’s e-mails, newest first, optionally of one type, status or event. Omits e-mails that were dropped because there was no longer a reason to send them. Pass `nextCursor` as `cursor` to get the next page',
  needs: 'guests.edit',
  query: emailQuery,
  reply: z.object({
    emails: z.array(listed),
    nextCursor: z.int().nullable(),
    /** The number of all queued e-mails, whatever the query selects. */
    waiting: z.int(),
    /** The number of all e-mails that failed in the last 30 days. */
    failed: z.int(),
  }),
})
