/**
 * `arrival-overdue` and `arrival-overdue-host`: notify the event's admin and host that a guest should have arrived
 * and has not (R36).
 */
import {
  OVERDUE_MINUTES,
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
import { RanchLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, PhoneFact } from '../../layout/fact-list.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import {
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import { eventFacts } from '../facts/event.ts'
import { ranchSubject } from '../facts/reservation.ts'

const OPENING = 'Guest overdue'

const overdue = (to: 'adminEmail' | 'hostEmail') =>
  reservationEmail({
    dropReason,
    facts: (source) => factsOf(source, to),
    subject: (facts) => ranchSubject(OPENING, facts),
    preview: (facts) => `Nobody has seen them at the ranch yet. ${WHOM_TO_CALL[reachable(facts)].first}`,
    Content: ArrivalOverdue,
    toEventAddress: to,
  })

export const arrivalOverdue = overdue('adminEmail')
export const arrivalOverdueHost = overdue('hostEmail')

/**
 * Returns why the site drops the e-mail, or null. A guest who has arrived or given a later time since is no longer
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
    event: eventFacts(event),
    reservationId: reservation.id,
    guestName: oneLine(guest.customerName),
    told: told && arrivalText(told),
    leftPavement: arrival.leftPavementAt && clockWords(arrival.leftPavementAt),
    expected: clockWords(watch.expectedAt),
    ...contact,
    /**
     * The link to the guest's page for admins. Null for the host, who has no account, so the e-mail itself contains
     * everything.
     */
    link: to === 'adminEmail' ? absoluteLink(publicUrl, adminReservationPath(reservation.id)) : null,
  }
}

const clockWords = (at: Date) => `${formatDayOfYear(ranchDay(at))}, ${formatTime(at)}`

type Facts = ReturnType<typeof factsOf>

/** Returns whose phone number the site knows. */
function reachable({ phone, emergencyContactPhone }: Facts): 'both' | 'guest' | 'contact' | 'nobody' {
  if (phone !== null) return emergencyContactPhone === null ? 'guest' : 'both'
  return emergencyContactPhone === null ? 'nobody' : 'contact'
}

const WHOM_TO_CALL = {
  both: {
    first: 'Please call them.',
    otherwise: ' If they don’t answer, call their emergency contact. If neither answers,',
  },
  guest: {
    first: 'Please call them.',
    otherwise: ' We have no number for their emergency contact. If the guest doesn’t answer,',
  },
  contact: {
    first: 'Please call their emergency contact.',
    otherwise: ' We have no number for the guest. If the contact doesn’t answer,',
  },
  nobody: { first: 'We have no phone number to call.', otherwise: ' Please' },
}

function ArrivalOverdue(facts: Facts) {
  const { event, guestName, told, leftPavement, expected, link } = facts
  const { phone, emergencyContactName, emergencyContactPhone } = facts
  const calls = WHOM_TO_CALL[reachable(facts)]
  return (
    <RanchLetter event={event} kicker={OPENING}>
      <Paragraph>
        {guestName} has not been seen at the ranch.{' '}
        {leftPavement
          ? `They left the pavement (${leftPavement}), and the dirt road takes about ${ROAD_MINUTES} minutes.`
          : `They planned to arrive by ${expected}. That was more than ${OVERDUE_MINUTES} minutes ago.`}
      </Paragraph>
      <FactList>
        {told && <Fact label="Planned arrival">{told}</Fact>}
        {leftPavement && <Fact label="Left the pavement">{leftPavement}</Fact>}
        <PhoneFact label="Phone" phone={phone} />
        <Fact label="Emergency contact">{oneLine(emergencyContactName ?? 'Not given')}</Fact>
        <PhoneFact label="Emergency phone" phone={emergencyContactPhone} />
      </FactList>
      <Paragraph>
        {calls.first}
        {calls.otherwise} drive the {venue.dirtRoadMiles} miles of dirt road toward the pavement: there is no
        signal on it.
        {!leftPavement && ' They haven’t told us that they left the pavement, but they may be on that road.'}
      </Paragraph>
      {link !== null && <MainButton href={link}>Open the reservation</MainButton>}
      <Paragraph>
        Are they here? Tick them off on the kitchen sheet. If nothing changes, we won’t email you about this
        guest again.
      </Paragraph>
    </RanchLetter>
  )
}
