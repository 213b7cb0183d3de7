/**
 * The API endpoints for arrivals. A guest enters the arrival time at the private link. The guest, the host or an
 * admin marks the guest as arrived (R36).
 */
import { z } from 'zod'
import type { ArriveBy, TickedBy } from '#platform/database/schema/arrivals.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantInput, instantText } from '#shared/fields.ts'
import { PRESS_CALL, PRESSES } from './rules.ts'

// Repeats the lists of the database schema. Importing the schema would bundle the database library into the browser's
// code.
const ARRIVE_BY = ['car', 'fetched'] as const satisfies readonly ArriveBy[]
const TICKED_BY = ['guest', 'host', 'admin'] as const satisfies readonly TickedBy[]

/** When and how a guest arrives, as the guest entered it. The time is ranch time. */
export const toldArrival = z.object({
  day: day(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'),
  by: z.enum(ARRIVE_BY),
})
export type ToldArrival = z.output<typeof toldArrival>

/** An arrival as the site shows it to guests, hosts and admins. */
export const arrivalShown = z.object({
  /**
   * What the guest entered about their arrival. Null if they entered nothing, or if their day is no longer a day of
   * the event.
   */
  told: toldArrival.nullable(),
  leftPavementAt: instantText().nullable(),
  hereAt: instantText().nullable(),
  hereBy: z.enum(TICKED_BY).nullable(),
  /** When the site e-mails host and admin if the guest has not arrived. Null if no alarm is planned. */
  overdueAt: instantText().nullable(),
})
export type ArrivalShown = z.output<typeof arrivalShown>

const guestArrival = arrivalShown.extend({
  event: z.object({ startDateDate: day(), endDateDate: day() }),
  /** True if the guest is confirmed and today is a day of the event. Only then do the arrival buttons work. */
  canPress: z.boolean(),
})
export type GuestArrival = z.output<typeof guestArrival>

const uuid = () => z.string().max(100)
const NOT_FOUND = [404, 'Reservation not found'] as const
const PURGED = [410, 'This information has been deleted, as promised.'] as const
const NOT_EXPECTED = 'This stay is not confirmed, or its event is not taking place.'
const OF_GUEST = { not_found: NOT_FOUND, purged: PURGED, not_expected: NOT_EXPECTED } as const
/** Why a press of an arrival button is refused because of its time. The handlers name the event's day. */
const WRONG_TIME = {
  not_begun: 'The retreat has not started yet, so nothing was saved.',
  over: 'The retreat is over, so nothing was saved.',
  absurd_time: 'That time can’t be right, so nothing was saved. Please check the clock on this device.',
} as const

/** When the guest pressed an arrival button. Without a signal, the phone sends the request later. */
const pressedAt = () => instantInput()

export const getArrival = endpoint({
  name: 'arrival.get',
  route: 'GET arrival',
  summary:
    'Returns when and how a guest arrives, by the guest’s private link, and in `canPress` whether the guest can report their arrival now (`PUT arrivalPress`). Fails if the stay is not confirmed',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  reply: guestArrival,
  failures: OF_GUEST,
})

export const tellArrival = endpoint({
  name: 'arrival.tell',
  route: 'PUT arrival',
  summary:
    'Saves when and how a guest will arrive, by the guest’s private link; `told: null` removes what was saved. Fails with `here_already` once the guest has arrived, and with `not_then` if the day is not a day of the event or the time has passed',
  access: 'link',
  body: z.object({ uuid: uuid(), told: toldArrival.nullable() }),
  reply: z.object({ arrival: guestArrival }),
  failures: {
    ...OF_GUEST,
    here_already: 'You’re already here.',
    not_then: [400, 'Please check the day and the time.'],
  },
})

export const pressArrival = endpoint({
  name: PRESS_CALL.name,
  route: `${PRESS_CALL.method} ${PRESS_CALL.path}`,
  summary:
    'Records that a guest has left the paved road (`pavement`) or has arrived (`here`), by the private link; `undo` cancels the last of these. `at` is when the guest pressed the button, because a phone without a signal sends the request later. Sending the same press again changes nothing. Fails with `not_begun` before the event’s first day, with `over` if `at` is after its last day, and with `absurd_time` if `at` is in the future or otherwise impossible',
  access: 'link',
  body: z.object({ uuid: uuid(), press: z.enum(PRESSES), at: pressedAt() }),
  reply: z.object({ arrival: guestArrival }),
  failures: { ...OF_GUEST, ...WRONG_TIME },
})

const tick = { reservationId: id(), here: z.boolean(), at: pressedAt() }

export const tickByHost = endpoint({
  name: 'arrival.tickByHost',
  route: 'PUT host/arrival',
  summary:
    'Marks a guest as arrived, or with `here: false` as not arrived, by the link of the event’s host. `at` is when the host did that. Fails if the guest is not confirmed for that host’s event, with `not_begun` before the event’s first day, with `over` if `at` is after its last day, or with `absurd_time` if `at` is in the future or otherwise impossible',
  access: 'link',
  body: z.object({ token: z.string().max(200), ...tick }),
  reply: z.object({ arrival: arrivalShown }),
  failures: {
    not_found: [404, 'This link no longer works'],
    not_expected: NOT_EXPECTED,
    ...WRONG_TIME,
  },
})

export const tickByAdmin = endpoint({
  name: 'arrival.tickByAdmin',
  route: 'PUT auth/arrival',
  summary:
    'Marks a guest as arrived, or with `here: false` as not arrived, as an admin. `at` is when the admin did that. Fails if the stay is not confirmed, with `not_begun` before the event’s first day, with `over` if `at` is after its last day, or with `absurd_time` if `at` is in the future or otherwise impossible',
  needs: 'guests.edit',
  body: z.object(tick),
  reply: z.object({ arrival: arrivalShown }),
  failures: { not_found: NOT_FOUND, not_expected: NOT_EXPECTED, ...WRONG_TIME },
})
