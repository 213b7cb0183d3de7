/** The rules of who can sleep where, and of what is wrong with it (R38). Pure: facts come in. */
import type { BedKind, rooms } from '#platform/database/schema/rooms.ts'
import { addDays, type Day } from '#shared/days.ts'
import { plural } from '#shared/text.ts'
import { searchable } from '#shared/folding.ts'

// The schema's own list would bring the database's library into the browser.
export const BED_KINDS = ['single', 'double', 'queen', 'king', 'bunk'] as const satisfies readonly BedKind[]
export type { BedKind }

export const BED_WORDS: Record<BedKind, string> = {
  single: 'Single bed',
  double: 'Double bed',
  queen: 'Queen bed',
  king: 'King bed',
  bunk: 'Bunk bed',
}

const sleeps = (bed: BedKind): 1 | 2 => (bed === 'single' ? 1 : 2)

/** Two on one mattress: for those who belong together. */
export const isShared = (bed: BedKind): boolean => bed !== 'single' && bed !== 'bunk'

export interface Place {
  roomId: number
  /** The bed among the room's, from 0. */
  bed: number
  /** The place in it, from 0: below and above in a bunk. */
  side: number
}

export type RoomFacts = Pick<typeof rooms.$inferSelect, 'id' | 'name' | 'beds' | 'accessible'>

/** The wishes in a guest's own words that matter for where they sleep. */
export interface Wishes {
  /** No stairs: an accessible room. */
  noStairs: boolean
  noBunk: boolean
  /** No upper place of a bunk. */
  lowBunk: boolean
  snores: boolean
  lightSleeper: boolean
  /** The words by which each was found, for people to read and to judge. */
  words: string[]
}

