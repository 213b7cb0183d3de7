/**
 * Handles the requests about rooms and who sleeps where. Decrypts only the guest data that the rules and the reply
 * need.
 */
import {
  findEvent,
  findEventByUrlName,
  lockEvent,
  readSpotsOf,
  setEventSwitches,
  type EventRow,
} from '#domain/events/store/events.ts'
import { guestsSharing, stockOf } from '#domain/events/domain/lodging.ts'
import type { OptionWithTexts } from '#domain/events/domain/options.ts'
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import { openColumns, openName } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { changedFields, orderByIds } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { plural, times } from '#shared/text.ts'
import * as contract from './contract.ts'
import {
  hasPlace,
  placeWords,
  samePlace,
  addressKey,
  groupCompanions,
  type BoardFacts,
  conflictsOf,
  findFamilyRooms,
  type GuestFacts,
  lodgingProblem,
  type RoomFacts,
  shownFrom,
  findWishes,
} from './rules.ts'
import * as store from './store.ts'
import { suggestPlaces } from './suggest.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

export const roomHandlers = (deps: Deps): Bound[] => [...roomListHandlers(deps), ...boardHandlers(deps)]

function roomListHandlers(deps: Deps): Bound[] {
  const { db, now } = deps
  return [
    bind(contract.listRooms, () => store.listRooms(db)),

    bind(contract.createRoom, async ({ body: { room } }, { caller }) => {
      const made = await changeRooms(deps, caller, async (tx, rooms) => {
        if (rooms.some(({ name }) => name === room.name)) return 'name_taken'
        const made = await store.insertRoom(tx, room, now())
        return { room: made, entry: entryOf(made, 'created') }
      })
      return typeof made === 'string' ? fail(made) : { room: made.room }
    }),

    bind(contract.updateRoom, async ({ body: { id, version, room: wanted } }, { caller }) => {
      const done = await changeRoom(deps, { id, caller }, async (tx, { rooms, lodgings }) => {
        const current = rooms.find((one) => one.id === id)
        if (!current) return 'not_found'
        const fields = changedFields<store.RoomValues>(current, sameBeds(current, wanted))
        if (fields.length === 0) return { room: current }
        if (version !== undefined && version !== current.version) return 'stale'
        if (rooms.some((one) => one.id !== id && one.name === wanted.name)) return 'name_taken'
        const tooFew = bookedBeyond(lodgings, withBeds(rooms, { id, beds: wanted.beds }))
        if (tooFew !== null) return { refused: 'lodging_booked' as const, message: tooFew }
        const written = await store.writeRoom(tx, id, wanted)
        return { room: written, entry: { ...entryOf(written, 'updated'), fields } }
      })
      if (typeof done === 'string') return fail(done)
      return done.refused ? fail(done.refused, { message: done.message }) : { room: done.room }
    }),

    bind(contract.deleteRoom, async ({ query: { id } }, { caller }) => {
      const done = await changeRoom(deps, { id, caller }, async (tx, { rooms, lodgings: [lodging] }) => {
        const room = rooms.find((one) => one.id === id)
        if (!room) return 'not_found'
        if (lodging) return { refused: 'room_in_use' as const, message: hasRoom(lodging) }
        // An admin who assigns a bed in this room holds a lock on the room. The deletion waits for that admin here.
        await store.lockRoom(tx, id, 'update')
        if (await store.isRoomInUse(tx, id, ranchDay(now()))) return 'room_in_use'
        await store.removeRoom(tx, id)
        return { room, entry: entryOf(room, 'deleted') }
      })
      if (typeof done === 'string') return fail(done)
      return done.refused ? fail(done.refused, { message: done.message }) : {}
    }),

    bind(contract.orderRooms, async ({ body: { ids } }, { caller }) => {
      await changeRooms(deps, caller, async (tx, rooms) => {
        const [room] = rooms
        if (!room) return 'none'
        await store.orderRooms(tx, orderByIds(rooms, ids))
        return { room, entry: { entity: 'room', entityId: room.id, action: 'rooms.ordered' } }
      })
      return { rooms: await store.listRooms(db) }
    }),
  ]
}

type Entry = Pick<AuditEntry, 'entity' | 'entityId' | 'action' | 'fields' | 'details'>

type Done = string | { refused: string; message: string } | { room: store.RoomRow; entry?: Entry }

/**
 * Changes the ranch's rooms and writes an audit entry. Holds a lock, so that changes by several admins run
 * sequentially.
 */
const changeRooms = async <Result extends Done>(
  deps: Deps,
  caller: Caller,
  change: (tx: Transaction, rooms: store.RoomRow[]) => Promise<Result>,
): Promise<Result> =>
  deps.db.transaction(async (tx) => {
    const done = await change(tx, await store.lockRooms(tx))
    await auditDone(tx, deps, { done, caller })
    return done
  })

