/** The API endpoints that list an event's guests or export them as CSV. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { id, wholeNumber } from '#shared/fields.ts'
import { type AdminReservation, adminReservation } from '#domain/booking/contract/admin.ts'
import { moneyShown } from '#domain/booking/contract/reservation.ts'
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/**
 * A guest in a row of the roster (the list of an event's guests). Omits medical answers, postal address and private
 * link.
 */
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
    openMoney: true,
    version: true,
  })
  .extend({
    money: moneyShown.pick({ stillToPay: true, credit: true, withdrawn: true, paidUp: true }),
    /** Name of the lodging that the guest chose; null if none. */
    lodging: z.string().nullable(),
    /** The guest's party, or null for a guest in no party. */
    party: z
      .object({
        /** The payer's reservation id. It is the same for all guests of the party. */
        payer: z.int(),
        /** For the payer, the names of the companions who still come. For a companion, the name of the payer. */
        names: z.array(z.string()),
      })
      .nullable(),
  })
export type Guest = z.output<typeof rosterGuest>

const OF_RESERVATION = Object.keys(
  rosterGuest.omit({ party: true, lodging: true }).shape,
) as (keyof AdminReservation)[]

/**
 * Returns the fields of a reservation that a row of the roster shows. A page loads the other fields when an admin
 * opens the row.
 */
export function toGuest(reservation: AdminReservation): Guest {
  const row = Object.fromEntries(OF_RESERVATION.map((field) => [field, reservation[field]]))
  const lodging = reservation.options.find(({ kind }) => kind === 'lodging')?.name ?? null
  return { ...row, lodging, party: withWhom(reservation) } as Guest
}

function withWhom({ id, party }: Pick<AdminReservation, 'id' | 'party'>): Guest['party'] {
  if (!party) return null
  const payer = paidBy(party)
  const others = payer ? [payer] : companionsOf(party)
  return { payer: payer?.id ?? id, names: others.map(({ customerName }) => customerName) }
}

/**
 * Number of guests that come with the page of an event's guests. The limit keeps the page within 150 KB (R20.7). Most
 * events have fewer guests.
 */
export const FIRST_GUESTS = 70

/** Number of guests that the API returns per page. A page is about 100 KB. */
const GUESTS_ON_A_PAGE = 250

export const listGuests = endpoint({
  name: 'roster.listGuests',
  route: 'GET auth/event/guests',
  summary:
    'Returns a page of an event’s guests, ordered by reservation id, without medical answers and postal addresses. Pass `next` as `after` to get the next page, and `limit` for a shorter page',
  needs: 'guests.edit',
  query: z.object({
    id: id(),
    after: wholeNumber().default(0),
    /** The largest number of guests to return. */
    limit: wholeNumber(GUESTS_ON_A_PAGE).min(1).default(GUESTS_ON_A_PAGE),
  }),
  reply: z.object({
    guests: z.array(rosterGuest),
    /** The value of `after` for the next page of guests. Null on the last page. */
    next: z.int().nullable(),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

const CSV_FORMS = ['fields', 'people'] as const
/**
 * The CSV form `fields` is for programs: names and values as in the API, with amounts in cents. The form `people` has
 * headings in words and amounts in dollars.
 */
export type CsvForm = (typeof CSV_FORMS)[number]

const csvQuery = z.object({ id: id(), form: z.enum(CSV_FORMS).default('fields') })

export const exportEvent = endpoint({
  name: 'roster.exportEvent',
  route: 'GET auth/event/export',
  summary:
    'Returns the reservations of an event as a CSV file, one row each, including held spots (`pending`). Columns are named like the fields of the API, with amounts in cents; with `form=people`, headings are in words and amounts in dollars. With `reservationIds` (ids separated by commas), only these reservations. A cell that a spreadsheet could run as a formula starts with an apostrophe',
  needs: 'guests.edit',
  gives: 'csv',
  query: csvQuery.extend({
    reservationIds: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,999}$/)
      .optional(),
  }),
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})

export const exportWaitlist = endpoint({
  name: 'roster.exportWaitlist',
  route: 'GET auth/waitlist/export',
  summary:
    'Returns the waitlist of an event as a CSV file, in waitlist order, including entries whose offer has ended. Columns are named like the fields of the API, or in words with `form=people`',
  needs: 'guests.edit',
  gives: 'csv',
  query: csvQuery,
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})
