/**
 * The page on which an admin assigns beds to an event's guests. The page works without scripts, and prints a
 * card for each door (R38.5).
 */
import { type ReactNode, useState } from 'react'
import type { Failed } from '#shared/client.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { Alert, FailureAlert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { PlainForm, SelectField } from '#app/ui/field.tsx'
import { Logo } from '#app/ui/icons.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import { type Board as BoardData, type BoardGuest, getBoard } from '#domain/onsite/rooms/contract.ts'
import { placesOf, placeWords, samePlace } from '#domain/onsite/rooms/rules.ts'
import {
  boardOrder,
  type BoardOrder,
  placeKey,
  sendOrder,
  type Suggested,
  suggestedIn,
} from './board-order.ts'
import { DragGuests } from './drag-guests.tsx'
import marks from '../marks.css?url'
import sheet from './rooms.css?url'
import { Text } from '#app/ui/text.tsx'

interface BoardProps {
  seed: BoardData
  /**
   * The result of a form that a browser without scripts has submitted. Null if the browser has submitted no
   * form.
   */
  answered: { refused: string | null; suggested: Suggested | null } | null
}

export function Board({ seed, answered }: BoardProps) {
  const work = useBoard(seed, answered?.suggested ?? null)
  const { failed } = work
  const refused = answered?.refused ? { code: 'invalid' as const, message: answered.refused } : null
  return (
    <div className="rooms-board" data-hydrate>
      <Stylesheet href={marks} />
      <Stylesheet href={sheet} />
      <FailureAlert failed={failed ?? refused} title="Nothing was changed" />
      <Tools {...work} />
      <BoardMessages {...work} />
      <DragGuests {...work} />
      <MoveForm {...work} />
    </div>
  )
}

type BoardState = ReturnType<typeof useBoard>

const POLL = { everyMs: 15_000 }

/**
 * Keeps the guests' bed assignments, and sends the admin's actions one at a time. Each reply contains all
 * assignments.
 */
function useBoard(seed: BoardData, first: Suggested | null) {
  const call = useCall()
  const input = { query: { id: seed.event.id } }
  const { data: board, refetch } = useApiQuery(getBoard, input, { seed, poll: POLL })
  const { setData } = useApiCache()
  const [suggested, setSuggested] = useState(first)
  const [failed, setFailed] = useState<Failed | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (order: BoardOrder): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailed(null)
    const answer = await sendOrder(call, board.event.id, order)
    setBusy(false)
    if (!answer.ok) {
      setFailed(answer)
      return refetch()
    }
    setData(getBoard, input, answer.data.board)
    const said = suggestedIn(answer.data)
    setSuggested(said)
    announce(describeDone(order, answer.data.board, said))
  }
  return { board, busy, failed, suggested, send }
}

function describeDone(order: BoardOrder, board: BoardData, suggested: Suggested | null): string {
  if (order.do === 'show')
    return order.roomsShown ? 'Guests will see their rooms.' : 'Guests do not see their rooms.'
  if (order.do === 'suggest') return `${plural(suggested?.placed ?? 0, 'guest')} placed.`
  const guest = board.guests.find(({ reservationId }) => reservationId === order.reservationId)
  const room = board.rooms.find(({ id }) => id === order.to?.roomId)
  if (!order.to || !room) return `${guest?.name ?? 'The guest'} has no room now.`
  const placed = `${guest?.name ?? 'The guest'} is in ${placeWords(room, order.to)}.`
  return guest?.misfit ? `${placed} ${guest.name} ${guest.misfit}.` : placed
}

/** Renders a form. A browser without scripts submits the form to the page's own address. */
function BoardForm({
  send,
  ...form
}: Pick<BoardState, 'send'> & { className?: string; children: ReactNode }) {
  return (
    <PlainForm
      {...form}
      onSend={(sent) => {
        const order = boardOrder(new FormData(sent))
        if (order) void send(order)
      }}
    />
  )
}

