/** Mails that go out by themselves, as a plan of one event. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'

/** One kind of mail on one day of an event. */
const planned = z.object({
  type: z.enum(['invoice-remind', 'info-remind', 'welcome-info']),
  /** The ranch's day on which it goes out, in the daytime; what was missed is caught up for a few days. */
  day: day(),
  /** Why that day, for people: '7 days before it is due', '14 days before the start'. */
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
  method: 'GET',
  path: 'auth/event/mailPlan',
  summary: 'The scheduled e-mails to the guests of an event: when, and to how many',
  access: 'admin',
  limit: 'read',
  query: z.object({ id: id() }),
  reply: z.object({
    /** The hours at the ranch between which mails go out by themselves. */
    hours: z.object({ from: z.int(), until: z.int() }),
    /** When they next go out; null: nothing more is planned. */
    next: instantText().nullable(),
    /** Oldest first. */
    mails: z.array(planned),
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})
