/** Who is on the ranch tonight: whose beds are slept in, and what the family has written down for today. Reads only. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day } from '#shared/fields.ts'

const sleepingRetreat = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  host: z.string().nullable(),
  endDateDate: day(),
  /** Confirmed, by name; a name is null once it was deleted. `more` are not listed. */
  guests: z.array(z.object({ reservationId: z.int(), guest: z.string().nullable() })),
  more: z.int(),
})
export type SleepingRetreat = z.output<typeof sleepingRetreat>

const tonight = z.object({
  /** The day at the ranch whose night it is. */
  day: day(),
  /** Retreats that have begun by tonight and end on a later day. */
  retreats: z.array(sleepingRetreat),
  /** Events of the family’s calendar that touch the day. */
  family: z.array(z.object({ id: z.int(), title: z.string(), start: day(), end: day(), color: z.string() })),
})
export type Tonight = z.output<typeof tonight>

export const getTonight = endpoint({
  name: 'today.tonight',
  method: 'GET',
  path: 'auth/tonight',
  summary:
    'Who is on the ranch tonight: guests of the retreats that go on tomorrow, and the family’s events of today',
  access: 'admin',
  limit: 'read',
  reply: tonight,
})