function Tools({ board: { event, guests }, busy, send }: BoardState) {
  const suggestedBefore = guests.some(({ place }) => place && !place.byHand)
  return (
    <div className="rooms-tools">
      <BoardForm send={send}>
        <input type="hidden" name="do" value="suggest" />
        <SubmitButton busy={busy}>Suggest rooms</SubmitButton>
      </BoardForm>
      {suggestedBefore && (
        <BoardForm send={send}>
          <input type="hidden" name="do" value="suggest" />
          <input type="hidden" name="again" value="on" />
          <Button type="submit" look="plain" busy={busy}>
            Replace the suggestions
          </Button>
        </BoardForm>
      )}
      <BoardForm send={send} className="rooms-switch">
        <input type="hidden" name="do" value="show" />
        <input type="hidden" name="shown" value={event.roomsShown ? '' : 'on'} />
        <button type="submit" role="switch" aria-checked={event.roomsShown} aria-describedby="rooms-shown">
          Show guests their rooms
        </button>
        <p className="note" id="rooms-shown">
          <Text>
            {event.roomsShown
              ? 'Each guest sees the name of their room'
              : 'If this is on, each guest sees the name of their room'}{' '}
            on their own page from {formatDay(event.shownFrom)}.
          </Text>
        </p>
      </BoardForm>
    </div>
  )
}

/** Renders conflicts between bed assignments, and why the last suggestion left some guests without a bed. */
function BoardMessages({ board: { conflicts, nameless, guests, unshown }, suggested }: BoardState) {
  return (
    <>
      {suggested && (
        <Alert tone="good" title={`${plural(suggested.placed, 'guest')} placed`}>
          <Lines of={suggested.explanations} />
        </Alert>
      )}
      {conflicts.length > 0 && (
        <Alert tone="warn" title={plural(conflicts.length, 'thing to look at', 'things to look at')}>
          <Lines of={conflicts.map(({ text }) => text)} />
        </Alert>
      )}
      {nameless > 0 && (
        <p className="note">
          <Text>
            {nameless === 1 ? 'One guest has' : `${nameless} guests have`} had their details deleted: keep a
            bed free.
          </Text>
        </p>
      )}
      {unshown > 0 && (
        <p className="note">
          <Text>
            Only {guests.length + nameless} of {guests.length + nameless + unshown} guests are shown. Nobody
            else has a room.
          </Text>
        </p>
      )}
    </>
  )
}

/**
 * Renders two select fields that assign a guest's bed, for people who prefer lists and for browsers without
 * scripts.
 */
function MoveForm({ board: { guests, rooms }, busy, send }: BoardState) {
  if (guests.length === 0 || rooms.length === 0) return null
  const roomOf = ({ place }: BoardGuest) => rooms.find(({ id }) => id === place?.roomId)
  const free = rooms.flatMap((room) =>
    placesOf(room)
      .filter((place) => !guests.some((guest) => samePlace(guest.place, place)))
      .map((place) => [placeKey(place), placeWords(room, place)]),
  )
  const options = guests.map((guest) => {
    const room = roomOf(guest)
    const where = room && guest.place ? ` (${placeWords(room, guest.place)})` : ''
    return [`${guest.reservationId}|${placeKey(guest.place)}`, `${guest.name}${where}`]
  })
  return (
    <BoardForm send={send} className="rooms-move">
      <h2>Or move a guest with this form</h2>
      <input type="hidden" name="do" value="move" />
      <SelectField
        id="move-guest"
        name="guest"
        label="Guest"
        // The option's value contains the guest's present bed. If another admin moves the guest, the selected
        // value no longer exists, so the field becomes empty.
        options={{ '': 'Choose a guest', ...Object.fromEntries(options) }}
        required
      />
      <SelectField
        id="move-to"
        name="to"
        label="New place"
        options={{ ...Object.fromEntries(free), '': 'No room' }}
        required
      />
      <SubmitButton busy={busy}>Move the guest</SubmitButton>
    </BoardForm>
  )
}

export function DoorCards({ board: { event, rooms, guests } }: { board: BoardData }) {
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
          <h2 translate="no">{room.name}</h2>
          <ul className="plain-list">
            {here.map(({ reservationId, name }) => (
              <li key={reservationId} translate="no">
                {name}
              </li>
            ))}
          </ul>
          <p>
            <Text>
              {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
            </Text>
          </p>
        </section>
      ))}
    </div>
  )
}
