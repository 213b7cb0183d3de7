/** API contract of messages that admins write to the guests of an event: to all, to some or to one (R34). */
import { z } from 'zod'
import type { Audience } from '#platform/database/schema/emails.ts'
import { endpoint } from '#shared/endpoint.ts'
import { emailProgress, shownEmail } from '#domain/mail/emails/contract.ts'
import { id, instantText, requiredLine, requiredText } from '#shared/fields.ts'

// Repeats the list of the database schema. Importing the schema would bundle the database library into the browser's
// code.
export const AUDIENCES = [
  'all',
  'unpaid',
  'without-details',
  'waitlist',
  'chosen',
] as const satisfies readonly Audience[]

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** The largest number of recipients. No event has that many guests. */
const MOST_RECIPIENTS = 1000

/** The text of a message as the admin wrote it. Empty lines separate paragraphs, and web addresses become links. */
export const messageText = z.object({ subject: requiredLine(120), body: requiredText(10_000) })

/** The guests who get the message. For the audience `chosen`, `reservationIds` lists them. */
const recipients = z.object({
  eventId: id(),
  audience: z.enum(AUDIENCES),
  /** The reservations of the chosen guests. Only allowed for the audience `chosen`. */
  reservationIds: z.array(id()).max(MOST_RECIPIENTS).optional(),
})

const order = recipients.extend({
  ...messageText.shape,
  /** The number of recipients that the admin saw before sending. */
  recipients: z.int().positive(),
  /** A random key that the opened form keeps, so that a double click sends the message once. */
  attempt: z.string().min(16).max(100),
})
export type MessageOrder = z.output<typeof order>

const writable = z.object({
  reservationId: z.int(),
  name: z.string(),
  unpaid: z.boolean(),
  withoutDetails: z.boolean(),
})

export const listRecipients = endpoint({
  name: 'messages.recipients',
  route: 'GET auth/event/messageRecipients',
  summary:
    'Returns who can get an admin’s message about an event: the confirmed guests with an e-mail address, the confirmed guests without one, and the number of waitlist entries with one',
  needs: 'guests.edit',
  query: z.object({ eventId: id() }),
  reply: z.object({
    /** The confirmed guests who have an e-mail address, sorted by name. */
    guests: z.array(writable),
    /** The confirmed guests who have no e-mail address, sorted by name. An admin must call them. */
    toCall: z.array(writable),
    /** The number of waitlist entries that have an e-mail address. */
    waitlist: z.int(),
    /** The names of the waitlist entries without an e-mail address. */
    waitlistToCall: z.array(z.string()),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

const SENDING_FAILURES = {
  not_found: EVENT_NOT_FOUND,
  /** Returned if a guest signed up, paid or canceled after the admin saw the number of recipients. */
  recipients_changed: 'The recipients have changed in the meantime. Please check the number again.',
  no_recipients: 'There is nobody to write to.',
} as const

export const previewMessage = endpoint({
  name: 'messages.preview',
  route: 'POST auth/event/message/preview',
  summary:
    'Returns an admin’s message as its first recipient would get it, and the number of recipients. Sends nothing. Fails if there is no recipient',
  needs: 'guests.edit',
  limit: 'read',
  body: recipients.extend(messageText.shape),
  reply: shownEmail.extend({ recipients: z.int() }),
  failures: SENDING_FAILURES,
})

export const sendMessage = endpoint({
  name: 'messages.send',
  route: 'POST auth/event/message',
  summary:
    'Sends an admin’s message to guests or the waitlist of an event, as a separate e-mail to each. `audience` says to whom; for `chosen`, name the guests in `reservationIds`. Send in `recipients` the number that the admin saw: if it has changed, nothing is sent. A guest who cancels before the e-mail is sent does not get it',
  needs: 'guests.edit',
  body: order,
  reply: z.object({ messageId: z.int(), recipients: z.int() }),
  failures: {
    ...SENDING_FAILURES,
    attempt_used:
      'This form has already sent another message. Please check what was sent, then open the form again.',
  },
})

const message = z.object({
  id: z.int(),
  at: instantText(),
  audience: z.enum(AUDIENCES),
  /** The text of the message. Null if the data of all its recipients was deleted. */
  text: messageText.nullable(),
  /** The recipient, if the message was sent to a single guest. Otherwise null. */
  to: z.object({ reservationId: z.int(), name: z.string().nullable() }).nullable(),
  progress: emailProgress,
})
export type Message = z.output<typeof message>

export const listMessages = endpoint({
  name: 'messages.list',
  route: 'GET auth/event/messages',
  summary:
    'Returns the messages that admins sent to the guests or the waitlist of an event, newest first, with how many e-mails were sent and failed',
  needs: 'guests.edit',
  query: z.object({ eventId: id() }),
  reply: z.object({ messages: z.array(message) }),
  failures: { not_found: EVENT_NOT_FOUND },
})
