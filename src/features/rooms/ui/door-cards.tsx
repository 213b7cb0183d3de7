/** A card for each door: the room's name and who sleeps behind it, to print. */
import { formatDayRange } from '#shared/format-days.ts'
import { Logo } from '#ui/icons.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import type { Board } from '../contract.ts'
import sheet from './rooms.css?url'

export function DoorCards({ board: { event, rooms, guests } }: { board: Board }) {
  const cards = rooms.flatMap((room) => {
    const here = guests.filter(({ place }) => place?.roomId === room.id)
    return here.length > 0 ? [{ room, here }] : []
  })
  return (
    <div className="door-cards">
      <Stylesheet href={sheet} />
      {cards.length === 0 && <p>Nobody has a room yet.</p>}
      {cards.map(({ room, here }) => (
        <section key={room.id} className="door-card" aria-label={room.name}>
          <Logo />
          <h2>{room.name}</h2>
          <ul>
            {here.map(({ reservationId, name }) => (
              <li key={reservationId}>{name}</li>
            ))}
          </ul>
          <p>
            {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
          </p>
        </section>
      ))}
    </div>
  )
}
