import type { ReactNode } from 'react'
import { companionsOf } from '#domain/booking/domain/party-view.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { directionsPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Facts, Lines } from '#app/ui/facts.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Section } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import type { GuestPart } from './guest-part.ts'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

/** Renders the list of what the guest has done and still has to do. */
export function StayOverview({ reservation }: Pick<GuestPart, 'reservation'>) {
  const items = glanceItems(reservation)
  const left = items.filter(({ done }) => !done).length
  return (
    <Section
      className="guest-glance"
      id="glance"
      title={left === 0 ? 'All done. Just come.' : 'Your checklist'}
    >
      <ul className="plain-list">
        {items.map(({ key, done, words }) => (
          <li key={key} className={done ? 'guest-done' : 'guest-left'}>
            <span className="visually-hidden">{done ? 'Done: ' : 'Left: '}</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const names = new Intl.ListFormat('en-US')

function glanceItems(reservation: GuestPart['reservation']) {
  const { additionalInformationProvided: given, directionsSeen, attendeeToken, ...stay } = reservation
  const { invoices, party, keptCard } = stay
  // The saved card's charge, unless the bank declined it. After a decline, the list asks the guest to pay in
  // another way.
  const charge = keptCard?.charge?.declined === false ? keptCard.charge : null
  const lacking = companionsOf(party).flatMap((one) => (one.detailsGiven ? [] : one.customerName))
  const money = invoices.map(({ id, amount, paid, refunded, due, ...invoice }) => ({
    key: `invoice-${id}`,
    done: paid,
    words: paid ? (
      <>
        <Text>{invoiceLabel(invoice)}:</Text> <Money cents={amount} />{' '}
        <Text>
          paid
          {refunded > 0 && `, ${refunded < amount ? formatMoney(refunded) : 'all'} of it refunded`}
        </Text>
      </>
    ) : charge && invoice.purpose === 'remainder' ? (
      <>
        <a href="#saved-card">
          <Text>{invoiceLabel(invoice)}:</Text> <Money cents={amount} /> from your card
        </a>
        <Text> on {formatDay(charge.on)}</Text>
      </>
    ) : (
      <>
        <a href="#payments">
          <Text>{invoiceLabel(invoice)}:</Text> <Money cents={amount} /> to pay
        </a>
        <Text>{due === null ? ', at any time' : `, by ${formatDay(due)}`}</Text>
      </>
    ),
  }))
  return [
    ...money,
    {
      key: 'details',
      done: given,
      words: given ? 'We have your details' : <a href="#details">Fill in your details</a>,
    },
    ...(lacking.length > 0
      ? [
          {
            key: 'party',
            done: false,
            words: (
              <a href="#party">
                <Text>Details from {names.format(lacking)}</Text>
              </a>
            ),
          },
        ]
      : []),
    {
      key: 'directions',
      done: directionsSeen,
      words: directionsSeen ? (
        'You’ve viewed the directions'
      ) : (
        <a href={directionsPath(attendeeToken)}>Read the directions</a>
      ),
    },
  ]
}

interface BeforeYouComeProps extends Pick<GuestPart, 'reservation'> {
  /** Instructions for the ranch's gate. Empty until the guest's reservation is confirmed. */
  gateNotes: string[]
  children?: ReactNode
}

/**
 * Renders what a guest needs before coming: directions, packing list, gate notes and the host's phone number.
 */
export function BeforeYouCome({ reservation, gateNotes, children }: BeforeYouComeProps) {
  const { event, uuid, attendeeToken, hostPhone, room } = reservation
  const where = (
    <>
      <Text>{venue.location}</Text>
      <span className="note">{venue.locationNote}</span>
    </>
  )
  const atTheGate = <Lines of={gateNotes} />
  const whom = (
    <>
      {hostPhone !== null && (
        <>
          {event.host === null ? <Text>Your host</Text> : <Verbatim>{event.host}</Verbatim>}
          <Text>,</Text> <PhoneLink phone={hostPhone} />
          <br />
        </>
      )}
      <a href={`mailto:${venue.email}`}>{venue.email}</a>
    </>
  )
  return (
    <Section className="guest-come" id="before-you-come" title="Before you come">
      <Facts
        className="come-facts"
        facts={[
          ['Where', where],
          room !== null && ['Your room', room],
          gateNotes.length > 0 && ['At the gate', atTheGate],
          ['Who to ask', whom],
        ]}
      />
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
      {children}
    </Section>
  )
}
