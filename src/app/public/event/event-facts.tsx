import type { ReactNode } from 'react'
import { formatOwnDates } from '#shared/format-days.ts'
import { Lines } from '#app/ui/facts.tsx'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { priceOfOption } from '#domain/events/domain/offered-options.ts'
import { describePrice, splitList } from './price.tsx'
import { Text } from '#app/ui/text.tsx'

/**
 * Renders the table with an event's dates, location, included services and cost (R10.6). Leaves out empty
 * rows.
 */
export function EventFacts({ event, location }: { event: EventDetails; location: string }) {
  const includes = splitList(event.includes)
  const price = describePrice(event)
  return (
    <table className="event-facts">
      <caption className="visually-hidden">About this event</caption>
      <tbody>
        <Row title="Dates">{formatOwnDates(event)}</Row>
        <Row title="Location">{location}</Row>
        {includes.length > 0 && (
          <Row title="Includes">
            <Lines className="plain-list" of={includes} />
          </Row>
        )}
        {price !== null && (
          <Row title="Cost">
            <strong>
              <Text>{price}</Text>
            </strong>
            <Text>{event.priceFrom > 0 && ' per person'}</Text>
            <Lines className="plain-list" of={splitList(event.costAddendum)} />
          </Row>
        )}
        {(['lodging', 'extra'] as const).map((kind) => {
          const options = event.options.filter((option) => option.kind === kind)
          return (
            options.length > 0 && (
              <Row key={kind} title={kind === 'lodging' ? 'Lodging' : 'Extras'}>
                <Lines className="plain-list" of={options.map(optionLine)} />
              </Row>
            )
          )
        })}
      </tbody>
    </table>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{children}</td>
    </tr>
  )
}

/** Describes a lodging or extra on one line: "A room of your own, +$200.00 (2 left)". */
function optionLine(option: EventDetails['options'][number]): string {
  const { name, description, soldOut, left } = option
  const some = left === null ? '' : ` (${left} left)`
  return `${name}, ${priceOfOption(option)}${soldOut ? ' (sold out)' : some}${description ? `: ${description}` : ''}`
}
