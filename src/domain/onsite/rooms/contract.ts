/** The API endpoints for the ranch's rooms and for who sleeps where at an event. For admins only (R38). */
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
  /** The room's beds. Their order is fixed, because assignments name a bed by its number in this list. */
  beds: z.array(z.enum(BED_KINDS)),
  accessible: z.boolean(),
  notes: z.string().nullable(),
  sort: z.int(),
  version: z.int(),
})
export type Room = z.output<typeof room>

/**
 * The place in a bed where a guest sleeps. `bed` is the number of the bed in its room, and `side` the side of the
 * bed, counted from 0. In a bunk bed, side 0 is the lower one.
 */
const place = z.object({ roomId: id(), bed: z.int().min(0).max(11), side: z.int().min(0).max(1) })

export const boardGuest = z.object({
  reservationId: z.int(),
  name: z.string(),
  /**
   * The guest's bed. Null if no bed is assigned. `byHand` means that an admin chose the bed, so no suggestion moves
   * the guest.
   */
  place: place.extend({ byHand: z.boolean() }).nullable(),
  /**
   * Reservation ids of this guest's companions: guests of the same party, or with the same postal or e-mail address.
   */
  together: z.array(z.int()),
  /** The lodging that the guest chose, and how many guests may share a room in it. */
  lodging: z.object({ name: z.string(), perRoom: z.int().nullable() }).nullable(),
  /**
   * What does not fit between the guest's lodging and room, as the end of a sentence that begins with the guest's name.
   * Null if all fits.
   */
  misfit: z.string().nullable(),
  /**
   * Words in the guest's details that may matter for the choice of a bed. A text search found them, so an admin must
   * decide what they mean.
   */
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
    /** True if guests see the name of their room on their own page. They see it from the day `shownFrom` on. */
    roomsShown: z.boolean(),
    /** The first day on which guests can see the name of their room. */
    shownFrom: day(),
  }),
  rooms: z.array(
    room.extend({
      /** The event's lodging that has this room, and how many of its guests share the room. Null if none has it. */
      lodging: z.object({ name: z.string(), guests: z.int() }).nullable(),
    }),
  ),
  guests: z.array(boardGuest),
  /** Number of guests whose personal data was deleted. They need a bed, but have no name to show. */
  nameless: z.int(),
  /**
   * Number of guests who are not in the list because it is full. None of them has a bed, because the ranch has fewer
   * beds than the list has guests.
   */
  unshown: z.int(),
  conflicts: z.array(
    z.object({
      kind: z.enum([
        'too_few',
        'place_gone',
        'taken_elsewhere',
        'family',
        'lodging',
        'per_room',
        'one_bed',
        'wish',
      ]),
      roomId: z.int().nullable(),
      reservationIds: z.array(z.int()),
      text: z.string(),
    }),
  ),
})
export type Board = z.output<typeof board>

const NO_EVENT = [404, 'Event Not Found'] as const
const NO_ROOM = [404, 'This room no longer exists. Please reload the page.'] as const
const NAME_TAKEN = 'Another room has this name. Please choose another name.'

export const listRooms = endpoint({
  name: 'rooms.list',
  route: 'GET auth/rooms',
  summary: 'Returns the ranch’s rooms with their beds, in the order that admins set',
  needs: 'guests.edit',
  reply: z.array(room),
})

export const createRoom = endpoint({
  name: 'rooms.create',
  route: 'POST auth/rooms',
  summary:
    'Adds a room at the end of the list of rooms and returns it. Fails if another room has the same name',
  needs: 'guests.edit',
  body: z.object({ room: roomInput }),
  status: 201,
  reply: z.object({ room }),
  failures: { name_taken: NAME_TAKEN },
})

