/** A list of labeled facts, and the facts about an event that several e-mails list. */
import type { ReactNode } from 'react'
import { formatDayRange } from '#shared/format-days.ts'
import { phoneHref } from '#shared/phones.ts'
import { oneLine } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import type { EventFacts } from '../emails/facts/event.ts'
import type { CompanionFacts } from '../emails/facts/party.ts'
import type { DatedFacts, RanchFacts } from '../emails/facts/reservation.ts'
import { styles } from './style.ts'
import { Table } from './table.tsx'
import { Line, Link } from './text.tsx'

/** Renders the list's facts (`Fact` elements) as the rows of a table. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <Table style={styles.facts}>{children}</Table>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr data-text="row">
    <td style={styles.factLabelCell}>
      <Line look="factLabel" inText="label">
        {label}
      </Line>
    </td>
    <td style={styles.factCell}>
      <Line look="fact" inText="value">
        {children}
      </Line>
    </td>
  </tr>
)

/** Renders a phone number, as a link if the text contains a number that a phone can call. */
export function PhoneFact({ label, phone }: { label: string; phone: string | null }) {
  const href = phone === null ? null : phoneHref(phone)
  const shown = phone === null ? 'Not given' : oneLine(phone)
  return <Fact label={label}>{href === null ? shown : <Link href={href}>{shown}</Link>}</Fact>
}

export const WhenFact = ({
  startDateDate,
  endDateDate,
}: Pick<EventFacts, 'startDateDate' | 'endDateDate'>) => (
  <Fact label="When">{formatDayRange(startDateDate, endDateDate)}</Fact>
)

export const WithAndWhereFacts = ({ host }: EventFacts) => (
  <>
    {host && <Fact label="Led by">{host}</Fact>}
    <Fact label="Where">
      {venue.location}. {venue.locationNote}.
    </Fact>
  </>
)

interface WhenAndWhereProps {
  event: EventFacts
  choices?: string[]
  /** The companions whom the guest pays for. */
  companions?: CompanionFacts[]
}

/** Lists the days and place of an event, and the choices of the guest and the guest's companions. */
export function WhenAndWhere({ event, choices, companions }: WhenAndWhereProps) {
  const chosen = (companions ?? [])
    .filter((one) => one.choices.length > 0)
    .map((one) => `${one.choices.join(', ')}, for ${one.name}`)
  return (
    <FactList>
      <WhenFact {...event} />
      <WithAndWhereFacts {...event} />
      {choices && choices.length > 0 && <Fact label="You chose">{choices.join(', ')}</Fact>}
      {chosen.length > 0 && <Fact label="Chosen">{chosen.join('; ')}</Fact>}
    </FactList>
  )
}

/** Lists arrival and departure as free text, with the host and the place. */
export const ArriveAndLeave = ({ arrive, leave, event }: DatedFacts) => (
  <FactList>
    <Fact label="Arrive">{arrive}</Fact>
    <Fact label="Leave">{leave}</Fact>
    <WithAndWhereFacts {...event} />
  </FactList>
)

export const ReservationFacts = ({ reservationId, guestName }: RanchFacts) => (
  <>
    <Fact label="Reservation">{reservationId}</Fact>
    {guestName !== null && <Fact label="Guest">{guestName}</Fact>}
  </>
)
