/** The list of guests who sleep at the ranch tonight, for the person who locks up. */
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import type { SleepingRetreat, Tonight } from '#domain/desk/today/contract.ts'
import { formatDay } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { EventLink, GuestLink } from './describe-today.tsx'
import sheet from './tonight.css?url'
import { useMay } from '#app/site.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

export default function TonightPart({ tonight: { retreats, family } }: { tonight: Tonight }) {
  const nobody = retreats.length === 0 && family.length === 0
  return (
    <Section className="tonight" id="tonight" title="Who is on the ranch tonight">
      <Stylesheet href={sheet} />
      {nobody && <p>Nobody tonight.</p>}
      {retreats.map((retreat) => (
        <Sleeping key={retreat.id} retreat={retreat} />
      ))}
      {family.length > 0 && (
        <>
          {retreats.length === 0 ? (
            <p>No retreat. In the family’s calendar today:</p>
          ) : (
            <h3>In the family’s calendar today</h3>
          )}
          <ul className="plain-list tonight-family">
            {family.map(({ id, title, end, color }) => (
              <li key={id} style={{ '--swatch': color }}>
                <Text>
                  {title}, until {formatDay(end)}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Sleeping({ retreat }: { retreat: SleepingRetreat }) {
  const { host, endDateDate, guests, more } = retreat
  const mayOpen = useMay()('guests.edit')
  return (
    <>
      <h3>
        {mayOpen ? (
          <EventLink event={retreat} />
        ) : (
          <Link to={paths.event(retreat.urlName)}>{retreat.name}</Link>
        )}
      </h3>
      <p className="note">
        <Text>
          {host === null ? 'No host named' : `Host: ${host}`}. Until {formatDay(endDateDate)},{' '}
          {plural(guests.length + more, 'guest')}.
        </Text>
      </p>
      <ul className="plain-list tonight-guests ways">
        {guests.map((guest) => (
          <li key={guest.reservationId}>
            {mayOpen ? <GuestLink of={guest} /> : <Verbatim>{guest.guest ?? 'Deleted guest'}</Verbatim>}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Text>and {more} more</Text>
          </li>
        )}
      </ul>
    </>
  )
}
