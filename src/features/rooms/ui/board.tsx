/** Who sleeps where at an event: guests are carried to beds by pointer or keyboard, or sent there by a plain form (R38.5). */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Failed } from '#shared/client.ts'
import { formatDay } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { Alert, FailureAlert } from '#ui/alert.tsx'
import { useCall } from '#ui/api.tsx'
import { Button, SubmitButton } from '#ui/button.tsx'
import { PlainForm, SelectField } from '#ui/field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { announce } from '#ui/toast.tsx'
import { useApiCache, useApiQuery } from '#ui/use-api-query.ts'
import { type Board as BoardData, type BoardGuest, getBoard, type Room } from '../contract.ts'
import { bedWords, hasPlace, type Place, placesOf, placeWords, samePlace } from '../rules.ts'
import {
  boardOrder,
  type BoardOrder,
  placeKey,
  placeOfKey,
  sendOrder,
  type Suggested,
  suggestedIn,
} from './board-order.ts'
import { useDrag } from './use-drag.ts'
import marks from '#features/roster/ui/guest.css?url'
import sheet from './rooms.css?url'

interface BoardProps {
  seed: BoardData
  /** What a form without scripts was answered. */
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
      <Told {...work} />
      <Carrying {...work} />
      <MoveForm {...work} />
    </div>
  )
}

type Work = ReturnType<typeof useBoard>

/** What another admin does is seen as soon as this. */
const POLL = { everyMs: 15_000 }

/** The board with what is done to it, one thing at a time; each answer is the whole board. */
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
    announce(doneWords(order, answer.data.board, said))
  }
  return { board, busy, failed, suggested, send }
}

function doneWords(order: BoardOrder, board: BoardData, suggested: Suggested | null): string {
  if (order.do === 'show')
    return order.roomsShown ? 'Guests will see their rooms.' : 'Guests do not see their rooms.'
  if (order.do === 'suggest') return `${plural(suggested?.placed ?? 0, 'guest')} placed.`
  const guest = board.guests.find(({ reservationId }) => reservationId === order.reservationId)
  const room = board.rooms.find(({ id }) => id === order.to?.roomId)
  if (!order.to || !room) return `${guest?.name ?? 'The guest'} has no room now.`
  return `${guest?.name ?? 'The guest'} is in ${placeWords(room, order.to)}.`
}

/** A form that a browser without scripts sends to the page itself. */
function BoardForm({ send, ...form }: Pick<Work, 'send'> & { className?: string; children: ReactNode }) {
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

function Tools({ board: { event, guests }, busy, send }: Work) {
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
            Suggest again from scratch
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
          {event.roomsShown ? 'Each sees the name of their room' : 'If on, each sees the name of their room'}{' '}
          on their own page from {formatDay(event.shownFrom)}.
        </p>
      </BoardForm>
    </div>
  )
}

/** What is wrong, and what the last suggestion could not do. */
function Told({ board: { conflicts, nameless, guests, unshown }, suggested }: Work) {
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
          {nameless === 1 ? 'One guest has' : `${nameless} guests have`} had their details deleted: keep a bed
          free.
        </p>
      )}
      {unshown > 0 && (
        <p className="note">
          Only {guests.length + nameless} of {guests.length + nameless + unshown} guests are shown: nobody
          else has a room.
        </p>
      )}
    </>
  )
}

