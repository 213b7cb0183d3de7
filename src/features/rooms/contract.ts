/** The calls about the house's rooms and about who sleeps where at an event: admins alone (R38). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, optionalLine, optionalText, requiredLine } from '#shared/fields.ts'
import { BED_KINDS } from './rules.ts'

const beds = () => z.array(z.enum(BED_KINDS)).min(1, 'Please add a bed').max(12, 'A room has up to 12 beds')

export const roomInput = z.object({
  name: requiredLine(60),
  floor: optionalLine(60),
  beds: beds(),
  accessible: z.boolean().default(false),
  notes: optionalText(500),
})

export const room = z.object({
  id: z.int(),
  name: z.string(),
  floor: z.string().nullable(),
  /** In an order by which places name them. */
  beds: z.array(z.enum(BED_KINDS)),
  accessible: z.boolean(),
  notes: z.string().nullable(),
  sort: z.int(),
  version: z.int(),
})
export type Room = z.output<typeof room>

/** A place in a bed: which of the room's beds from 0, and which place in it (in a bunk 0 is below). */
const place = z.object({ roomId: id(), bed: z.int().min(0).max(11), side: z.int().min(0).max(1) })

export const boardGuest = z.object({
  reservationId: z.int(),
  name: z.string(),
  /** Null: none yet. `byHand`: no suggestion moves it. */
  place: place.extend({ byHand: z.boolean() }).nullable(),
  /** Reservations of those they belong together with: one address or one e-mail address was given, or they came in one party. */
  together: z.array(z.int()),
  /** The lodging that they chose, and how many sleep in a room at most by it. */
  lodging: z.object({ name: z.string(), perRoom: z.int().nullable() }).nullable(),
  /** Words of their details that may matter for where they sleep, found by search: a person reads them. */
  words: z.array(z.string()),
})
export type BoardGuest = z.output<typeof boardGuest>

export const board = z.object({
  event: z.object({
    id: z.int(),
    name: z.string(),
    urlName: z.string(),
    startDateDate: day(),
    endDateDate: day(),
    cancelled: z.boolean(),
    /** Guests see their room's name on their own page… */
    roomsShown: z.boolean(),
    /** …from this day on. */
    shownFrom: day(),
  }),
  rooms: z.array(room),
  guests: z.array(boardGuest),
  /** Guests who come, but had their details deleted: they need a bed, and have no name to place. */
  nameless: z.int(),
  /** Guests beyond those that a board shows, who have no place: the house cannot have beds for them. */
  unshown: z.int(),
  conflicts: z.array(
    z.object({
      kind: z.enum(['too_few', 'place_gone', 'taken_elsewhere', 'family', 'per_room', 'one_bed', 'wish']),
      roomId: z.int().nullable(),
      reservationIds: z.array(z.int()),
      text: z.string(),
    }),
  ),
})
export type Board = z.output<typeof board>

const NO_EVENT = [404, 'Event Not Found'] as const
const NO_ROOM = [404, 'This room is gone'] as const
const NAME_TAKEN = 'Another room has this name.'

export const listRooms = endpoint({
  name: 'rooms.list',
  route: 'GET auth/rooms',
  summary: 'The house’s rooms with their beds, in the order of the house',
  access: 'admin',
  reply: z.array(room),
})

export const createRoom = endpoint({
  name: 'rooms.create',
  route: 'POST auth/rooms',
  summary: 'Adds a room behind the others',
  access: 'admin',
  body: z.object({ room: roomInput }),
  status: 201,
  reply: z.object({ room }),
  failures: { name_taken: NAME_TAKEN },
})

export const updateRoom = endpoint({
  name: 'rooms.update',
  route: 'PUT auth/rooms',
  summary:
    'Changes what is said of a room; an outdated `version` is refused. Places in beds that go are told on the board',
  access: 'admin',
  body: z.object({ id: id(), version: z.int().optional(), room: roomInput }),
  reply: z.object({ room }),
  failures: {
    not_found: NO_ROOM,
    name_taken: NAME_TAKEN,
    stale: 'Somebody else has changed this room in the meantime.',
  },
})

export const deleteRoom = endpoint({
  name: 'rooms.delete',
  route: 'DELETE auth/rooms',
  summary: 'Deletes a room in which nobody sleeps at an event that is not over',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: {
    not_found: NO_ROOM,
    room_in_use: 'Guests of a coming event sleep in this room: move them first.',
  },
})

export const orderRooms = endpoint({
  name: 'rooms.order',
  route: 'PUT auth/rooms/order',
  summary: 'Puts the rooms in the order of these ids; those that are not named come behind them',
  access: 'admin',
  body: z.object({ ids: z.array(id()).max(500) }),
  reply: z.object({ rooms: z.array(room) }),
})

export const getBoard = endpoint({
  name: 'rooms.board',
  route: 'GET auth/event/rooms',
  summary:
    'Who sleeps where at an event: rooms, confirmed guests with what matters for their bed, and what is wrong with it',
  access: 'admin',
  query: z.object({ id: id().optional(), eventUrlName: z.string().max(200).optional() }),
  reply: board,
  failures: { not_found: NO_EVENT },
})

export const showRooms = endpoint({
  name: 'rooms.show',
  route: 'PUT auth/event/rooms',
  summary: 'Whether guests of an event see the name of their room on their own page, from a week before',
  access: 'admin',
  body: z.object({ id: id(), roomsShown: z.boolean() }),
  reply: z.object({ board }),
  failures: { not_found: NO_EVENT },
})

export const assignRoom = endpoint({
  name: 'rooms.assign',
  route: 'PUT auth/assignRoom',
  summary:
    'Gives a guest a place in a bed, moves them, or with `to: null` takes them out. `from` is where the caller saw them (null: nowhere): if they are elsewhere by now nothing changes. The same again changes nothing',
  access: 'admin',
  body: z.object({
    eventId: id(),
    reservationId: id(),
    from: place.nullable().optional(),
    to: place.nullable(),
  }),
  reply: z.object({ board }),
  failures: {
    not_found: [404, 'This guest is not coming to this event'],
    no_such_place: 'This bed is gone: nothing was changed.',
    place_taken: 'Somebody else has this place: nothing was changed.',
    stale: 'Somebody else has moved this guest in the meantime: nothing was changed.',
  },
})

export const suggestRooms = endpoint({
  name: 'rooms.suggest',
  route: 'POST auth/suggestRooms',
  summary:
    'Gives places to those who have none, and says what it could not meet. With `again`, places that were suggested before are planned anew; nobody whom a person placed is moved',
  access: 'admin',
  body: z.object({ eventId: id(), again: z.boolean().default(false) }),
  reply: z.object({ board, placed: z.int(), explanations: z.array(z.string()) }),
  failures: { not_found: NO_EVENT },
})
