/** The call to join a waitlist (CONTRACT section 2), and an entry of its line as admins see it. */
import { z } from 'zod'
import type { EntryState } from '../../platform/database/schema/waitlist.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { emailField, id, instantText, requiredLine } from '../../shared/fields.ts'
import { EVENT_CANCELLED } from '../events/contract.ts'

// The schema's own list would bring the database's library into the browser.
const STATES = [
  'waiting',
  'offered',
  'booked',
  'declined',
  'lapsed',
  'skipped',
] as const satisfies readonly EntryState[]

/** Who waits for a spot; name and address are empty once they are purged. */
export const waitlistEntry = z.object({
  id: z.int(),
  customerName: z.string(),
  email: z.string(),
  createdAt: instantText(),
  state: z.enum(STATES),
  /** The number in line, from 1; null for whoever does not wait (any more). */
  position: z.int().nullable(),
  /** Until when a spot is held for them; null unless one is. */
  offerUntil: instantText().nullable(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

export const createWaitlist = endpoint({
  name: 'waitlist.create',
  method: 'POST',
  path: 'createWaitlist',
  summary:
    'Joins the waitlist of a full event; the same e-mail twice is one entry. `position` is the number in line; null when a spot is held for it already',
  access: 'all',
  limit: 'write',
  body: z.object({
    waitlistData: z.object({ customerName: requiredLine(), email: emailField(), eventId: id() }),
  }),
  reply: z.object({ position: z.int().nullable() }),
  failures: {
    not_found: [404, 'Event Not Found'],
    event_cancelled: EVENT_CANCELLED,
    event_not_full: [409, 'There is still a spot: you can sign up right away.'],
    no_waitlist: [409, 'This retreat keeps no waitlist.'],
    event_started: [409, 'This retreat has already started.'],
  },
})
