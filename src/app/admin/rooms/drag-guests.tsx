/** Assigns beds by dragging guests with a pointer or moving them by keyboard (R38.5). */
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { capitalized, plural } from '#shared/text.ts'
import { Section } from '#app/ui/panel.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { announce } from '#app/ui/toast.tsx'
import type { Board as BoardData, BoardGuest, Room } from '#domain/onsite/rooms/contract.ts'
import {
  bedWords,
  hasPlace,
  type Place,
  placesOf,
  placeWords,
  samePlace,
} from '#domain/onsite/rooms/rules.ts'
import { type BoardOrder, placeKey, placeOfKey } from './board-order.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface DragGuestsProps {
  board: BoardData
  send: (order: BoardOrder) => Promise<void>
}

/** Renders the guests without a bed, and all rooms. An admin can pick up one guest at a time. */
export function DragGuests({ board, send }: DragGuestsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  /** The guest whose card gets the focus when the card appears at the guest's new bed. */
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
    // The browser focuses the body when the moved card disappears. If the admin has focused another element,
    // the focus stays there.
    if (landed && document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>(`[data-guest="${landed.id}"] button`)?.focus()
  }, [landed])

  const toggle = ({ reservationId, name }: BoardGuest) => {
    const lifts = held !== reservationId
    setHeld(lifts ? reservationId : null)
    announce(
      lifts
        ? `${name} picked up. Use the arrow keys to choose a free place, Enter to put them there, or Escape to cancel.`
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
    const by = ARROW_STEPS[event.key]
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
      <Section className="rooms-open" id="rooms-open" title="Without a room" data-place="">
        {open.length === 0 && (
          <p className="note">{board.guests.length === 0 ? 'Nobody has a spot yet.' : 'Nobody.'}</p>
        )}
        {open.map((each) => (
          <GuestCard key={each.reservationId} guest={each} board={board} carry={carry} />
        ))}
        {guest?.place && (
          <button type="button" className="room-free" data-place="" onClick={() => carry.put(null)}>
            Take <Verbatim>{guest.name}</Verbatim> out
          </button>
        )}
      </Section>
      <div className="rooms-grid">
        {board.rooms.map((room) => (
          <RoomCard key={room.id} room={room} board={board} carry={carry} />
        ))}
        {board.rooms.length === 0 && <p>The ranch has no rooms yet.</p>}
      </div>
      {drag.at && guest && (
        <div
          className="guest-ghost"
          translate="no"
          style={{ left: drag.at.x, top: drag.at.y }}
          aria-hidden="true"
        >
          {guest.name}
        </div>
      )}
    </div>
  )
}

const ARROW_STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

interface HeldGuest {
  held: BoardGuest | null
  toggle: (guest: BoardGuest) => void
  put: (to: Place | null) => void
  handlers: ReturnType<typeof useDrag>['handlers']
}

function GuestCard({ guest, board, carry }: { guest: BoardGuest; board: BoardData; carry: HeldGuest }) {
  const { reservationId: id, name, together, lodging, misfit, words, place } = guest
  const started = useHydrated()
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
        disabled={!started}
        aria-pressed={carry.held === guest}
        onClick={() => carry.toggle(guest)}
      >
        <Verbatim>{name}</Verbatim>
        {place && !place.byHand && <span className="mark mark-soft">Suggested</span>}
      </button>
      <span className="guest-grip" data-grip="" aria-hidden="true" />
      {companions.length > 0 && (
        <p>
          <Text>With </Text>
          <Verbatim>{companions.map((other) => other.name).join(', ')}</Verbatim>
        </p>
      )}
      {lodging && <p>{lodging.name}</p>}
      {misfit && (
        <p className="guest-words">
          <Text>{capitalized(misfit)}</Text>
        </p>
      )}
      {words.length > 0 && (
        <p className="guest-words">
          <Text>“{words.join('”, “')}”</Text>
        </p>
      )}
    </div>
  )
}

