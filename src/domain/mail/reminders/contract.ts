/**
 * API contract of the schedule of automatic e-mails of an event, and of the reminders that an admin sends to late
 * payers.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'

/** One type of e-mail on one day of an event. */
const planned = z.object({
  type: z.enum(['invoice-remind', 'info-remind', 'welcome-info']),
  /** The ranch day on which it is sent, in the daytime. A missed e-mail is sent up to some days later. */
  day: day(),
  /** The reason for that day, in words: '7 days before it is due', '14 days before the start'. */
  why: z.string(),
  /** The number of guests who would get it now: they lack details, or have not paid. */
  wanted: z.int(),
  /** The numbers of e-mails sent, queued and failed. An admin's e-mail counts if it replaces the automatic one. */
  sent: z.int(),
  queued: z.int(),
  failed: z.int(),
  /** True once this e-mail is no longer sent, even to guests who missed it. */
  over: z.boolean(),
})
export type PlannedMail = z.output<typeof planned>

export const getMailPlan = endpoint({
  name: 'reminders.getMailPlan',
  route: 'GET auth/event/mailPlan',
  summary: 'Returns the scheduled e-mails to the guests of an event, with their days and numbers of guests',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: z.object({
    /** The hours of the ranch's day between which automatic e-mails are sent. */
    hours: z.object({ from: z.int(), until: z.int() }),
    /** When the next automatic e-mail is sent. Null if none is planned. */
    next: instantText().nullable(),
    /** The scheduled e-mails, oldest first. */
    mails: z.array(planned),
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})

/** The most guests reminded in one call. More than become overdue in a morning. */
const MOST_AT_ONCE = 100

export const remindLatePayers = endpoint({
  name: 'reminders.remindLatePayers',
  route: 'POST auth/send-payment-reminders',
  summary:
    'Sends `invoice-remind` about the oldest overdue invoice to each of these guests who has one, at most once a day per guest; enqueues all or none',
  access: 'admin',
  body: z.object({ reservationIds: z.array(id()).min(1).max(MOST_AT_ONCE) }),
  reply: z.object({
    /** The reservations whose e-mail was enqueued. */
    reminded: z.array(z.int()),
    /** The ids of these e-mails, for `emails.getProgress`. */
    emailIds: z.array(z.int()),
    /** The reservations without a reminder, with the reason in words. */
    skipped: z.array(z.object({ reservationId: z.int(), why: z.string() })),
  }),
})
