/**
 * The API endpoints for arrivals. Guests give their time through the private link. The guest, the host or an
 * admin marks them as here (R36).
 */
import { z } from 'zod'
import type { ArriveBy, TickedBy } from '#platform/database/schema/arrivals.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantInput, instantText } from '#shared/fields.ts'
import { PRESS_CALL, PRESSES } from './rules.ts'

// Repeated here, because importing the schema's lists would bundle the database library for the browser.
const ARRIVE_BY = ['car', 'fetched'] as const satisfies readonly ArriveBy[]
const TICKED_BY = ['guest', 'host', 'admin'] as const satisfies readonly TickedBy[]

/** When and how a guest comes, in ranch time. */
export const toldArrival = z.object({
  day: day(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'),
  by: z.enum(ARRIVE_BY),
})
export type ToldArrival = z.output<typeof toldArrival>

/** An arrival as guests, hosts and admins see it. */
export const arrivalShown = z.object({
  /** What the guest gave. Null if nothing, or if the day is no longer a day of the event. */
  told: toldArrival.nullable(),
  leftPavementAt: instantText().nullable(),
  hereAt: instantText().nullable(),
  hereBy: z.enum(TICKED_BY).nullable(),
  /** When the host gets an alarm unless the guest has arrived. Null if nobody waits for them. */
  overdueAt: instantText().nullable(),
})
export type ArrivalShown = z.output<typeof arrivalShown>

const guestArrival = arrivalShown.extend({
  event: z.object({ startDateDate: day(), endDateDate: day() }),
  /** True if the guest is confirmed and today is a day of the event, so that the buttons work. */
  canPress: z.boolean(),
})
export type GuestArrival = z.output<typeof guestArrival>

const uuid = () => z.string().max(100)
const NOT_FOUND = [404, 'Reservation not found'] as const
const PURGED = [410, 'This information has been deleted, as promised.'] as const
const NOT_EXPECTED = 'This stay is not confirmed, or its event is not taking place.'
const OF_GUEST = { not_found: NOT_FOUND, purged: PURGED, not_expected: NOT_EXPECTED } as const
const ABSURD = 'That time cannot be right, so nothing was saved. Is the clock of this device right?'

/** When the button was pressed. It may have waited for a signal since. */
const pressedAt = () => instantInput()

export const getArrival = endpoint({
  name: 'arrival.get',
  route: 'GET arrival',
  summary: 'Returns when and how a guest comes, by their private link',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  reply: guestArrival,
  failures: OF_GUEST,
})

export const tellArrival = endpoint({
  name: 'arrival.tell',
  route: 'PUT arrival',
  summary:
    'Saves when and how a guest comes, or clears it with `told: null`. Fails with `here_already` once they have arrived',
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
    'Records that the guest left the pavement or arrived, at the time of the press. `undo` takes back the last press. Idempotent',
  access: 'link',
  body: z.object({ uuid: uuid(), press: z.enum(PRESSES), at: pressedAt() }),
  reply: z.object({ arrival: guestArrival }),
  failures: { ...OF_GUEST, absurd_time: ABSURD },
})

const tick = { reservationId: id(), here: z.boolean(), at: pressedAt() }

export const tickByHost = endpoint({
  name: 'arrival.tickByHost',
  route: 'PUT host/arrival',
  summary: "Marks a guest as arrived through the host's link, or takes that back",
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
  summary: 'Marks a guest as arrived as an admin, or takes that back',
  access: 'admin',
  body: z.object(tick),
  reply: z.object({ arrival: arrivalShown }),
  failures: { not_found: NOT_FOUND, not_expected: NOT_EXPECTED, absurd_time: ABSURD },
})
