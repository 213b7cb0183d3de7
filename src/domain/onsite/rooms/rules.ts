/** Decides who can sleep where, and finds conflicts between guests and beds (R38). Pure. */
import { guestsSharing, isShared, sleepersIn } from '#domain/events/domain/lodging.ts'
import type { BedKind, rooms } from '#platform/database/schema/rooms.ts'
import { addDays, type Day } from '#shared/days.ts'
import { plural, times } from '#shared/text.ts'
import { searchable } from '#shared/folding.ts'

// Repeats the list of the database schema. Importing the schema would bundle the database library into the browser's
// code.
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'bunk'] as const satisfies readonly BedKind[]
export type { BedKind }

export const BED_WORDS: Record<BedKind, string> = {
  single: 'Single bed',
  double: 'Double bed',
  queen: 'Queen bed',
  king: 'King bed',
  bunk: 'Bunk bed',
}

export interface Place {
  roomId: number
  /** The number of the bed in its room, counted from 0. */
  bed: number
  /** The side of the bed, counted from 0. In a bunk bed, side 0 is the lower one. */
  side: number
}

export interface Lodging {
  /** The option's id. */
  id: number
  name: string
  /** How many guests may be in a room. Null for no limit but the beds. */
  perRoom: number | null
}

export type RoomFacts = Pick<typeof rooms.$inferSelect, 'id' | 'name' | 'beds' | 'accessible'> & {
  /** The lodging of the event that names this room (R37.9). Null if none does. */
  lodging: Lodging | null
}

/** Wishes about beds that a guest wrote in their own words. */
export interface Wishes {
  /** True if the guest cannot climb stairs and needs an accessible room. */
  noStairs: boolean
  noBunk: boolean
  /** True if the guest does not want an upper bunk, but accepts a lower one. */
  lowBunk: boolean
  snores: boolean
  lightSleeper: boolean
  /** The words that expressed each wish, so that an admin can judge them. */
  words: string[]
}

export interface GuestFacts {
  reservationId: number
  name: string
  /**
   * The name of the group of companions who want to stay together with this guest. Null if the guest has no
   * companions.
   */
  together: string | null
  /** The name of the group with whom this guest may share a bed for two. Null if the guest may share with nobody. */
  bedWith: string | null
  /** The lodging that the guest booked, and whether it names rooms. Null for a guest without lodging. */
  lodging: (Lodging & { namesRooms: boolean }) | null
  wishes: Wishes
  place: (Place & { byHand: boolean }) | null
}

export const samePlace = (one: Place | null, other: Place | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.roomId === other.roomId &&
    one.bed === other.bed &&
    one.side === other.side)

export const placesOf = ({ id, beds }: Pick<RoomFacts, 'id' | 'beds'>): Place[] =>
  beds.flatMap((kind, bed) =>
    Array.from({ length: sleepersIn(kind) }, (_, side) => ({ roomId: id, bed, side })),
  )

export const capacityOf = (rooms: readonly Pick<RoomFacts, 'beds'>[]): number =>
  rooms.flatMap(({ beds }) => beds).reduce((sum, bed) => sum + sleepersIn(bed), 0)

export const hasPlace = (room: Pick<RoomFacts, 'beds'>, { bed, side }: Place): boolean => {
  const kind = room.beds[bed]
  return kind !== undefined && side >= 0 && side < sleepersIn(kind)
}

/**
 * Returns the name of a bed, such as `"Queen bed"` or `"Bunk bed 2, below"`. The name has a number if the room has
 * several beds of that kind.
 */
export function bedWords({ beds }: Pick<RoomFacts, 'beds'>, { bed, side }: Place): string {
  const kind = beds[bed]
  if (kind === undefined) return 'a deleted bed'
  const alike = beds.filter((each) => each === kind).length
  const nth = beds.slice(0, bed + 1).filter((each) => each === kind).length
  const where = kind === 'bunk' ? (side === 0 ? ', below' : ', above') : ''
  return `${BED_WORDS[kind]}${alike > 1 ? ` ${nth}` : ''}${where}`
}

/** Returns a room and bed in words: `"Juniper, queen bed"`. */
export const placeWords = (room: Pick<RoomFacts, 'name' | 'beds'>, place: Place): string =>
  `${room.name}, ${bedWords(room, place).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`

