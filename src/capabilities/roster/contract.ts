/** An event with its guests, and what is done with all of them together (CONTRACT sections 2 and 3). */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { eventDetails, lockedEvent } from '../events/contract.ts'

export const getEvent = endpoint({
  name: 'events.get',
  method: 'GET',
  path: 'auth/event/get',
  summary: 'One event by its url name; a private one shows nothing until unlocked',
  access: 'all',
  limit: 'read',
  query: z.object({ eventUrlName: z.string().max(200) }),
  reply: z.union([eventDetails, lockedEvent]),
  failures: { not_found: [404, 'Event Not Found'] },
  // A locked one does not tell its number.
  shows: (event) => (event.locked ? null : [`event:${event.id}`]),
})
