/**
 * `arrival-overdue`, `arrival-overdue-host`: notifies the event's admin and host that an expected guest has not
 * arrived (R36).
 */
import {
  overdueWatch,
  ROAD_MINUTES,
  givenArrival,
  arrivalText,
  type OverdueWatch,
} from '#domain/onsite/arrival/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDayOfYear, formatTime } from '#shared/format-days.ts'
import { absoluteLink, adminReservationPath } from '#shared/links.ts'
import { oneLine } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import {
  type DropReason,
  type Fact,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
  type WrittenEmail,
} from '../definition.ts'
import { emailEvent } from '../shared-facts.ts'
import { button, emailToHouse, fact, factList, phoneFact, text } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

const overdue = (to: 'adminEmail' | 'hostEmail') =>
  reservationEmail({ dropReason, facts: (source) => factsOf(source, to), words, toHouse: to })

export const arrivalOverdue = overdue('adminEmail')
export const arrivalOverdueHost = overdue('hostEmail')

/**
 * Returns why the e-mail is dropped. A guest who has arrived or reported a later time in the meantime is no longer
 * overdue.
 */
function dropReason(cause: ReservationCause): DropReason | null {
  const { reservation, event } = cause.rows
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  if (event.cancelledAt !== null) return 'event_cancelled'
  return watchIn(cause) ? null : 'not_overdue'
}

const watchIn = ({ rows: { arrival, event }, now }: ReservationCause): OverdueWatch | null =>
  arrival && overdueWatch(arrival, event, now)

function factsOf(source: ReservationSource, to: 'adminEmail' | 'hostEmail') {
  const { rows, guest, contact, publicUrl } = source
  const { arrival, event, reservation } = rows
  const watch = watchIn(source)
  if (!arrival || !watch) throw new Error(`The guest of reservation ${reservation.id} is not overdue`)
  const told = givenArrival(arrival, event)
  return {
    event: emailEvent(event),
    reservationId: reservation.id,
    guestName: oneLine(guest.customerName),
    told: told && arrivalText(told),
    leftPavement: arrival.leftPavementAt && clockWords(arrival.leftPavementAt),
    expected: clockWords(watch.expectedAt),
    ...contact,
    /** Null for the host, who has no account. The e-mail itself has all the facts. */
    link: to === 'adminEmail' ? absoluteLink(publicUrl, adminReservationPath(reservation.id)) : null,
  }
}

const clockWords = (at: Date) => `${formatDayOfYear(ranchDay(at))}, ${formatTime(at)}`

function words(facts: Facts): WrittenEmail {
  const { guestName, leftPavement, expected } = facts
  const since = leftPavement
    ? `They left the pavement (${leftPavement}), and the dirt road takes about ${ROAD_MINUTES} minutes.`
    : `They were expected by ${expected}.`
  return emailToHouse(facts, {
    opening: 'Guest overdue',
    preheader: 'Nobody has seen them at the ranch yet. Please call.',
    blocks: [
      text(`${guestName} has not been seen at the ranch. ${since}`),
      factList(...contactFacts(facts)),
      text(
        `Please call them first, then their emergency contact. If neither answers, drive the ${venue.dirtRoadMiles} miles of dirt road toward the pavement: there is no signal on it.`,
      ),
      facts.link !== null && button('Open the reservation', facts.link),
      text('Are they here? Tick them off on the kitchen sheet. You are told this only once.'),
    ],
  })
}

function contactFacts(facts: Facts): Fact[] {
  const { told, leftPavement, phone, emergencyContactName, emergencyContactPhone } = facts
  return [
    ...(told ? [fact('Told us', told)] : []),
    ...(leftPavement ? [fact('Left the pavement', leftPavement)] : []),
    phoneFact('Phone', phone),
    fact('Emergency contact', oneLine(emergencyContactName ?? 'Not given')),
    phoneFact('Emergency phone', emergencyContactPhone),
  ]
}
