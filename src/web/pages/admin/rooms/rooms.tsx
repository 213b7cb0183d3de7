/** The house's rooms and their beds. */
import { data } from 'react-router'
import { listRooms } from '#features/rooms/contract.ts'
import { House } from '#features/rooms/ui/house.tsx'
import { venue } from '#shared/venue.ts'
import { Paper } from '#ui/paper.tsx'
import { callContext } from '#web/server-context.ts'
import type { Route } from './+types/rooms'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await context.get(callContext)(listRooms)
  if (!found.ok) throw data({ text: found.message }, found.status || 503)
  return { rooms: found.data }
}

export const meta: Route.MetaFunction = () => [
  { title: `Rooms · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function Rooms({ loaderData: { rooms } }: Route.ComponentProps) {
  return (
    <>
      <header className="history-head column" data-hydrate>
        <h1>Rooms</h1>
        <p className="note">Who sleeps where is decided for each event, on a page of its own.</p>
      </header>
      <Paper labelledBy="house-rooms">
        <h2 id="house-rooms">The house</h2>
        <House seed={rooms} />
      </Paper>
    </>
  )
}
