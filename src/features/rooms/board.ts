/** Reads who sleeps where: opens what was sealed, and puts it as the rules and the contract have it. */
import type { EventRow } from '#features/events/index.ts'
import { openRecord } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import type { Board } from './contract.ts'
import {
  addressKey,
  bondsOf,
  type BoardFacts,
  conflictsOf,
  familyIn,
  type GuestFacts,
  shownFrom,
  wishesIn,
} from './rules.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer'>

interface ReadFacts extends BoardFacts {
  rooms: store.RoomRow[]
  guests: (GuestFacts & { lodging: Board['guests'][number]['lodging'] })[]
  nameless: number
  /** Guests who come beyond those that are read, who have no place. */
  unshown: number
}

/** Guests of an event who are read at most, those with a place first: more than any house has beds. */
const MOST_GUESTS = 500

/** All that decides who can sleep where at an event. Medical details are opened in memory, and only words found in them go further. */
export async function readFacts({ db, sealer }: Deps, event: EventRow): Promise<ReadFacts> {
  const rooms = await store.listRooms(db)
  // In the order in which they signed up: nobody moves on the board by getting a place.
  const sleepers = (await store.listSleepers(db, event.id, MOST_GUESTS)).toSorted(
    (one, other) => one.id - other.id,
  )
  const lodgings = await store.listLodgings(db, event.id)
  const opened = sleepers.flatMap(({ id, uuid, purgedAt, emailHash, partyId, place, ...row }) => {
    if (purgedAt !== null) return []
    const { customerName, address: home, medicalConditions, otherInformation, notes } = row
    const sealed = { customerName, address: home, medicalConditions, otherInformation, notes }
    const guest = openRecord(sealer, { table: 'reservations', row: uuid }, sealed)
    const address = addressKey(guest.address)
    const keys = [...(address ? [`at ${address}`] : []), ...(emailHash ? [`mail ${emailHash}`] : [])]
    return [{ id, guest, keys, partyId, place }]
  })
  const bonds = bondsOf(opened)
  const guests = opened.map(({ id, guest, place }) => {
    const { customerName, medicalConditions, otherInformation, notes } = guest
    const lodging = lodgings.get(id) ?? null
    return {
      reservationId: id,
      name: customerName ?? '',
      ...(bonds.get(id) ?? { together: null, bedWith: null }),
      perRoom: lodging?.perRoom ?? null,
      lodging,
      wishes: wishesIn([medicalConditions, otherInformation, notes]),
      place,
    }
  })
  const unshown = (sleepers[0]?.all ?? 0) - sleepers.length
  const events = await store.listTakenElsewhere(db, event)
  const entries = (await store.listFamilyEntries(db, event)).map((title) => ({
    title,
    ...familyIn(title, rooms),
  }))
  return {
    rooms,
    guests,
    nameless: sleepers.length - opened.length,
    unshown,
    others: sleepers.length - opened.length + unshown,
    elsewhere: [
      ...events.map(({ roomId, eventName }) => ({
        roomId,
        why: `guests of “${eventName}” sleep in it on one of these nights`,
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

export async function readBoard(deps: Deps, event: EventRow) {
  const facts = await readFacts(deps, event)
  const { startDateDate, cancelledAt } = event
  const groups = Map.groupBy(facts.guests, ({ together }) => together)
  return {
    event: { ...event, cancelled: cancelledAt !== null, shownFrom: shownFrom(startDateDate) },
    rooms: facts.rooms,
    guests: facts.guests.map(({ together, wishes, ...guest }) => {
      const group = together === null ? [] : (groups.get(together) ?? [])
      const ids = group.map(({ reservationId }) => reservationId)
      const others = ids.filter((id) => id !== guest.reservationId)
      return { ...guest, together: others, words: wishes.words }
    }),
    nameless: facts.nameless,
    unshown: facts.unshown,
    conflicts: conflictsOf(facts),
  }
}
