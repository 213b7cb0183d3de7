import { listRooms } from '#domain/onsite/rooms/contract.ts'
import { RoomList } from '#app/admin/rooms/room-list.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/rooms'

export const middleware = [requires('guests.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  return { rooms: dataOf(await context.get(callContext)(listRooms)) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Rooms')

export default function Rooms({ loaderData: { rooms } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Rooms" note="To give guests their beds, open an event and its tab “Rooms”." />
      <Panel labelledBy="house-rooms" title="The ranch">
        <RoomList seed={rooms} />
      </Panel>
    </>
  )
}