async function auditDone(
  tx: Transaction,
  { sealer, now }: Deps,
  { done, caller }: { done: Done; caller: Caller },
): Promise<void> {
  if (typeof done === 'object' && 'room' in done && done.entry)
    await recordAudit(tx, sealer, [{ ...done.entry, ...actorOf(caller), at: now() }])
}

/** Lodging of an event that is not over. */
interface NamedLodging {
  eventName: string
  option: OptionWithTexts
}

/**
 * Changes one room, with the lodgings that have it. Locks their events first, so that nobody books these lodgings in
 * the meantime.
 */
async function changeRoom<Result extends Done>(
  deps: Deps,
  { id, caller }: { id: number; caller: Caller },
  change: (tx: Transaction, found: { rooms: store.RoomRow[]; lodgings: NamedLodging[] }) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await deps.db.transaction(async (tx) => {
      const findEvents = () => store.listEventsNaming(tx, id, ranchDay(deps.now()))
      const locked = await findEvents()
      for (const event of locked) await lockEvent(tx, event.id)
      const rooms = await store.lockRooms(tx)
      const naming = await findEvents()
      // Another event has got the room before this transaction had the lock on the rooms. To lock that event now could
      // cause a deadlock, because everybody else locks events before rooms.
      if (naming.some((event) => !locked.some((one) => one.id === event.id))) return 'again'
      const spots = await readSpotsOf(
        tx,
        naming.map((event) => event.id),
      )
      const lodgings = naming.flatMap((event) => {
        const option = spots.get(event.id)?.options.find((one) => one.rooms.includes(id))
        return option ? [{ eventName: event.name, option }] : []
      })
      const result = await change(tx, { rooms, lodgings })
      await auditDone(tx, deps, { done: result, caller })
      return { result }
    })
    if (done !== 'again') return done.result
  }
}

const withBeds = (rooms: store.RoomRow[], { id, beds }: Pick<store.RoomRow, 'id' | 'beds'>) =>
  rooms.map((room) => (room.id === id ? { ...room, beds } : room))

/**
 * Returns why the rooms cannot have these beds: lodging is booked for more guests than its rooms would take. Null if no
 * lodging is, or if a lodging was overbooked before and loses no bed.
 */
function bookedBeyond(lodgings: readonly NamedLodging[], rooms: readonly store.RoomRow[]): string | null {
  for (const { eventName, option } of lodgings) {
    const { name, booked, stock: before } = option
    const stock = stockOf(
      option,
      rooms.filter(({ id }) => option.rooms.includes(id)),
    )
    if (stock !== null && stock < Math.min(booked, before ?? booked))
      return `“${name}” of “${eventName}” is booked ${times(booked)}, but its rooms would take only ${plural(stock, 'guest')}. Please give it another room in the event’s form first.`
  }
  return null
}

const hasRoom = ({ eventName, option }: NamedLodging) =>
  `“${option.name}” of “${eventName}” has this room. Please take the room out of it in the event’s form first.`

/**
 * Returns the new values of a room. If its beds do not change, keeps the stored array, so that a comparison finds no
 * change.
 */
const sameBeds = (current: store.RoomRow, wanted: store.RoomValues): store.RoomValues =>
  current.beds.join() === wanted.beds.join() ? { ...wanted, beds: current.beds } : wanted

const entryOf = ({ id, name }: store.RoomRow, what: 'created' | 'updated' | 'deleted'): Entry => ({
  entity: 'room',
  entityId: id,
  action: `room.${what}`,
  details: { label: name },
})

function boardHandlers(deps: Deps): Bound[] {
  const { db } = deps
  return [
    bind(contract.getBoard, async ({ query: { id, eventUrlName } }) => {
      const event =
        id === undefined ? await findEventByUrlName(db, eventUrlName ?? '') : await findEvent(db, id)
      return event ? readBoard(deps, event) : fail('not_found')
    }),

    bind(contract.showRooms, async ({ body: { id, roomsShown } }, { caller }) => {
      if (!(await showRooms(deps, { id, roomsShown, caller }))) return fail('not_found')
      return boardAfter(deps, id)
    }),

    bind(contract.assignRoom, async ({ body }, { caller }) => {
      const done = await assignPlace(deps, body, caller)
      if (typeof done === 'string' && done !== 'done') return fail(done)
      return typeof done === 'string'
        ? boardAfter(deps, body.eventId)
        : fail('place_taken', { message: done.message })
    }),

    bind(contract.suggestRooms, async ({ body }, { caller }) => {
      const suggested = await placeSuggested(deps, { ...body, caller })
      return suggested ? { ...(await boardAfter(deps, body.eventId)), ...suggested } : fail('not_found')
    }),
  ]
}

