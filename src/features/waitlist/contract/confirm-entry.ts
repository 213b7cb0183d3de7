/** How somebody who joined confirms the address, by the link of the mail: the token is that entry's, and opens nothing else. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { EVENT_CANCELLED, eventSummary } from '#features/events/contract/events.ts'
import { EVENT_STARTED, waitlistEntry } from './entries.ts'

const NOT_FOUND = [
  404,
  'This link is not known any more. Unused links end after a week: please join the waitlist again.',
] as const
const PURGED = [410, 'Your information has been deleted.'] as const

/** Where somebody stands; it names nobody. */
const place = waitlistEntry.pick({ state: true, position: true }).extend({
  event: eventSummary.pick({
    name: true,
    urlName: true,
    startDateDate: true,
    endDateDate: true,
    mainImage: true,
    private: true,
    hasHappened: true,
    cancelled: true,
  }),
})
export type Place = z.output<typeof place>

export const getPlace = endpoint({
  name: 'waitlist.getPlace',
  method: 'GET',
  path: 'waitlist/place',
  summary: 'Where somebody stands in a waitlist, by the link of the mail; it changes nothing',
  access: 'link',
  limit: 'guess',
  query: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: { not_found: NOT_FOUND, purged: PURGED },
})

export const confirmPlace = endpoint({
  name: 'waitlist.confirmPlace',
  method: 'POST',
  path: 'waitlist/place/confirm',
  summary:
    'Confirms the address of an entry, which takes its place at the end of the line; twice is once. Whoever had a turn joins again',
  access: 'link',
  limit: 'guess',
  body: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: {
    not_found: NOT_FOUND,
    purged: PURGED,
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
  },
})
