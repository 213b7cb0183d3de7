/** The API endpoints for an event's guests as a list: reading it and exporting it. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { id, wholeNumber } from '#shared/fields.ts'
import { type AdminReservation, adminReservation } from '#domain/booking/contract/admin.ts'
import { moneyShown } from '#domain/booking/contract/reservation.ts'
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** A guest as a row of the roster shows one: no medical answers, no postal address, no private link. */
export const rosterGuest = adminReservation
  .pick({
    id: true,
    customerName: true,
    nickname: true,
    email: true,
    phone: true,
    foodAllergies: true,
    status: true,
    waitsForMailbox: true,
    totalDue: true,
    totalPaid: true,
    fullyPaid: true,
    additionalInformationProvided: true,
    notes: true,
    directionsViewedAt: true,
    arrival: true,
    room: true,
    purgedAt: true,
    version: true,
  })
  .extend({
    money: moneyShown.pick({ stillToPay: true, credit: true, withdrawn: true, paidUp: true }),
    /** The party that the guest belongs to, or null if they come alone. */
    party: z
      .object({
        /** The payer's reservation id, the same for everyone in the party. */
        payer: z.int(),
        /** For the payer, the names of the companions who still come. For a companion, the name of the payer. */
        names: z.array(z.string()),
      })
      .nullable(),
  })
export type Guest = z.output<typeof rosterGuest>

const OF_RESERVATION = Object.keys(rosterGuest.omit({ party: true }).shape) as (keyof AdminReservation)[]

/** Returns the part of a reservation that a row shows. The rest is fetched when a row is opened. */
export function toGuest(reservation: AdminReservation): Guest {
  const row = Object.fromEntries(OF_RESERVATION.map((field) => [field, reservation[field]]))
  return { ...row, party: withWhom(reservation) } as Guest
}

function withWhom({ id, party }: Pick<AdminReservation, 'id' | 'party'>): Guest['party'] {
  if (!party) return null
  const payer = paidBy(party)
  const others = payer ? [payer] : companionsOf(party)
  return { payer: payer?.id ?? id, names: others.map(({ customerName }) => customerName) }
}

/** How many guests come with the page, which thus stays within 150 KB (R20.7). Most events have fewer. */
export const FIRST_GUESTS = 70

export const listGuests = endpoint({
  name: 'roster.listGuests',
  route: 'GET auth/event/guests',
  summary:
    'Lists the guests of an event as rows of its roster, by id, one page at a time. Pass the `next` of one page as the `after` of the following one',
  access: 'admin',
  query: z.object({ id: id(), after: wholeNumber().default(0) }),
  reply: z.object({
    guests: z.array(rosterGuest),
    /** The `after` of the next page, or null on the last page. */
    next: z.int().nullable(),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

const CSV_FORMS = ['fields', 'people'] as const
/**
 * `fields`: names and values of the API, with amounts in cents, for scripts. `people`: headings in words and
 * amounts in dollars.
 */
export type CsvForm = (typeof CSV_FORMS)[number]

const csvQuery = z.object({ id: id(), form: z.enum(CSV_FORMS).default('fields') })

export const exportEvent = endpoint({
  name: 'roster.exportEvent',
  route: 'GET auth/event/export',
  summary:
    'Exports the reservations of an event as CSV, one per row, including spots on hold (`pending`). Contains the single-valued fields of `Reservation` except the uuid, plus `notes`, with amounts in cents. With `form=people`: headings in words, amounts in dollars, days instead of instants. A cell that a spreadsheet could run as a formula starts with an apostrophe',
  access: 'admin',
  gives: 'csv',
  query: csvQuery,
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})

export const exportWaitlist = endpoint({
  name: 'roster.exportWaitlist',
  route: 'GET auth/waitlist/export',
  summary:
    'Exports the waitlist of an event as CSV in its order, including entries whose offer has ended. `form` works as in `auth/event/export`',
  access: 'admin',
  gives: 'csv',
  query: csvQuery,
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})
