/** Mails that go out by themselves, as a plan of one event; and the reminders of late payers that an admin sends at once. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'

/** One kind of mail on one day of an event. */
const planned = z.object({
  type: z.enum(['invoice-remind', 'info-remind', 'welcome-info']),
  /** The ranch's day on which it goes out, in the daytime; what was missed is caught up for a few days. */
  day: day(),
  /** The reason for that day, for people: '7 days before it is due', '14 days before the start'. */
  why: z.string(),
  /** Guests whom it would reach as things stand: they lack the details, or have not paid. */
  wanted: z.int(),
  /** Sent, waiting or failed already; by hand too, where it stands for this one. */
  sent: z.int(),
  queued: z.int(),
  failed: z.int(),
  /** The stage's time is over: who has not got it by now will not. */
  over: z.boolean(),
})
export type PlannedMail = z.output<typeof planned>

export const getMailPlan = endpoint({
  name: 'reminders.getMailPlan',
  route: 'GET auth/event/mailPlan',
  summary: 'The scheduled e-mails to the guests of an event: when, and to how many',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: z.object({
    /** The hours at the ranch between which mails go out by themselves. */
    hours: z.object({ from: z.int(), until: z.int() }),
    /** The time at which they next go out; null: nothing more is planned. */
    next: instantText().nullable(),
    /** Oldest first. */
    mails: z.array(planned),
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})

/** Late payers reminded by one press; more than a morning brings. */
const MOST_AT_ONCE = 100

export const remindLatePayers = endpoint({
  name: 'reminders.remindLatePayers',
  route: 'POST auth/send-payment-reminders',
  summary:
    'Sends `invoice-remind` to each of these guests who owes an overdue invoice, about the oldest one, and to nobody twice on a day; all of them are queued or none',
  access: 'admin',
  body: z.object({ reservationIds: z.array(id()).min(1).max(MOST_AT_ONCE) }),
  reply: z.object({
    /** The reservations whose e-mail is queued. */
    reminded: z.array(z.int()),
    /** Their e-mails, for `emails.getProgress`. */
    emailIds: z.array(z.int()),
    /** The others, and why, for people. */
    skipped: z.array(z.object({ reservationId: z.int(), why: z.string() })),
  }),
})