function RoomCard({
  room,
  board,
  carry,
}: {
  room: BoardData['rooms'][number]
  board: BoardData
  carry: HeldGuest
}) {
  const here = board.guests.filter(({ place }) => place?.roomId === room.id)
  const lost = here.filter(({ place }) => place && !hasPlace(room, place))
  const troubled = board.conflicts.some(({ roomId }) => roomId === room.id)
  return (
    <section className={`room-card ${troubled ? 'room-troubled' : ''}`} aria-label={room.name}>
      <h3>
        <Verbatim>{room.name}</Verbatim>
        {room.accessible && <span className="mark mark-good">Accessible</span>}
      </h3>
      {(room.floor ?? room.notes) && (
        <p className="note">{[room.floor, room.notes].filter(Boolean).join(' · ')}</p>
      )}
      {room.lodging && (
        <p className="note">
          <Text>
            {room.lodging.name} · {plural(room.lodging.guests, 'guest')}
          </Text>
        </p>
      )}
      <ul className="plain-list">
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
            <span className="room-bed room-gone">This bed was deleted</span>
            <GuestCard guest={guest} board={board} carry={carry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const labelled = ({ beds }: Room, { bed, side }: Place) => side === 0 || beds[bed] === 'bunk'

function FreePlace({ room, place, carry: { held, put } }: { room: Room; place: Place; carry: HeldGuest }) {
  if (!held) return <span className="room-free">Free</span>
  return (
    <button
      type="button"
      className="room-free"
      data-place={placeKey(place)}
      aria-label={`Put ${held.name} here: ${placeWords(room, place)}`}
      onClick={() => put(place)}
    >
      Put <Verbatim>{held.name}</Verbatim> here
    </button>
  )
}

/** Pixels that the pointer may move before a press becomes a drag. */
const DRAG_THRESHOLD = 6
/**
 * Height in pixels of the zones at the window's upper and lower edge in which a drag scrolls the page by
 * `SCROLL_STEP`.
 */
const SCROLL_ZONE = 90
const SCROLL_STEP = 24

interface DragOptions {
  onLift: (id: number) => void
  /**
   * Called when the admin drops a guest: with the `data-place` under the pointer, or with null if the guest
   * is not over a bed.
   */
  onDrop: (id: number, place: string | null) => void
}

interface Pressed {
  id: number
  x: number
  y: number
}

/**
 * Drags a guest to a bed. A mouse can start the drag anywhere on the guest's card. A finger must start on the
 * card's grip, so that a touch elsewhere still scrolls the page.
 */
function useDrag({ onLift, onDrop }: DragOptions) {
  const pressed = useRef<Pressed | null>(null)
  const [at, setAt] = useState<{ id: number; x: number; y: number } | null>(null)
  const dragging = at?.id ?? null

  useEffect(() => {
    if (dragging === null) return
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      pressed.current = null
      setAt(null)
      onDrop(dragging, null)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [dragging, onDrop])

  const end = (event: PointerEvent<HTMLElement>, canceled: boolean) => {
    const was = pressed.current
    pressed.current = null
    if (!was || at === null) return
    setAt(null)
    const under = canceled ? null : document.elementFromPoint(event.clientX, event.clientY)
    const place = under?.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? null
    // Stops the click event that follows a drag. This click would press the button under the pointer.
    window.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
    onDrop(was.id, place)
  }

  return {
    /** The position of the pointer during a drag. Null if the admin is dragging no guest. */
    at,
    /** Returns the event handlers for the card of the guest with this reservation id. */
    handlers: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = event.target instanceof Element && event.target.closest('[data-grip]')
        if (event.button !== 0 || (event.pointerType !== 'mouse' && !grip)) return
        pressed.current = { id, x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = pressed.current
        if (from?.id !== id) return
        if (event.buttons === 0) {
          // Forgets the press, because the admin released the mouse button outside the card before a drag
          // began.
          pressed.current = null
          return
        }
        const { clientX: x, clientY: y } = event
        if (at === null) {
          if (Math.hypot(x - from.x, y - from.y) < DRAG_THRESHOLD) return
          event.currentTarget.setPointerCapture(event.pointerId)
          onLift(id)
        }
        setAt({ id, x, y })
        const edge = y < SCROLL_ZONE ? -1 : y > window.innerHeight - SCROLL_ZONE ? 1 : 0
        if (edge !== 0) window.scrollBy(0, edge * SCROLL_STEP)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
    }),
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