export const updateRoom = endpoint({
  name: 'rooms.update',
  route: 'PUT auth/rooms',
  summary:
    'Replaces the name, floor, beds, accessibility and notes of a room. If beds are removed, `GET auth/event/rooms` reports the guests who were assigned to them. Fails with `lodging_booked` if lodging of an event that is not over has the room, and is booked for more guests than its rooms would then take. Also fails if the `version` is stale or another room has the name',
  needs: 'guests.edit',
  body: z.object({ id: id(), version: z.int().optional(), room: roomInput }),
  reply: z.object({ room }),
  failures: {
    not_found: NO_ROOM,
    name_taken: NAME_TAKEN,
    stale: 'Someone else has changed this room in the meantime.',
    lodging_booked: 'Guests have booked lodging in this room, and its beds would no longer be enough.',
  },
})

export const deleteRoom = endpoint({
  name: 'rooms.delete',
  route: 'DELETE auth/rooms',
  summary:
    'Deletes a room. Fails with `room_in_use` if guests of an event that is not over sleep in it, or if lodging of such an event has it',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  failures: {
    not_found: NO_ROOM,
    room_in_use: 'Guests of a coming event sleep in this room. Please move them first.',
  },
})

export const orderRooms = endpoint({
  name: 'rooms.order',
  route: 'PUT auth/rooms/order',
  summary:
    'Sorts the ranch’s rooms by the given list of ids and returns them. Rooms that are not in the list come last',
  needs: 'guests.edit',
  body: z.object({ ids: z.array(id()).max(500) }),
  reply: z.object({ rooms: z.array(room) }),
})

export const getBoard = endpoint({
  name: 'rooms.board',
  route: 'GET auth/event/rooms',
  summary:
    'Returns, for an event (`id` or `eventUrlName`), the ranch’s rooms with their beds, the bed of each confirmed guest, which lodging has which room, words from the guests’ details that may matter for a bed (such as a lower bunk), and the conflicts, such as an unmet wish or a room that is not of the lodging that the guest booked',
  needs: 'guests.edit',
  query: z.object({ id: id().optional(), eventUrlName: z.string().max(200).optional() }),
  reply: board,
  failures: { not_found: NO_EVENT },
})

export const showRooms = endpoint({
  name: 'rooms.show',
  route: 'PUT auth/event/rooms',
  summary:
    'Sets whether guests of an event can see the name of their room on their own page, from a week before the start',
  needs: 'guests.edit',
  body: z.object({ id: id(), roomsShown: z.boolean() }),
  reply: z.object({ board }),
  failures: { not_found: NO_EVENT },
})

export const assignRoom = endpoint({
  name: 'rooms.assign',
  route: 'PUT auth/assignRoom',
  summary:
    'Assigns a guest a place in a bed, moves them, or with `to: null` removes them from their room. Send in `from` the place where the admin saw the guest (null for none): if the guest is elsewhere now, the call fails with `stale`. Without `from`, this is not checked. Fails with `place_taken` if another guest has the place',
  needs: 'guests.edit',
  body: z.object({
    eventId: id(),
    reservationId: id(),
    from: place.nullable().optional(),
    to: place.nullable(),
  }),
  reply: z.object({ board }),
  failures: {
    not_found: [404, 'This guest is not coming to this event'],
    no_such_place: 'This bed was deleted. Nothing was changed.',
    place_taken: 'Another guest has this place now. Nothing was changed.',
    stale: 'Someone else has moved this guest in the meantime. Nothing was changed.',
  },
})

export const suggestRooms = endpoint({
  name: 'rooms.suggest',
  route: 'POST auth/suggestRooms',
  summary:
    'Suggests a bed for each guest who has none, saves the suggestions, and explains which wishes it could not fulfill. Guests get only rooms of the lodging that they booked, and guests whose lodging has no rooms get only rooms that no lodging has. With `again`, also replaces earlier suggestions. Never moves a guest whom an admin placed',
  needs: 'guests.edit',
  body: z.object({ eventId: id(), again: z.boolean().default(false) }),
  reply: z.object({ board, placed: z.int(), explanations: z.array(z.string()) }),
  failures: { not_found: NO_EVENT },
})
