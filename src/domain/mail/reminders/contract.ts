/**
 * API contract of the plan of an event's automatic e-mails, and of the reminders that an admin sends to late payers.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'

/** One type of automatic e-mail on one day. */
const planned = z.object({
  type: z.enum(['invoice-remind', 'info-remind', 'welcome-info']),
  /** The ranch day on which the e-mail is sent. If the site was down, the e-mail may be sent some days later. */
  day: day(),
  /** Why the e-mail is sent on that day, such as '7 days before it is due' or '14 days before the start'. */
  why: z.string(),
  /**
   * The number of guests who would get the e-mail as of now. A reminder is only for guests who have not paid or whose
   * details are missing. The welcome is for all.
   */
  wanted: z.int(),
  /**
   * How many of these e-mails were sent, are queued or have failed. An admin's e-mail counts if it replaces the
   * automatic one.
   */
  sent: z.int(),
  queued: z.int(),
  failed: z.int(),
  /** True once nobody can get this e-mail anymore, not even a guest who missed it. */
  over: z.boolean(),
})
export type PlannedMail = z.output<typeof planned>

export const getMailPlan = endpoint({
  name: 'reminders.getMailPlan',
  route: 'GET auth/event/mailPlan',
  summary:
    'Returns the plan of an event’s automatic e-mails: each type with its day, how many guests should still get it, and how many of its e-mails are sent, queued or failed. Names the guests without an e-mail address in `toCall`',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  reply: z.object({
    /** The hours at the ranch between which the site sends automatic e-mails. */
    hours: z.object({ from: z.int(), until: z.int() }),
    /** When the next automatic e-mail of the event will be sent. Null if none is planned. */
    next: instantText().nullable(),
    /** The event's automatic e-mails, the earliest first. */
    mails: z.array(planned),
    /** Names of the confirmed guests without an e-mail address, who get none of these e-mails. */
    toCall: z.array(z.string()),
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})

/** The largest number of guests to remind in one call. */
const MOST_AT_ONCE = 100

const chosenGuests = z.object({ reservationIds: z.array(id()).min(1).max(MOST_AT_ONCE) })

const remindersReply = z.object({
  /** The reservations whose reminder was enqueued. */
  reminded: z.array(z.int()),
  /** The ids of the reminder e-mails. Pass them to `emails.getProgress`. */
  emailIds: z.array(z.int()),
  /** The reservations that get no reminder, with the reason in words. */
  skipped: z.array(z.object({ reservationId: z.int(), why: z.string() })),
})

export const remindLatePayers = endpoint({
  name: 'reminders.remindLatePayers',
  route: 'POST auth/send-payment-reminders',
  summary:
    'E-mails each of the given guests a reminder about their oldest overdue invoice, at most one a day per guest. Returns in `skipped` the guests who get no reminder, with the reason. If the call fails, nobody gets a reminder',
  needs: 'money.take',
  body: chosenGuests,
  reply: remindersReply,
})

export const remindOfDetails = endpoint({
  name: 'reminders.remindOfDetails',
  route: 'POST auth/send-info-reminders',
  summary:
    'E-mails each of the given guests a reminder to complete their details, or those of companions without an e-mail address, at most one a day per guest. Returns in `skipped` the guests who get no reminder, with the reason. If the call fails, nobody gets a reminder',
  needs: 'guests.edit',
  body: chosenGuests,
  reply: remindersReply,
})
