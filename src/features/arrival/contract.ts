/** The calls about when guests come: told by the private link, ticked by the guest, the host or an admin (R36). */
import { z } from 'zod'
import type { ArriveBy, TickedBy } from '#platform/database/schema/arrivals.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantInput, instantText } from '#shared/fields.ts'
import { PRESS_CALL, PRESSES } from './rules.ts'

// The schema's own lists would bring the database's library into the browser.
const ARRIVE_BY = ['car', 'fetched'] as const satisfies readonly ArriveBy[]
const TICKED_BY = ['guest', 'host', 'admin'] as const satisfies readonly TickedBy[]

/** When and how they come, on the ranch's clock. */
export const toldArrival = z.object({
  day: day(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'),
  by: z.enum(ARRIVE_BY),
})
export type ToldArrival = z.output<typeof toldArrival>

/** An arrival as guests, hosts and admins are shown it. */
export const arrivalShown = z.object({
  /** Null: nothing told, or not for a day of the event as it is now. */
  told: toldArrival.nullable(),
  leftPavementAt: instantText().nullable(),
  hereAt: instantText().nullable(),
  hereBy: z.enum(TICKED_BY).nullable(),
  /** When the host is told unless they are here by then; null: nobody waits. */
  overdueAt: instantText().nullable(),
})
export type ArrivalShown = z.output<typeof arrivalShown>

const guestArrival = arrivalShown.extend({
  event: z.object({ startDateDate: day(), endDateDate: day() }),
  /** The event's days have begun and the guest is expected: both buttons work. */
  canPress: z.boolean(),
})
export type GuestArrival = z.output<typeof guestArrival>

const uuid = () => z.string().max(100)
const NOT_FOUND = [404, 'Reservation not found'] as const
const PURGED = [410, 'This information has been deleted, as promised.'] as const
const NOT_EXPECTED = 'This stay is not confirmed, or its event is not taking place.'
const OF_GUEST = { not_found: NOT_FOUND, purged: PURGED, not_expected: NOT_EXPECTED } as const
const ABSURD = 'That time cannot be right, so nothing was saved. Is the clock of this device right?'

/** A press that waited for a signal names when it was made. */
const pressedAt = () => instantInput()

export const getArrival = endpoint({
  name: 'arrival.get',
  route: 'GET arrival',
  summary: 'When and how a guest comes, by the private link',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  reply: guestArrival,
  failures: OF_GUEST,
})

export const tellArrival = endpoint({
  name: 'arrival.tell',
  route: 'PUT arrival',
  summary: 'Says when and how a guest comes, or with `told: null` that nothing is said; until they are here',
  access: 'link',
  body: z.object({ uuid: uuid(), told: toldArrival.nullable() }),
  reply: z.object({ arrival: guestArrival }),
  failures: {
    ...OF_GUEST,
    here_already: 'You are here already.',
    not_then: [400, 'Please check the day and the time.'],
  },
})

export const pressArrival = endpoint({
  name: PRESS_CALL.name,
  route: `${PRESS_CALL.method} ${PRESS_CALL.path}`,
  summary:
    'The guest has left the pavement or is here, at the time of the press; `undo` takes the last one back. The same press again changes nothing',
  access: 'link',
  body: z.object({ uuid: uuid(), press: z.enum(PRESSES), at: pressedAt() }),
  reply: z.object({ arrival: guestArrival }),
  failures: { ...OF_GUEST, absurd_time: ABSURD },
})

const tick = { reservationId: id(), here: z.boolean(), at: pressedAt() }

export const tickByHost = endpoint({
  name: 'arrival.tickByHost',
  route: 'PUT host/arrival',
  summary: 'The host says through their link that a guest is here, or is not after all',
  access: 'link',
  body: z.object({ token: z.string().max(200), ...tick }),
  reply: z.object({ arrival: arrivalShown }),
  failures: {
    not_found: [404, 'This link no longer works'],
    not_expected: NOT_EXPECTED,
    absurd_time: ABSURD,
  },
})

export const tickByAdmin = endpoint({
  name: 'arrival.tickByAdmin',
  route: 'PUT auth/arrival',
  summary: 'An admin says that a guest is here, or is not after all',
  access: 'admin',
  body: z.object(tick),
  reply: z.object({ arrival: arrivalShown }),
  failures: { not_found: NOT_FOUND, not_expected: NOT_EXPECTED, absurd_time: ABSURD },
})
