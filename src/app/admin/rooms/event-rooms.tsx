/**
 * The page on which an admin assigns an event's guests to beds. The page also prints a card for each door.
 */
import { data } from 'react-router'
import { getBoard } from '#domain/onsite/rooms/contract.ts'
import { boardOrder, sendOrder, type Suggested, suggestedIn } from '#app/admin/rooms/board-order.ts'
import { Board, DoorCards } from '#app/admin/rooms/board.tsx'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import type { Route } from './+types/event-rooms'

async function readBoard({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const found = await context.get(callContext)(getBoard, { query: { eventUrlName: params.eventUrlName } })
  return dataOf(found, { words: EVENT_NOT_FOUND })
}

export const middleware = [requires('guests.edit')]

export async function loader(args: Route.LoaderArgs) {
  return { board: await readBoard(args), doors: args.url.searchParams.get('show') === 'doors' }
}

const answered = (refused: string | null, suggested: Suggested | null, status: number) =>
  data({ refused, suggested }, { status })

/** Handles the forms for assigning beds that a browser without scripts submits. */
export async function action(args: Route.ActionArgs) {
  const call = args.context.get(callContext)
  const order = boardOrder(await args.request.formData())
  const eventId = (await readBoard(args)).event.id
  if (order === null) return answered('Please choose a guest and a place.', null, 400)
  const done = await sendOrder(call, eventId, order)
  return done.ok
    ? answered(null, suggestedIn(done.data), 200)
    : answered(done.message, null, done.status || 503)
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedMeta(loaderData ? `Rooms · ${loaderData.board.event.name}` : 'Rooms')

const ROOMS = 'rooms'

export default function EventRooms({ loaderData: { board, doors }, actionData }: Route.ComponentProps) {
  const { urlName } = board.event
  return (
    <Panel labelledBy={ROOMS} className="rooms-paper">
      <div className="part-head rooms-head">
        <h2 id={ROOMS}>{doors ? 'Door cards' : 'Who sleeps where'}</h2>
        <p className="button-row">
          <PrintButton />
          <LinkButton to={doors ? paths.eventRooms(urlName) : paths.doorCards(urlName)} look="plain">
            {doors ? 'Who sleeps where' : 'Door cards'}
          </LinkButton>
          <LinkButton to={paths.rooms} look="plain">
            All rooms
          </LinkButton>
        </p>
      </div>
      {doors ? <DoorCards board={board} /> : <Board seed={board} answered={actionData ?? null} />}
    </Panel>
  )
}