async function boardAfter(deps: Deps, eventId: number) {
  const event = await findEvent(deps.db, eventId)
  if (!event) throw new Error('The event is gone')
  return { board: await readBoard(deps, event) }
}

/**
 * Sets whether guests can see the name of their room. Returns false if the event does not exist. Writes no audit
 * entry if nothing changes.
 */
const showRooms = async (
  { db, sealer, now }: Deps,
  { id, roomsShown, caller }: { id: number; roomsShown: boolean; caller: Caller },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const event = (await lockEvent(tx, id)) && (await findEvent(tx, id))
    if (!event || event.roomsShown === roomsShown) return event !== undefined
    await setEventSwitches(tx, id, { roomsShown })
    const what = { entity: 'event', entityId: id, eventId: id }
    const action = roomsShown ? 'rooms.shown' : 'rooms.hidden'
    await recordAudit(tx, sealer, [{ ...actorOf(caller), ...what, action, at: now() }])
    return true
  })

/**
 * Assigns a place in a bed to a guest under the event's lock, or frees it. If two admins want to assign the same
 * place, one succeeds, and the other's reply says who has the place.
 */
async function assignPlace(
  { db, sealer, now }: Deps,
  { eventId, reservationId, from, to }: ParsedOf<typeof contract.assignRoom>['body'],
  caller: Caller,
): Promise<'done' | FailureCodeOf<typeof contract.assignRoom> | { message: string }> {
  const at = now()
  return db.transaction(async (tx) => {
    const guest = { id: reservationId, eventId }
    if (!(await lockEvent(tx, eventId)) || !(await store.lockGuestToPlace(tx, guest))) return 'not_found'
    const current = (await store.findPlace(tx, reservationId)) ?? null
    // The guest already has this place, for example because the client repeats a request after a lost reply.
    if (samePlace(current, to) && (to === null || current?.byHand)) return 'done'
    if (from !== undefined && !samePlace(current, from)) return 'stale'
    if (to === null) {
      const room = current && (await store.lockRoom(tx, current.roomId, 'share'))
      await store.deletePlaces(tx, [reservationId])
      const details = room && { label: placeWords(room, current) }
      await recordAudit(tx, sealer, [placeEntry(guest, 'room.freed', { caller, at, details })])
      return 'done'
    }
    const room = await store.lockRoom(tx, to.roomId, 'share')
    if (!room || !hasPlace(room, to)) return 'no_such_place'
    const other = await store.findGuestAt(tx, eventId, to)
    if (other && other.id !== reservationId) {
      const name = openName(sealer, 'reservations', other) ?? 'Another guest'
      return { message: `${name} has this place now. Nothing was changed.` }
    }
    await store.writePlace(tx, { reservationId, eventId, place: to, byHand: true, madeAt: at })
    const details = { label: placeWords(room, to) }
    await recordAudit(tx, sealer, [placeEntry(guest, 'room.assigned', { caller, at, details })])
    return 'done'
  })
}

const placeEntry = (
  { id, eventId }: { id: number; eventId: number },
  action: 'room.assigned' | 'room.freed',
  { caller, at, details }: { caller: Caller; at: Date; details: AuditEntry['details'] | null },
): AuditEntry => ({
  ...actorOf(caller),
  entity: 'reservation',
  entityId: id,
  eventId,
  action,
  at,
  ...(details && { details }),
})

async function placeSuggested(
  deps: Deps,
  { eventId, again, caller }: { eventId: number; again: boolean; caller: Caller },
): Promise<{ placed: number; explanations: string[] } | undefined> {
  const { db, sealer, now } = deps
  const at = now()
  return db.transaction(async (tx) => {
    const event = (await lockEvent(tx, eventId)) && (await findEvent(tx, eventId))
    if (!event) return undefined
    // Locks the rooms, so that nobody deletes a room or bed while this transaction assigns guests.
    await store.lockRooms(tx)
    const facts = await readFacts({ ...deps, db: tx }, event)
    const { placed, explanations } = suggestPlaces(facts, { again })
    const suggestedBefore = facts.guests.filter(({ place }) => again && place && !place.byHand)
    await store.deletePlaces(
      tx,
      suggestedBefore.map(({ reservationId }) => reservationId),
    )
    for (const { reservationId, place } of placed)
      await store.writePlace(tx, { reservationId, eventId, place, byHand: false, madeAt: at })
    const entries = placed.flatMap(({ reservationId: id, place }) => {
      const room = facts.rooms.find((one) => one.id === place.roomId)
      const before = facts.guests.find(({ reservationId }) => reservationId === id)?.place ?? null
      const details = room && { label: placeWords(room, place) }
      return samePlace(before, place)
        ? []
        : [placeEntry({ id, eventId }, 'room.assigned', { caller, at, details: details ?? null })]
    })
    await recordAudit(tx, sealer, entries)
    return { placed: entries.length, explanations }
  })
}

