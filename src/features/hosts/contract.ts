/** The kitchen sheet: what the cook and the host must know, for admins and for the event's host (docs/decisions/0029). */
import { z } from 'zod'
import { arrivalShown } from '#features/arrival/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'
import { CONTACT_FIELDS, eachField } from '#shared/guest-details.ts'

/** Answers of the same words are one need; whoever said 'None' in some way is counted. */
export const guestNeeds = z.object({
  needs: z.array(z.object({ text: z.string(), guests: z.array(z.string()) })),
  none: z.int(),
  unanswered: z.array(z.string()),
})
export type GuestNeeds = z.output<typeof guestNeeds>

/** The sheet's guests: confirmed ones, by name. No money, no e-mail address, no notes, no link. */
export const kitchenSheet = z.object({
  event: z.object({
    name: z.string(),
    host: z.string().nullable(),
    startDate: z.string(),
    startDateDate: day(),
    endDate: z.string(),
    endDateDate: day(),
    nights: z.int(),
    cancelled: z.boolean(),
  }),
  coming: z.int(),
  /** The number of them whose details were deleted. */
  nameless: z.int(),
  allergies: guestNeeds,
  /** In the order of arrival; guests who told no time last, by name. */
  contacts: z.array(
    z.object({
      reservationId: z.int(),
      name: z.string(),
      /** The name by which the list of needs calls the guest: no two are the same. */
      shortName: z.string(),
      ...eachField(CONTACT_FIELDS, () => z.string().nullable()),
      /** With whom they come, as the list of needs calls them. */
      comesWith: z.array(z.string()),
      arrival: arrivalShown,
      /** The bed in which they sleep: `"Juniper, queen bed"`; null: nowhere yet. */
      room: z.string().nullable(),
    }),
  ),
  /** Null: not asked for, or not to be shown. */
  medical: guestNeeds.nullable(),
  /** How many guests have chosen each of what the event offers, in the order of its page. */
  chosen: z.array(z.object({ name: z.string(), guests: z.int() })),
})
export type KitchenSheet = z.output<typeof kitchenSheet>

export const hostLink = z.object({
  id: z.int(),
  /** The link's secret; null when it opens no more. */
  token: z.string().nullable(),
  withMedical: z.boolean(),
  madeAt: instantText(),
  /** The last ranch day on which it opens. */
  lastDay: day(),
  revoked: z.boolean(),
})
export type HostLink = z.output<typeof hostLink>

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

export const getKitchenSheet = endpoint({
  name: 'hosts.kitchenSheet',
  route: 'GET auth/event/sheet',
  summary:
    'Arriving next to an event and what the kitchen must know; medical conditions only with `medical=true`. Confirmed reservations only',
  access: 'admin',
  query: z.object({ eventUrlName: z.string().max(200), medical: z.literal('true').optional() }),
  reply: kitchenSheet.extend({ urlName: z.string() }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const getHostSheet = endpoint({
  name: 'hosts.hostSheet',
  route: 'GET host/sheet',
  summary:
    'The same through the link that an admin has made for the host; medical conditions only where the link was made with them',
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: kitchenSheet.extend({ lastDay: day() }),
  failures: { not_found: [404, 'This link no longer works'] },
})

export const listHostLinks = endpoint({
  name: 'hosts.listLinks',
  route: 'GET auth/hostLink',
  summary: 'The links that were made for the host of an event, the newest first',
  access: 'admin',
  query: z.object({ eventId: id() }),
  reply: z.array(hostLink),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const makeHostLink = endpoint({
  name: 'hosts.makeLink',
  route: 'POST auth/hostLink',
  summary: 'Makes a link for the host of an event, which opens until the day after the event',
  access: 'admin',
  body: z.object({ eventId: id(), withMedical: z.boolean().default(false) }),
  reply: z.object({ hostLink }),
  failures: { not_found: EVENT_NOT_FOUND, event_over: 'This event is over: a link would not work.' },
})

export const revokeHostLink = endpoint({
  name: 'hosts.revokeLink',
  route: 'DELETE auth/hostLink',
  summary: 'Ends a link for good, at once; one that is ended stays so',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: [404, 'This link is gone'] },
})
