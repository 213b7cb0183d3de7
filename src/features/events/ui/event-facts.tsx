import { formatOwnDates } from '#shared/days.ts'
import type { EventDetails } from '../contract/events.ts'
import { priceOfOption } from '../domain/options.ts'
import { priceWords, splitList } from './price.ts'
import './event-facts.css'

interface EventFactsProps {
  event: EventDetails
  /** The venue's place, from `content/`. */
  location: string
}

/** The table DATES, LOCATION, INCLUDES, COST (R10.6); rows without anything to say are left out. */
export function EventFacts({ event, location }: EventFactsProps) {
  const includes = splitList(event.includes)
  const price = priceWords(event)
  return (
    <table className="event-facts">
      <caption className="visually-hidden">About this event</caption>
      <tbody>
        <tr>
          <th scope="row">Dates</th>
          <td>{formatOwnDates(event)}</td>
        </tr>
        <tr>
          <th scope="row">Location</th>
          <td>{location}</td>
        </tr>
        {includes.length > 0 && (
          <tr>
            <th scope="row">Includes</th>
            <td>
              <List items={includes} />
            </td>
          </tr>
        )}
        {price !== null && (
          <tr>
            <th scope="row">Cost</th>
            <td>
              <strong>{price}</strong>
              {event.priceFrom > 0 && ' per person'}
              <List items={splitList(event.costAddendum)} />
            </td>
          </tr>
        )}
        <OptionsRow title="Lodging" kind="lodging" event={event} />
        <OptionsRow title="Extras" kind="extra" event={event} />
      </tbody>
    </table>
  )
}

function OptionsRow({
  title,
  kind,
  event,
}: {
  title: string
  kind: 'lodging' | 'extra'
  event: EventDetails
}) {
  const options = event.options.filter((option) => option.kind === kind)
  if (options.length === 0) return null
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <List items={options.map(optionLine)} />
      </td>
    </tr>
  )
}

/** "A room of your own, +$200.00 (2 left)". */
function optionLine(option: EventDetails['options'][number]): string {
  const { name, description, soldOut, left } = option
  const some = left === null ? '' : ` (${left} left)`
  return `${name}, ${priceOfOption(option)}${soldOut ? ' (sold out)' : some}${description ? `: ${description}` : ''}`
}

function List({ items }: { items: string[] }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