const STAIRS =
  /\b(?:wheel ?chair|rollator|walking frame|crutch(?:es)?|mobility|(?:no|avoid|without|trouble with|cannot climb|can[’']t climb) (?:the )?(?:stairs|steps)|step[- ]free|ground floor|accessible)\b/i
const NO_BUNK =
  /\b(?:no|not|never|avoid|without|can[’']?t|cannot|don[’']?t|rather not)\b[^.;!?\n]{0,30}\bbunks?\b(?: beds?)?/i
const LOW_BUNK =
  /\b(?:lower|bottom) bunk\b|\b(?:no|not|never|can[’']?t|cannot)\b[^.;!?\n]{0,30}\b(?:top|upper) bunk\b/i
const LIGHT =
  /\blight sleeper\b|\bear ?plugs\b|\b(?:no|not|away from|avoid|without|far from)\b[^.;!?\n]{0,30}\bsnor\w*/i
const SNORES = /\bsnor(?:e|es|er|ing)\b|\bCPAP\b|\bsleep apn(?:o)?ea\b/i

/**
 * Finds wishes about beds in a guest's texts. A search for words can be wrong. So an admin sees the words next to the
 * guest, and only suggestions of beds depend on them.
 */
export function findWishes(texts: readonly (string | null)[]): Wishes {
  const all = texts.filter((text) => text !== null).join('\n')
  const low = LOW_BUNK.exec(all)?.[0]
  const noBunk = low === undefined ? NO_BUNK.exec(all)?.[0] : undefined
  const light = LIGHT.exec(all)?.[0]
  const snores = SNORES.exec(light === undefined ? all : all.replace(light, ''))?.[0]
  const stairs = STAIRS.exec(all)?.[0]
  return {
    noStairs: stairs !== undefined,
    noBunk: noBunk !== undefined,
    lowBunk: low !== undefined,
    snores: snores !== undefined,
    lightSleeper: light !== undefined,
    words: [stairs, noBunk, low, light, snores].filter((word) => word !== undefined),
  }
}

/**
 * Returns a postal address in a form for comparison, without regard to case, spaces and punctuation. Returns null if
 * nothing is left.
 */
export function addressKey(address: string | null): string | null {
  const plain = searchable(address ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain ? plain : null
}

/**
 * Groups guests who share a key, such as a postal address or a party, directly or through other guests. A guest who
 * shares no key with anyone is in no group.
 */
export function groupByKeys(guests: readonly { id: number; keys: readonly string[] }[]): Map<number, string> {
  const groups: { ids: number[]; keys: Set<string> }[] = []
  for (const { id, keys } of guests) {
    const met = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const joint = { ids: [...met.flatMap(({ ids }) => ids), id], keys: new Set(keys) }
    for (const group of met) {
      for (const key of group.keys) joint.keys.add(key)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(joint)
  }
  const named = groups.filter(({ ids }) => ids.length > 1)
  return new Map(named.flatMap(({ ids }) => ids.map((id) => [id, `group ${Math.min(...ids)}`] as const)))
}

interface Household {
  id: number
  /** The guest's postal address and e-mail address, in a form for comparison. */
  keys: readonly string[]
  partyId: number | null
}

/**
 * Groups guests who belong together, because they share a postal or e-mail address or are in one party. Only guests
 * with the same address, and a party of exactly two, may share a bed for two (R38.3).
 */
export function groupCompanions(
  guests: readonly Household[],
): Map<number, Pick<GuestFacts, 'together' | 'bedWith'>> {
  const parties = Map.groupBy(guests, ({ partyId }) => partyId)
  const withParty = (most: number) =>
    groupByKeys(
      guests.map(({ id, keys, partyId }) => {
        const members = partyId === null ? 0 : (parties.get(partyId)?.length ?? 0)
        return { id, keys: members > 1 && members <= most ? [...keys, `party ${partyId}`] : keys }
      }),
    )
  const together = withParty(Number.MAX_SAFE_INTEGER)
  const beds = withParty(2)
  return new Map(
    guests.map(({ id }) => [id, { together: together.get(id) ?? null, bedWith: beds.get(id) ?? null }]),
  )
}

/** Days before the event's start from which guests can see their room on their own page (R38.7). */
const SHOWN_DAYS_BEFORE = 7

export const shownFrom = (startDateDate: Day): Day => addDays(startDateDate, -SHOWN_DAYS_BEFORE)

/** A room that another event or the family uses in a night of this event. */
interface RoomTakenElsewhere {
  roomId: number
  /** Why this event cannot use the room, such as `"“Desert Cooking” has it too"`. */
  why: string
}

const FAMILY_STAYS = /\b(?:stay(?:s|ing)?|sleep(?:s|ing)?|visit(?:s|ing|ors?)?|overnight)\b/i

/** Returns which rooms the title of a family calendar event names, and whether it says that family members stay. */
export function findFamilyRooms(
  title: string,
  rooms: readonly Pick<RoomFacts, 'id' | 'name'>[],
): { roomIds: number[]; stays: boolean } {
  const plain = ` ${addressKey(title) ?? ''} `
  const roomIds = rooms.flatMap(({ id, name }) => {
    const key = addressKey(name)
    return key !== null && plain.includes(` ${key} `) ? [id] : []
  })
  return { roomIds, stays: roomIds.length > 0 || FAMILY_STAYS.test(title) }
}

interface Conflict {
  kind: 'too_few' | 'place_gone' | 'taken_elsewhere' | 'family' | 'lodging' | 'per_room' | 'one_bed' | 'wish'
  roomId: number | null
  reservationIds: number[]
  text: string
}

export interface BoardFacts {
  rooms: readonly RoomFacts[]
  guests: readonly GuestFacts[]
  /** Number of further guests, about whom nothing is known. Missing means 0. */
  others?: number
  /** Rooms that other events or the family use in the nights of this event. */
  elsewhere: readonly RoomTakenElsewhere[]
  /**
   * Titles of family calendar events in a night of this event that say that family members stay, but name no room.
   */
  familyStays: readonly string[]
}

/** Returns the conflicts between guests and beds: first too few beds, then conflicts room by room. */
export function conflictsOf({ rooms, guests, others = 0, elsewhere, familyStays }: BoardFacts): Conflict[] {
  const found: Conflict[] = []
  const report = (
    kind: Conflict['kind'],
    text: string,
    about: { room?: RoomFacts; of?: GuestFacts[] } = {},
  ) =>
    found.push({
      kind,
      roomId: about.room?.id ?? null,
      reservationIds: about.of?.map(({ reservationId }) => reservationId) ?? [],
      text,
    })

  const taken = new Set(elsewhere.map(({ roomId }) => roomId))
  const places = capacityOf(rooms.filter(({ id }) => !taken.has(id)))
  const coming = guests.length + others
  if (coming > places)
    report('too_few', `${plural(coming, 'guest')}, but the rooms have ${plural(places, 'place')}.`)
  for (const { name, booked, beds } of lodgingsIn(
    rooms.filter(({ id }) => !taken.has(id)),
    guests,
  ))
    if (booked > beds)
      report('too_few', `“${name}” is booked ${times(booked)}, but its rooms take ${plural(beds, 'guest')}.`)
  for (const room of rooms) {
    const here = guests.filter(({ place }) => place?.roomId === room.id)
    for (const { why } of here.length > 0 ? elsewhere.filter(({ roomId }) => roomId === room.id) : [])
      report('taken_elsewhere', `${room.name}: ${why}.`, { room, of: here })
    reportRoom(room, here, report)
  }
  for (const title of familyStays)
    report('family', `The family’s calendar says “${title}” on these nights. Is a room theirs?`)
  return found
}

function reportRoom(
  room: RoomFacts,
  here: GuestFacts[],
  report: (kind: Conflict['kind'], text: string, about: { room: RoomFacts; of: GuestFacts[] }) => void,
): void {
  for (const guest of here)
    if (guest.place && !hasPlace(room, guest.place))
      report('place_gone', `${guest.name}’s bed in ${room.name} was deleted.`, { room, of: [guest] })
  const misplaced = here.flatMap((guest) => {
    const problem = lodgingProblem(guest, room, here)
    return problem ? [{ guest, ...problem }] : []
  })
  for (const [text, same] of Map.groupBy(misplaced, ({ text }) => text)) {
    const of = same.map(({ guest }) => guest)
    for (const { kind } of same.slice(0, 1)) report(kind, `${listNames(of)} ${text}.`, { room, of })
  }
  for (const [bed, kind] of room.beds.entries()) {
    const inIt = here.filter(({ place }) => place?.bed === bed)
    const [one, other] = inIt
    if (one && other && isShared(kind) && !mayShareBed(one, other))
      report('one_bed', `${listNames(inIt)} share one bed in ${room.name}, but have not asked to.`, {
        room,
        of: inIt,
      })
  }
  for (const guest of here) {
    const problem = wishProblem(guest.wishes, room, guest.place)
    if (problem) report('wish', `${guest.name} is in ${room.name}, ${problem}.`, { room, of: [guest] })
  }
}

/**
 * Returns the id of the lodging whose rooms are for this guest (R38.9). Null for a guest whose rooms are those that no
 * lodging names.
 */
const roomsFor = ({ lodging }: GuestFacts): number | null => (lodging?.namesRooms ? lodging.id : null)

/** Returns true if the room is one of those that are for this guest. */
export const isRoomFor = (room: RoomFacts, guest: GuestFacts): boolean =>
  (room.lodging?.id ?? null) === roomsFor(guest)

export const isSameLodging = (one: GuestFacts, other: GuestFacts): boolean =>
  roomsFor(one) === roomsFor(other)

/** Returns how many guests may be in a room, according to the lodging of one of them. */
export const mostWith = (guest: GuestFacts, room: RoomFacts): number =>
  guest.lodging?.namesRooms
    ? guestsSharing(room.beds, guest.lodging.perRoom)
    : (guest.lodging?.perRoom ?? Number.MAX_SAFE_INTEGER)

/**
 * Returns what does not fit between the lodging that a guest booked and the guest's room, as the end of a sentence that
 * begins with the guest's name. Null if all fits. `here` are all guests in the room.
 */
export function lodgingProblem(
  guest: GuestFacts,
  room: RoomFacts,
  here: readonly GuestFacts[],
): { kind: 'lodging' | 'per_room'; text: string } | null {
  const { lodging } = guest
  const most = mostWith(guest, room)
  if (!isRoomFor(room, guest)) {
    if (!lodging?.namesRooms)
      return { kind: 'lodging', text: `got ${room.name}, which is sold as “${room.lodging?.name}”` }
    const company = here.length > most ? ` with ${plural(here.length - 1, 'other')}` : ''
    return { kind: 'lodging', text: `booked “${lodging.name}”, but got ${room.name}${company}` }
  }
  if (here.length <= most) return null
  const limit = most === 1 ? 'one guest in a room' : `at most ${most} guests in a room`
  return {
    kind: 'per_room',
    text: `booked “${lodging?.name}” for ${limit}, but ${here.length} are in ${room.name}`,
  }
}

/** Returns the lodgings that name rooms: how often each is booked, and how many guests its rooms take. */
function lodgingsIn(rooms: readonly RoomFacts[], guests: readonly GuestFacts[]) {
  const booked = Map.groupBy(
    guests.filter(({ lodging }) => lodging?.namesRooms),
    ({ lodging }) => lodging?.id,
  )
  return [...booked.values()].flatMap((of) => {
    const lodging = of[0]?.lodging
    const own = rooms.filter((room) => room.lodging?.id === lodging?.id)
    const beds = own.reduce((sum, room) => sum + guestsSharing(room.beds, lodging?.perRoom ?? null), 0)
    return lodging ? [{ name: lodging.name, booked: of.length, beds }] : []
  })
}

export const belongTogether = (one: GuestFacts, other: GuestFacts): boolean =>
  one.together !== null && one.together === other.together

export const mayShareBed = (one: GuestFacts, other: GuestFacts): boolean =>
  one.bedWith !== null && one.bedWith === other.bedWith

/** Returns why a place in a bed does not fit the guest's own wishes, or null if it fits. */
export function wishProblem(wishes: Wishes, room: RoomFacts, place: Place | null): string | null {
  if (wishes.noStairs && !room.accessible) return 'which is not accessible'
  const bunk = place !== null && room.beds[place.bed] === 'bunk'
  if (bunk && wishes.noBunk) return 'in a bunk bed, which they asked not to have'
  return bunk && wishes.lowBunk && place.side === 1 ? 'in the upper bunk, which they asked not to have' : null
}

const list = new Intl.ListFormat('en-US')

/** Returns names as a list: `"Ana, Ben, and Cy"`. */
export const listNames = (guests: readonly { name: string }[]): string =>
  list.format(guests.map(({ name }) => name))
