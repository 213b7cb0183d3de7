/** The call to join a waitlist (CONTRACT section 2). */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { emailField, id, instantText, requiredLine } from '../../shared/fields.ts'
import { EVENT_CANCELLED } from '../events/contract.ts'

/** Who waits for a spot; name and address are empty once they are purged. */
export const waitlistEntry = z.object({
  id: z.int(),
  customerName: z.string(),
  email: z.string(),
  createdAt: instantText(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

export const createWaitlist = endpoint({
  name: 'waitlist.create',
  method: 'POST',
  path: 'createWaitlist',
  summary: 'Joins the waitlist of a full event; the same e-mail twice is one entry',
  access: 'all',
  limit: 'write',
  body: z.object({
    waitlistData: z.object({ customerName: requiredLine(), email: emailField(), eventId: id() }),
  }),
  reply: z.object({}),
  failures: {
    not_found: [404, 'Event Not Found'],
    event_cancelled: EVENT_CANCELLED,
    event_not_full: [409, 'There is still a spot: you can sign up right away.'],
    no_waitlist: [409, 'This retreat keeps no waitlist.'],
    event_started: [409, 'This retreat has already started.'],
  },
})