interface ReadFacts extends BoardFacts {
  rooms: (store.RoomRow & RoomFacts)[]
  guests: GuestFacts[]
  nameless: number
  /** Number of confirmed guests beyond `MOST_GUESTS`. They have no bed. */
  unshown: number
}

/** The fields in which guests and admins write how a guest wants to sleep. */
const WISH_FIELDS = ['medicalConditions', 'otherInformation', 'notes'] as const

/** The largest number of guests to read. Guests with a bed come first. The ranch has fewer beds than this. */
const MOST_GUESTS = 500

/**
 * Reads everything that decides who can sleep where at an event. Decrypts medical details only in memory, and returns
 * only the words in them that may matter for a bed.
 */
async function readFacts({ db, sealer }: Pick<Deps, 'db' | 'sealer'>, event: EventRow): Promise<ReadFacts> {
  const named = await store.listNamedRooms(db, event.id)
  const rooms = (await store.listRooms(db)).map((room) => ({ ...room, lodging: named.get(room.id) ?? null }))
  // Sorts by the time of sign-up. Otherwise a guest would move on the page when they get a bed.
  const rows = (await store.listGuestsToPlace(db, event.id, MOST_GUESTS)).toSorted(
    (one, other) => one.id - other.id,
  )
  const lodgings = await store.listLodgings(db, event.id)
  const opened = rows.flatMap((row) => {
    const { id, purgedAt, emailHash, partyId, place } = row
    if (purgedAt !== null) return []
    const guest = openColumns(sealer, 'reservations', row, 'customerName', 'address', ...WISH_FIELDS)
    const address = addressKey(guest.address)
    const keys = [...(address ? [`at ${address}`] : []), ...(emailHash ? [`mail ${emailHash}`] : [])]
    return [{ id, guest, keys, partyId, place }]
  })
  const bonds = groupCompanions(opened)
  const guests = opened.map(({ id, guest, place }) => {
    return {
      reservationId: id,
      name: guest.customerName ?? '',
      ...(bonds.get(id) ?? { together: null, bedWith: null }),
      lodging: lodgings.get(id) ?? null,
      wishes: findWishes(WISH_FIELDS.map((field) => guest[field])),
      place,
    }
  })
  const unshown = (rows[0]?.all ?? 0) - rows.length
  const events = await store.listTakenElsewhere(db, event)
  const entries = (await store.listFamilyEntries(db, event)).map((title) => ({
    title,
    ...findFamilyRooms(title, rooms),
  }))
  return {
    rooms,
    guests,
    nameless: rows.length - opened.length,
    unshown,
    others: rows.length - opened.length + unshown,
    elsewhere: [
      ...events.map(({ roomId, eventName }) => ({
        roomId,
        why: `guests of “${eventName}” sleep there on one of these nights`,
      })),
      ...entries.flatMap(({ title, roomIds }) =>
        roomIds.map((roomId) => ({ roomId, why: `the family’s calendar says “${title}” on these nights` })),
      ),
    ],
    familyStays: entries.flatMap(({ title, roomIds, stays }) =>
      stays && roomIds.length === 0 ? [title] : [],
    ),
  }
}

function misfitOf(guest: GuestFacts, { rooms, guests }: ReadFacts): string | null {
  const room = rooms.find(({ id }) => id === guest.place?.roomId)
  const here = guests.filter(({ place }) => place?.roomId === room?.id)
  return (room && lodgingProblem(guest, room, here)?.text) ?? null
}

async function readBoard(deps: Pick<Deps, 'db' | 'sealer'>, event: EventRow) {
  const facts = await readFacts(deps, event)
  const { startDateDate, cancelledAt } = event
  const groups = Map.groupBy(facts.guests, ({ together }) => together)
  return {
    event: { ...event, cancelled: cancelledAt !== null, shownFrom: shownFrom(startDateDate) },
    rooms: facts.rooms.map(({ lodging, ...room }) => ({
      ...room,
      lodging: lodging && { name: lodging.name, guests: guestsSharing(room.beds, lodging.perRoom) },
    })),
    guests: facts.guests.map((each) => {
      const { together, wishes, ...guest } = each
      const group = together === null ? [] : (groups.get(together) ?? [])
      const ids = group.map(({ reservationId }) => reservationId)
      const others = ids.filter((id) => id !== guest.reservationId)
      return { ...guest, misfit: misfitOf(each, facts), together: others, words: wishes.words }
    }),
    nameless: facts.nameless,
    unshown: facts.unshown,
    conflicts: conflictsOf(facts),
  }
}