function Lines({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <ul>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** The guests without a bed and the rooms, while one guest may be carried. */
function Carrying({ board, send }: Work) {
  const frame = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  /** Who gets the focus back once they are where they were put. */
  const [landed, setLanded] = useState<{ id: number } | null>(null)
  const guestOf = (id: number | null) => board.guests.find(({ reservationId }) => reservationId === id)
  const guest = guestOf(held)

  const put = async (id: number, to: Place | null) => {
    setHeld(null)
    const from = guestOf(id)?.place ?? null
    if (!samePlace(from, to))
      await send({ do: 'move', reservationId: id, from: from && placeOfKey(placeKey(from)), to })
    setLanded({ id })
  }
  const drag = useDrag({
    onLift: setHeld,
    onDrop: (id, place) => {
      if (place === null) setHeld(null)
      else void put(id, placeOfKey(place))
    },
  })
  useEffect(() => {
    if (landed) frame.current?.querySelector<HTMLElement>(`[data-guest="${landed.id}"] button`)?.focus()
  }, [landed])

  const toggle = ({ reservationId, name }: BoardGuest) => {
    const lifts = held !== reservationId
    setHeld(lifts ? reservationId : null)
    announce(
      lifts
        ? `${name} picked up. Arrow keys lead to the free places, Enter puts them there, Escape leaves them where they are.`
        : `${name} stays.`,
    )
  }
  const steer = useEffectEvent((event: KeyboardEvent) => {
    if (!guest || !frame.current?.contains(event.target as Node)) return
    if (event.key === 'Escape') {
      announce(`${guest.name} stays.`)
      setHeld(null)
      return setLanded({ id: guest.reservationId })
    }
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    const places = [...frame.current.querySelectorAll<HTMLElement>('button[data-place]')]
    const now = places.indexOf(document.activeElement as HTMLElement)
    const next = now === -1 && by < 0 ? places.length - 1 : now + by
    places[(next + places.length) % places.length]?.focus()
  })
  useEffect(() => {
    if (held === null) return
    const press = (event: KeyboardEvent) => steer(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [held])
  const carry = {
    held: guest ?? null,
    toggle,
    put: (to: Place | null) => guest && void put(guest.reservationId, to),
    handlers: drag.handlers,
  }
  const open = board.guests.filter(({ place }) => place === null)
  return (
    <div className="rooms-carry" ref={frame}>
      <section className="rooms-open" aria-labelledby="rooms-open" data-place="">
        <h2 id="rooms-open">Without a room</h2>
        {open.length === 0 && (
          <p className="note">{board.guests.length === 0 ? 'Nobody has a spot yet.' : 'Nobody.'}</p>
        )}
        {open.map((each) => (
          <GuestCard key={each.reservationId} guest={each} board={board} carry={carry} />
        ))}
        {guest?.place && (
          <button type="button" className="room-free" data-place="" onClick={() => carry.put(null)}>
            Take {guest.name} out
          </button>
        )}
      </section>
      <div className="rooms-grid">
        {board.rooms.map((room) => (
          <RoomCard key={room.id} room={room} board={board} carry={carry} />
        ))}
        {board.rooms.length === 0 && <p>The house has no rooms yet.</p>}
      </div>
      {drag.at && guest && (
        <div className="guest-ghost" style={{ left: drag.at.x, top: drag.at.y }} aria-hidden="true">
          {guest.name}
        </div>
      )}
    </div>
  )
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

interface Carry {
  held: BoardGuest | null
  toggle: (guest: BoardGuest) => void
  put: (to: Place | null) => void
  handlers: ReturnType<typeof useDrag>['handlers']
}

function GuestCard({ guest, board, carry }: { guest: BoardGuest; board: BoardData; carry: Carry }) {
  const { reservationId: id, name, together, lodging, words, place } = guest
  const companions = board.guests.filter((other) => together.includes(other.reservationId))
  return (
    <div
      className={`guest-card ${carry.held === guest ? 'guest-held' : ''}`}
      data-guest={id}
      {...carry.handlers(id)}
    >
      <button
        type="button"
        className="guest-lift"
        aria-pressed={carry.held === guest}
        onClick={() => carry.toggle(guest)}
      >
        {name}
        {place && !place.byHand && <span className="mark mark-soft">Suggested</span>}
      </button>
      <span className="guest-grip" data-grip="" aria-hidden="true" />
      {companions.length > 0 && <p>With {companions.map((other) => other.name).join(', ')}</p>}
      {lodging && <p>{lodging.name}</p>}
      {words.length > 0 && <p className="guest-words">“{words.join('”, “')}”</p>}
    </div>
  )
}

function RoomCard({ room, board, carry }: { room: Room; board: BoardData; carry: Carry }) {
  const here = board.guests.filter(({ place }) => place?.roomId === room.id)
  const lost = here.filter(({ place }) => place && !hasPlace(room, place))
  const troubled = board.conflicts.some(({ roomId }) => roomId === room.id)
  return (
    <section className={`room-card ${troubled ? 'room-troubled' : ''}`} aria-label={room.name}>
      <h3>
        {room.name}
        {room.accessible && <span className="mark mark-good">Accessible</span>}
      </h3>
      {(room.floor ?? room.notes) && (
        <p className="note">{[room.floor, room.notes].filter(Boolean).join(' · ')}</p>
      )}
      <ul>
        {placesOf(room).map((place) => {
          const guest = here.find((one) => samePlace(one.place, place))
          return (
            <li key={placeKey(place)} data-place={placeKey(place)}>
              {labelled(room, place) && <span className="room-bed">{bedWords(room, place)}</span>}
              {guest ? (
                <GuestCard guest={guest} board={board} carry={carry} />
              ) : (
                <FreePlace room={room} place={place} carry={carry} />
              )}
            </li>
          )
        })}
        {lost.map((guest) => (
          <li key={guest.reservationId}>
            <span className="room-bed room-gone">This bed is gone</span>
            <GuestCard guest={guest} board={board} carry={carry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Two places side by side are one bed, and have one label. */
const labelled = ({ beds }: Room, { bed, side }: Place) => side === 0 || beds[bed] === 'bunk'

function FreePlace({ room, place, carry: { held, put } }: { room: Room; place: Place; carry: Carry }) {
  if (!held) return <span className="room-free">Free</span>
  return (
    <button
      type="button"
      className="room-free"
      data-place={placeKey(place)}
      aria-label={`Put ${held.name} here: ${placeWords(room, place)}`}
      onClick={() => put(place)}
    >
      Put {held.name} here
    </button>
  )
}

/** The same by two plain lists: for whoever likes them, and without scripts. */
function MoveForm({ board: { guests, rooms }, busy, send }: Work) {
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
      <h2>Or choose from lists</h2>
      <input type="hidden" name="do" value="move" />
      <SelectField
        id="move-guest"
        name="guest"
        label="Guest"
        // Whoever was chosen and is moved by another admin meanwhile is chosen no more.
        options={{ '': 'Choose a guest', ...Object.fromEntries(options) }}
        required
      />
      <SelectField
        id="move-to"
        name="to"
        label="Goes to"
        options={{ ...Object.fromEntries(free), '': 'No room' }}
        required
      />
      <SubmitButton busy={busy}>Move</SubmitButton>
    </BoardForm>
  )
}
