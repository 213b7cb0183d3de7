/** The facts that most e-mails about a reservation share. Pure. */
import { moneyRows, type StayMoney } from '#domain/booking/domain/money-rows.ts'
import { givenArrival } from '#domain/onsite/arrival/rules.ts'
import { daysBetween } from '#shared/days.ts'
import * as links from '#shared/links.ts'
import { oneLine } from '#shared/text.ts'
import { greetingName } from '../addresses.ts'
import type { Guest, ReservationCause, ReservationSource } from '../definition.ts'
import { choicesOf } from './choices.ts'
import { type EventFacts, eventFacts, eventSubject } from './event.ts'
import { openInvoices } from './invoices.ts'
import { companionFacts, nameAmong } from './party.ts'
import { present } from './present.ts'

/** The facts of every e-mail to a guest about one event. */
export interface GuestFacts {
  /** The name to greet with (`greetingName`). Null for a greeting without a name. */
  guest: string | null
  event: EventFacts
}

export function guestFacts({ guest, rows }: { guest: Guest; rows: { event: EventFacts } }): GuestFacts {
  return { guest: greetingName(guest), event: eventFacts(rows.event) }
}

/** Returns the facts of an e-mail to the venue's staff about a reservation. */
export function ranchFacts({ rows, guest, publicUrl }: ReservationSource) {
  const { id, purgedAt } = rows.reservation
  return {
    event: eventFacts(rows.event),
    reservationId: id,
    /** The guest's name. Null after the purge, when no name is stored. */
    guestName: purgedAt === null ? oneLine(guest.customerName) : null,
    links: { reservation: links.absoluteLink(publicUrl, links.adminReservationPath(id)) },
  }
}

export type RanchFacts = ReturnType<typeof ranchFacts>

export const guestLinks = ({ rows: { reservation }, publicUrl }: ReservationSource) => ({
  reservation: links.privateLink(publicUrl, reservation.uuid),
  directions: links.directionsLink(publicUrl, reservation.attendeeToken),
  packingList: links.absoluteLink(publicUrl, links.packingListPath),
  terms: links.absoluteLink(publicUrl, links.termsPath),
})

export type GuestLinks = ReturnType<typeof guestLinks>

/** Returns the facts of a coming stay, and what its guest still has to do. */
export function upcomingFacts(source: ReservationSource) {
  const { rows } = source
  return {
    ...guestFacts(source),
    detailsMissing: rows.detailsMissing,
    choices: choicesOf(source),
    /** The price of this guest's own stay in cents, without companions. */
    share: rows.reservation.share ?? rows.reservation.price,
    companions: companionFacts(source),
    open: openInvoices(source),
    links: guestLinks(source),
  }
}

export type UpcomingFacts = ReturnType<typeof upcomingFacts>

/** Returns a stay's totals in cents, and its money in the same rows as on the guest's page (R52.4). */
export function moneyFacts(source: ReservationSource) {
  const { totalPaid, totalDue, stillToPay, credit, overInvoiced } = source.money
  return {
    /** The amount paid so far, minus refunds. */
    totalPaid,
    totalDue,
    stillToPay,
    /** What the payments and the unpaid invoices together exceed the total by. */
    beyond: credit + overInvoiced,
    rows: moneyRows(withSafeNames(present(source.stay), source), 'guest'),
  }
}

export type MoneyFacts = ReturnType<typeof moneyFacts>

/** Replaces names of companions that are not safe to write in an e-mail. */
const withSafeNames = (stay: StayMoney, { party }: ReservationSource): StayMoney => ({
  ...stay,
  party: stay.party && {
    ...stay.party,
    members: stay.party.members.map((one) => ({ ...one, customerName: nameAmong(party, one.id) })),
  },
})

/** Returns the facts of a coming stay, with its money. */
export const pricedFacts = (source: ReservationSource) => ({
  ...upcomingFacts(source),
  ...moneyFacts(source),
})

export type PricedFacts = ReturnType<typeof pricedFacts>

/**
 * Returns the facts of a coming stay, with the event's own texts about arrival and departure, which also state the
 * hours.
 */
export function datedFacts(source: ReservationSource) {
  const { startDate, endDate } = source.rows.event
  return { ...upcomingFacts(source), arrive: oneLine(startDate), leave: oneLine(endDate) }
}

export type DatedFacts = ReturnType<typeof datedFacts>

/**
 * Returns the link where the guest enters the arrival time. Returns null if the guest has entered a time or has
 * arrived.
 */
export function arrivalLink({
  rows: { arrival, event, reservation },
  publicUrl,
}: ReservationSource): string | null {
  if (arrival && (arrival.hereAt !== null || givenArrival(arrival, event))) return null
  return `${links.privateLink(publicUrl, reservation.uuid)}#${links.ARRIVAL_PART}`
}

/** Returns the number of ranch days until the event's start. Returns 0 on the start day. */
export const daysToStart = ({ today, rows }: ReservationCause) => daysBetween(today, rows.event.startDateDate)

/** Returns how many days away something is: "today", "tomorrow", "in 5 days" or "in a week". `days` is 0 or more. */
export function inDays(days: number): string {
  if (days <= 1) return days === 1 ? 'tomorrow' : 'today'
  return days === 7 ? 'in a week' : `in ${days} days`
}

/**
 * Returns the subject of an e-mail to the venue's staff. It contains the reservation's number instead of the guest's
 * name.
 */
export const ranchSubject = (
  opening: string,
  { event, reservationId }: Pick<RanchFacts, 'event' | 'reservationId'>,
): string => eventSubject(opening, event, ` (reservation ${reservationId})`)