export interface GuestFacts {
  reservationId: number
  name: string
  /** The group of those who belong together; null: none. */
  together: string | null
  /** The group within which a bed for two may be shared; null: with nobody. */
  bedWith: string | null
  /** At most so many sleep in their room, by the lodging they chose. */
  perRoom: number | null
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

/** The places of a room, bed by bed. */
export const placesOf = ({ id, beds }: Pick<RoomFacts, 'id' | 'beds'>): Place[] =>
  beds.flatMap((kind, bed) => Array.from({ length: sleeps(kind) }, (_, side) => ({ roomId: id, bed, side })))

export const capacityOf = (rooms: readonly Pick<RoomFacts, 'beds'>[]): number =>
  rooms.flatMap(({ beds }) => beds).reduce((sum, bed) => sum + sleeps(bed), 0)

export const hasPlace = (room: Pick<RoomFacts, 'beds'>, { bed, side }: Place): boolean => {
  const kind = room.beds[bed]
  return kind !== undefined && side >= 0 && side < sleeps(kind)
}

/** `"Queen bed"`, `"Bunk bed 2, below"`: numbered where the room has several of a kind. */
export function bedWords({ beds }: Pick<RoomFacts, 'beds'>, { bed, side }: Place): string {
  const kind = beds[bed]
  if (kind === undefined) return 'a bed that is gone'
  const alike = beds.filter((each) => each === kind).length
  const nth = beds.slice(0, bed + 1).filter((each) => each === kind).length
  const where = kind === 'bunk' ? (side === 0 ? ', below' : ', above') : ''
  return `${BED_WORDS[kind]}${alike > 1 ? ` ${nth}` : ''}${where}`
}

/** `"Juniper, queen bed"`. */
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
 * The wishes in guests' words about where they can sleep. Found by words alone, so it may be wrong: the words are shown beside the
 * guest, and nothing is done about them but that a suggestion heeds them.
 */
export function wishesIn(texts: readonly (string | null)[]): Wishes {
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

/** Addresses are the same whatever their case, spaces and marks. */
export function addressKey(address: string | null): string | null {
  const plain = searchable(address ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain ? plain : null
}

/** Joins guests who share any of their keys into groups; whoever shares none with anybody is in none. */
export function groupsOf(guests: readonly { id: number; keys: readonly string[] }[]): Map<number, string> {
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
  /** Addresses and e-mail addresses. */
  keys: readonly string[]
  partyId: number | null
}

/**
 * The guests who belong together: those who gave one address or one e-mail address, or came in one party. Only the former share a bed for
 * two, and a party that is two people (docs/decisions/0078).
 */
export function bondsOf(guests: readonly Household[]): Map<number, Pick<GuestFacts, 'together' | 'bedWith'>> {
  const parties = Map.groupBy(guests, ({ partyId }) => partyId)
  const withParty = (most: number) =>
    groupsOf(
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

/** Guests see their room's name on their own page so many days before the event starts (R38.7). */
const SHOWN_DAYS_BEFORE = 7

export const shownFrom = (startDateDate: Day): Day => addDays(startDateDate, -SHOWN_DAYS_BEFORE)

/** An event or a family entry that is in the house in nights of this event. */
interface Elsewhere {
  roomId: number
  /** In words: `"“Desert Cooking” has it too"`. */
  why: string
}

const FAMILY_STAYS = /\b(?:stay(?:s|ing)?|sleep(?:s|ing)?|visit(?:s|ing|ors?)?|overnight)\b/i

/** The stays in the house by an entry of the family's calendar: the rooms that it names, or that somebody of the family stays. */
export function familyIn(
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
  kind: 'too_few' | 'place_gone' | 'taken_elsewhere' | 'family' | 'per_room' | 'one_bed' | 'wish'
  roomId: number | null
  reservationIds: number[]
  text: string
}

export interface BoardFacts {
  rooms: readonly RoomFacts[]
  guests: readonly GuestFacts[]
  /** Further guests, of whom nothing is known but that they come; missing: none. */
  others?: number
  /** Rooms that others are in during these nights. */
  elsewhere: readonly Elsewhere[]
  /** Titles of the family's entries in these nights that name no room but say that somebody stays. */
  familyStays: readonly string[]
}

/** The conflicts of a board, the worst first. */
export function conflictsOf({ rooms, guests, others = 0, elsewhere, familyStays }: BoardFacts): Conflict[] {
  const found: Conflict[] = []
  const tell = (kind: Conflict['kind'], text: string, about: { room?: RoomFacts; of?: GuestFacts[] } = {}) =>
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
    tell('too_few', `${plural(coming, 'guest')}, but the rooms have ${plural(places, 'place')}.`)
  for (const room of rooms) {
    const here = guests.filter(({ place }) => place?.roomId === room.id)
    for (const { why } of here.length > 0 ? elsewhere.filter(({ roomId }) => roomId === room.id) : [])
      tell('taken_elsewhere', `${room.name}: ${why}.`, { room, of: here })
    tellRoom(room, here, tell)
  }
  for (const title of familyStays)
    tell('family', `The family’s calendar says “${title}” on these nights. Is a room theirs?`)
  return found
}

function tellRoom(
  room: RoomFacts,
  here: GuestFacts[],
  tell: (kind: Conflict['kind'], text: string, about: { room: RoomFacts; of: GuestFacts[] }) => void,
): void {
  for (const guest of here)
    if (guest.place && !hasPlace(room, guest.place))
      tell('place_gone', `${guest.name}’s bed in ${room.name} is gone.`, { room, of: [guest] })
  const bounded = here.filter(({ perRoom }) => perRoom !== null && here.length > perRoom)
  if (bounded.length > 0) {
    const text = `${names(bounded)} chose lodging with at most ${Math.min(...bounded.map(({ perRoom }) => perRoom ?? 0))} in a room, but ${here.length} are in ${room.name}.`
    tell('per_room', text, { room, of: bounded })
  }
  for (const [bed, kind] of room.beds.entries()) {
    const inIt = here.filter(({ place }) => place?.bed === bed)
    const [one, other] = inIt
    if (one && other && isShared(kind) && !mayShareBed(one, other))
      tell('one_bed', `${names(inIt)} share one bed in ${room.name}, and nothing says that they want to.`, {
        room,
        of: inIt,
      })
  }
  for (const guest of here) {
    const problem = wishProblem(guest.wishes, room, guest.place)
    if (problem) tell('wish', `${guest.name} is in ${room.name}, ${problem}.`, { room, of: [guest] })
  }
}

export const belongTogether = (one: GuestFacts, other: GuestFacts): boolean =>
  one.together !== null && one.together === other.together

export const mayShareBed = (one: GuestFacts, other: GuestFacts): boolean =>
  one.bedWith !== null && one.bedWith === other.bedWith

/** The objection in a guest's own words to a place; null: none. */
export function wishProblem(wishes: Wishes, room: RoomFacts, place: Place | null): string | null {
  if (wishes.noStairs && !room.accessible) return 'which is not accessible'
  const bunk = place !== null && room.beds[place.bed] === 'bunk'
  if (bunk && wishes.noBunk) return 'in a bunk bed, which they asked not to have'
  return bunk && wishes.lowBunk && place.side === 1 ? 'in the upper bunk, which they asked not to have' : null
}

const list = new Intl.ListFormat('en-US')

/** `"Ana, Ben, and Cy"`. */
export const names = (guests: readonly { name: string }[]): string =>
  list.format(guests.map(({ name }) => name))
