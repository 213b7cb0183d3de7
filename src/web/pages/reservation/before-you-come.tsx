import { formatDayRange, formatOwnDates } from '#shared/days.ts'
import { directionsPath } from '#shared/links.ts'
import { LinkButton } from '#ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import type { GuestPart } from './guest-part.ts'

interface BeforeYouComeProps extends Pick<GuestPart, 'reservation'> {
  /** What a guest must know at the gate; empty until the stay is confirmed. */
  gateNotes: string[]
}

/** Dates, the way, what to bring, the gate, and whom to call. */
export function BeforeYouCome({ reservation, gateNotes }: BeforeYouComeProps) {
  const { event, uuid, attendeeToken, hostPhone } = reservation
  return (
    <section className="guest-come" aria-labelledby="before-you-come">
      <h2 id="before-you-come">Before you come</h2>
      <dl className="guest-facts">
        <div>
          <dt>Dates</dt>
          <dd>
            {formatDayRange(event.startDateDate, event.endDateDate)}
            <span className="note">{formatOwnDates(event)}</span>
          </dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>
            {venue.location}
            <span className="note">{venue.locationNote}</span>
          </dd>
        </div>
        {gateNotes.length > 0 && (
          <div>
            <dt>At the gate</dt>
            <dd>
              <ul>
                {gateNotes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>Whom to ask</dt>
          <dd>
            {hostPhone !== null && (
              <>
                {event.host ?? 'Your host'},{' '}
                <a href={`tel:${hostPhone.replaceAll(/[^+\d]/g, '')}`}>{hostPhone}</a>
                <br />
              </>
            )}
            <a href={`mailto:${venue.email}`}>{venue.email}</a>
          </dd>
        </div>
      </dl>
      <p className="button-row">
        <LinkButton to={directionsPath(attendeeToken)} look="plain" reloadDocument>
          Directions
        </LinkButton>
        <LinkButton to={paths.packingList} look="plain">
          Packing list
        </LinkButton>
        <LinkButton to={paths.reservationCalendar(uuid)} look="plain" download>
          Add to your calendar
        </LinkButton>
      </p>
    </section>
  )
}
