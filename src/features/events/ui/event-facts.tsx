import { formatOwnDates } from '#shared/days.ts'
import type { EventDetails } from '../contract/events.ts'
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
      </tbody>
    </table>
  )
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
