/** An event with its guests, and what is done with all of them together. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { id, wholeNumber } from '#shared/fields.ts'
import { type AdminReservation, adminReservation } from '#features/booking/contract/admin.ts'
import { moneyShown } from '#features/booking/contract/reservation.ts'
import { companionsOf, paidBy } from '#features/booking/domain/party-shown.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** A guest as the roster's rows show one: no medical answers, no addresses, no link that opens anything. */
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
    /** The others with whom they come; null: alone. */
    party: z
      .object({
        /** The number of the payer, the same for everybody of the party. */
        payer: z.int(),
        /** Of the payer the names of the others who still come, of the others the name of the payer. */
        names: z.array(z.string()),
      })
      .nullable(),
  })
export type Guest = z.output<typeof rosterGuest>

const OF_RESERVATION = Object.keys(rosterGuest.omit({ party: true }).shape) as (keyof AdminReservation)[]

/** The part of a reservation that a row needs; everything else is asked for when a row is opened. */
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

/** A page of an event stays within 150 KB however many come (R20.7); most have fewer guests than this. */
export const FIRST_GUESTS = 70

export const listGuests = endpoint({
  name: 'roster.listGuests',
  route: 'GET auth/event/guests',
  summary: 'Guests of an event as the rows of its roster, by number, a page at a time: those after `after`',
  access: 'admin',
  query: z.object({ id: id(), after: wholeNumber().default(0) }),
  reply: z.object({
    guests: z.array(rosterGuest),
    /** The `after` of the next page; null: that was the last one. */
    next: z.int().nullable(),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

const CSV_FORMS = ['fields', 'people'] as const
/** `fields`: the names and values of the API, with sums in cents, for scripts. `people`: headings in words and sums in dollars. */
export type CsvForm = (typeof CSV_FORMS)[number]

const csvQuery = z.object({ id: id(), form: z.enum(CSV_FORMS).default('fields') })

export const exportEvent = endpoint({
  name: 'roster.exportEvent',
  route: 'GET auth/event/export',
  summary:
    'The reservations of an event as a table, one a row, also those for which a spot is held (`pending`): the fields of `Reservation` that hold one value, but the uuid, and `notes`; sums in cents. With `form=people` headings in words, sums in dollars and days instead. A cell that a spreadsheet could take for a formula begins with an apostrophe',
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
    'The waitlist of an event as a table in the order of the line, also whoever has had a turn; `form` as for `auth/event/export`',
  access: 'admin',
  gives: 'csv',
  query: csvQuery,
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})
