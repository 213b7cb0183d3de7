/**
 * The API endpoints of the kitchen sheet. It shows what the cook and the host of an event must know
 * (docs/decisions/0029).
 */
import { z } from 'zod'
import { arrivalShown } from '#domain/onsite/arrival/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'
import { CONTACT_FIELDS, eachField } from '#shared/guest-details.ts'

/**
 * The guests' answers to one question. Equal answers of several guests are one entry of `needs`. `none` counts the
 * guests who need nothing, and `unanswered` names those who gave no answer.
 */
export const guestNeeds = z.object({
  needs: z.array(z.object({ text: z.string(), guests: z.array(z.string()) })),
  none: z.int(),
  unanswered: z.array(z.string()),
})
export type GuestNeeds = z.output<typeof guestNeeds>

/**
 * The kitchen sheet of an event's confirmed guests. Contains no amounts, e-mail addresses, notes or private links. It
 * lacks phone numbers and emergency contacts for staff without `guests.edit`, such as the kitchen.
 */
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
  /** Number of coming guests whose names are unknown, because their personal data was deleted. */
  nameless: z.int(),
  allergies: guestNeeds,
  /**
   * The guests, sorted by arrival, with their emergency contacts unless the reader may not see these. Guests without
   * an arrival time come last, by name.
   */
  contacts: z.array(
    z.object({
      reservationId: z.int(),
      name: z.string(),
      /** The guest's name in the lists of needs. No other guest on the sheet has the same short name. */
      shortName: z.string(),
      ...eachField(CONTACT_FIELDS, () => z.string().nullable().optional()),
      /** The short names of the other guests in this guest's party. */
      comesWith: z.array(z.string()),
      arrival: arrivalShown,
      /** The guest's bed, such as `"Juniper, queen bed"`. Null if none is assigned yet. */
      room: z.string().nullable(),
    }),
  ),
  /**
   * Medical conditions. Null if the admin did not ask for medical conditions, or if the host link does not include
   * them. Missing for staff without `health.see`.
   */
  medical: guestNeeds.nullable().optional(),
  /**
   * How many guests chose each option, in the order of the event's page, and the short names of those whose names are
   * known.
   */
  chosen: z.array(z.object({ name: z.string(), guests: z.int(), names: z.array(z.string()) })),
})
export type KitchenSheet = z.output<typeof kitchenSheet>

export const hostLink = z.object({
  id: z.int(),
  /** The secret token in the host link. Null if the link no longer works. */
  token: z.string().nullable(),
  withMedical: z.boolean(),
  madeAt: instantText(),
  /** The last ranch day on which the host link works. */
  lastDay: day(),
  revoked: z.boolean(),
})
export type HostLink = z.output<typeof hostLink>

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

export const getKitchenSheet = endpoint({
  name: 'hosts.kitchenSheet',
  route: 'GET auth/event/sheet',
  summary:
    'Returns the kitchen sheet of an event for staff: its confirmed guests sorted by arrival time, and what the kitchen must know about them, such as allergies. Includes phone numbers only for staff who may edit guests. Includes medical conditions only with `medical=true`, and refuses that to staff who may not see them',
  needs: 'health.food',
  query: z.object({ eventUrlName: z.string().max(200), medical: z.literal('true').optional() }),
  reply: kitchenSheet.extend({ urlName: z.string() }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const getHostSheet = endpoint({
  name: 'hosts.hostSheet',
  route: 'GET host/sheet',
  summary:
    'Returns the kitchen sheet of an event (who comes, and their food needs), by the link that an admin created for the event’s host. Includes medical conditions only if the admin allowed that for the link. Fails if the link has ended',
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: kitchenSheet.extend({ lastDay: day() }),
  failures: { not_found: [404, 'This link no longer works'] },
})

export const listHostLinks = endpoint({
  name: 'hosts.listLinks',
  route: 'GET auth/hostLink',
  summary:
    'Returns the links that admins created for the host of an event, newest first. With such a link, the host can open the kitchen sheet: who comes, and their food needs',
  needs: 'guests.edit',
  query: z.object({ eventId: id() }),
  reply: z.array(hostLink),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const makeHostLink = endpoint({
  name: 'hosts.makeLink',
  route: 'POST auth/hostLink',
  summary:
    'Creates a link with which the host of an event can open its kitchen sheet (who comes, and their food needs), until the day after the event. With `withMedical`, the sheet includes medical conditions. Fails if the event is over',
  needs: 'guests.edit',
  body: z.object({ eventId: id(), withMedical: z.boolean().default(false) }),
  reply: z.object({ hostLink }),
  failures: { not_found: EVENT_NOT_FOUND, event_over: 'This event is over, so a link would not work.' },
})

export const revokeHostLink = endpoint({
  name: 'hosts.revokeLink',
  route: 'DELETE auth/hostLink',
  summary:
    'Ends a link with which an event’s host opens the kitchen sheet, immediately and permanently. Calling it again succeeds and changes nothing',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  failures: { not_found: [404, 'This link no longer exists. Please reload the page.'] },
})
