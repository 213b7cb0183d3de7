/**
 * Suggests who sleeps where (R38.3). Starts with the groups of guests that have the most requirements, and puts each
 * into the best room that is left. The same input always gives the same plan. A search of all plans could place more
 * guests, but a sentence can explain this plan, and an admin can correct it. Pure.
 */
import { isShared } from '#domain/events/domain/lodging.ts'
import { plural } from '#shared/text.ts'
import {
  belongTogether,
  type BoardFacts,
  type GuestFacts,
  isRoomFor,
  isSameLodging,
  mayShareBed,
  mostWith,
  listNames,
  type Place,
  placesOf,
  type RoomFacts,
  samePlace,
  wishProblem,
} from './rules.ts'

interface Suggestion {
  /** The suggested place of each guest who gets one. All other guests stay where they are. */
  placed: { reservationId: number; place: Place }[]
  /** For the admin: wishes that the suggestion does not fulfill, and assumptions to check. */
  explanations: string[]
}

/** Suggests beds for guests who have none. With `again`, also replaces beds that were suggested before. */
export function suggestPlaces(facts: BoardFacts, { again = false }: { again?: boolean } = {}): Suggestion {
  const taken = new Set(facts.elsewhere.map(({ roomId }) => roomId))
  const rooms = facts.rooms.filter(({ id }) => !taken.has(id))
  const alreadyPlaced = facts.guests.filter(({ place }) => place && (place.byHand || !again))
  const plan = new RoomPlan(rooms, alreadyPlaced)
  const explanations: string[] = []
  const placed: Suggestion['placed'] = []
  const assign = (guest: GuestFacts, place: Place) => {
    plan.assign(guest, place)
    placed.push({ reservationId: guest.reservationId, place })
  }

  const open = facts.guests.filter((guest) => !alreadyPlaced.includes(guest))
  const place = (unit: readonly GuestFacts[]) => {
    const fit = plan.bestFor(unit)
    if (fit) {
      for (const [index, guest] of unit.entries()) assign(guest, fit[index] as Place)
      explanations.push(...plan.remarksOn(unit))
      return
    }
    const [first] = unit
    if (first && unit.length === 1)
      explanations.push(`${first.name} has no place yet: ${plan.whyNoPlace(first)}`)
    else explanations.push(`${listNames(unit)} belong together, but no room can take all of them.`)
    if (unit.length > 1) for (const part of partsOf(unit)) place(part)
  }
  for (const unit of unitsOf(open, alreadyPlaced)) place(unit)
  const left = [
    ...new Set(
      facts.elsewhere.map(({ roomId, why }) => `${nameOf(facts.rooms, roomId)} was left out: ${why}.`),
    ),
  ]
  return { placed, explanations: [...left, ...explanations] }
}

const nameOf = (rooms: readonly RoomFacts[], id: number) =>
  rooms.find((room) => room.id === id)?.name ?? 'A room'

/**
 * Splits a group that is too large for any room. Couples and families stay together. The largest part comes first.
 */
function partsOf(unit: readonly GuestFacts[]): GuestFacts[][] {
  const parts = [...Map.groupBy(unit, ({ bedWith, reservationId }) => bedWith ?? reservationId).values()]
  if (parts.length === 1) return unit.map((guest) => [guest])
  return parts.toSorted((one, other) => other.length - one.length)
}

/**
 * Returns the groups of guests who belong together and booked rooms of the same lodging. The group with the most
 * requirements comes first.
 */
function unitsOf(open: readonly GuestFacts[], alreadyPlaced: readonly GuestFacts[]): GuestFacts[][] {
  const byId = open.toSorted((one, other) => one.reservationId - other.reservationId)
  const groups = [...Map.groupBy(byId, ({ together, reservationId }) => together ?? reservationId).values()]
  const units = groups.flatMap(splitByLodging)
  const rankOf = (unit: GuestFacts[]): number[] => [
    // A group with a companion who already has a bed comes first, so that the group gets into the companion's room.
    unit.some((guest) => alreadyPlaced.some((other) => belongTogether(guest, other))) ? 0 : 1,
    unit.some(({ wishes }) => wishes.noStairs) ? 0 : 1,
    Math.min(...unit.map(({ lodging }) => lodging?.perRoom ?? Number.MAX_SAFE_INTEGER)),
    -unit.length,
    unit.some(({ wishes }) => wishes.noBunk || wishes.lowBunk) ? 0 : 1,
    unit.some(({ wishes }) => wishes.snores || wishes.lightSleeper) ? 0 : 1,
  ]
  return units
    .map((unit) => ({ unit, rank: rankOf(unit) }))
    .toSorted((one, other) => compare(one.rank, other.rank))
    .map(({ unit }) => unit)
}

/** Splits a group of companions whose lodgings name different rooms. */
function splitByLodging(group: GuestFacts[]): GuestFacts[][] {
  const [first] = group
  if (!first) return []
  const others = group.filter((guest) => !isSameLodging(guest, first))
  return [group.filter((guest) => isSameLodging(guest, first)), ...splitByLodging(others)]
}

/** Compares two lists of numbers by the first position at which they differ. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The rooms with the guests who are in them so far, while a suggestion is computed. */
class RoomPlan {
  readonly #rooms: readonly RoomFacts[]
  readonly #in: Map<number, { guest: GuestFacts; place: Place }[]>

  constructor(rooms: readonly RoomFacts[], alreadyPlaced: readonly GuestFacts[]) {
    this.#rooms = rooms
    this.#in = new Map(rooms.map(({ id }) => [id, []]))
    for (const guest of alreadyPlaced) if (guest.place) this.assign(guest, guest.place)
  }

  assign(guest: GuestFacts, { roomId, bed, side }: Place): void {
    this.#in.get(roomId)?.push({ guest, place: { roomId, bed, side } })
  }

  /** Returns places for the whole group in the best room, or null if no room has space for the whole group. */
  bestFor(unit: readonly GuestFacts[]): Place[] | null {
    const fits = this.#rooms.flatMap((room, order) => {
      const places = this.#placesIn(room, unit)
      return places ? [{ places, cost: [...this.#costOf(room, unit, places), order] }] : []
    })
    return fits.toSorted((one, other) => compare(one.cost, other.cost))[0]?.places ?? null
  }

  #placesIn(room: RoomFacts, unit: readonly GuestFacts[]): Place[] | null {
    const here = this.#in.get(room.id) ?? []
    const all = [...here.map(({ guest }) => guest), ...unit]
    // Nobody gets a room of another lodging, nor a room that takes fewer guests (R38.9).
    if (unit.some((guest) => !isRoomFor(room, guest))) return null
    if (all.some((guest) => all.length > mostWith(guest, room))) return null
    const chosen: { guest: GuestFacts; place: Place }[] = []
    for (const guest of unit) {
      const free = placesOf(room).filter((place) => {
        const others = [...here, ...chosen]
        if (others.some((other) => samePlace(other.place, place))) return false
        if (wishProblem(guest.wishes, room, place) !== null) return false
        // Strangers may share a room, but never a mattress.
        const bedmates = others.filter(({ place: { bed } }) => bed === place.bed)
        return (
          bedmates.length === 0 ||
          !isShared(room.beds[place.bed] ?? 'single') ||
          bedmates.every((other) => mayShareBed(other.guest, guest))
        )
      })
      const place = free.toSorted((one, other) =>
        compare(bedCost(room, one, [...here, ...chosen]), bedCost(room, other, [...here, ...chosen])),
      )[0]
      if (!place) return null
      chosen.push({ guest, place })
    }
    return chosen.map(({ place }) => place)
  }

  /** Returns a number for each drawback of a room, the most important drawback first. Lower numbers are better. */
  #costOf(room: RoomFacts, unit: readonly GuestFacts[], places: readonly Place[]): number[] {
    const here = (this.#in.get(room.id) ?? []).map(({ guest }) => guest)
    const apart = unit.filter((guest) => !here.some((other) => belongTogether(guest, other)))
    const strangers = here.filter((other) => !unit.some((guest) => belongTogether(guest, other)))
    const noise = unit.some((guest) => strangers.some((other) => disturbs(guest, other)))
    return [
      // Prefers rooms in which companions already sleep.
      here.length > strangers.length ? 0 : 1,
      noise ? 1 : 0,
      strangers.length > 0 && apart.length > 0 ? strangers.length : 0,
      room.accessible && !unit.some(({ wishes }) => wishes.noStairs) ? 1 : 0,
      // Prefers small rooms for small groups, so that large rooms stay free for large groups.
      placesOf(room).length - here.length - unit.length,
      places.filter(({ bed }) => room.beds[bed] === 'bunk').length,
    ]
  }

  /**
   * Returns remarks for an admin about the places of these guests: who shares a bed, and where a guest who snores
   * disturbs a light sleeper.
   */
  remarksOn(unit: readonly GuestFacts[]): string[] {
    return unit.flatMap((guest, index) => {
      const room = this.#rooms.find(({ id }) => this.#in.get(id)?.some((one) => one.guest === guest))
      if (!room) return []
      const here = this.#in.get(room.id) ?? []
      const own = here.find((one) => one.guest === guest)
      const others = here.filter((one) => one.guest !== guest)
      const loud = others.filter((other) => disturbs(guest, other.guest)).map((other) => other.guest)
      const kind = room.beds[own?.place.bed ?? 0] ?? 'single'
      const bedmates = others.find(
        (other) =>
          isShared(kind) &&
          other.place.bed === own?.place.bed &&
          !unit.slice(index + 1).includes(other.guest),
      )
      return [
        ...(loud.length > 0
          ? [
              `${guest.name} and ${listNames(loud)} are both in ${room.name}: one snores, and one sleeps lightly.`,
            ]
          : []),
        ...(bedmates
          ? [
              `${listNames([bedmates.guest, guest])} share the ${kind} bed in ${room.name}: they belong together.`,
            ]
          : []),
      ]
    })
  }

  whyNoPlace({ wishes, lodging }: GuestFacts): string {
    const of = lodging?.namesRooms ? ` of “${lodging.name}”` : ''
    if (wishes.noStairs) return `no accessible room${of} has a free bed.`
    if (of) return `no bed that fits is free in the rooms${of}.`
    if (lodging?.perRoom)
      return `their lodging has at most ${plural(lodging.perRoom, 'guest')} in a room, and no such place is free.`
    if (wishes.noBunk || wishes.lowBunk) return 'only bunks are free, which they asked not to have.'
    const but = this.#rooms.some((room) => room.lodging !== null)
      ? ', except in rooms that are sold as lodging'
      : ''
    return `no bed is free that they would not share with a stranger${but}.`
  }
}

const disturbs = (one: GuestFacts, other: GuestFacts): boolean =>
  !belongTogether(one, other) &&
  ((one.wishes.snores && other.wishes.lightSleeper) || (one.wishes.lightSleeper && other.wishes.snores))

/**
 * Returns a number for each drawback of a bed, the most important drawback first. Companions first fill the other
 * half of a shared bed. For other guests, an unused bed is better, and a lower bunk is better than an upper one.
 */
function bedCost(room: RoomFacts, { bed, side }: Place, others: readonly { place: Place }[]): number[] {
  const kind = room.beds[bed] ?? 'single'
  const begun = others.some(({ place }) => place.bed === bed)
  return [begun && isShared(kind) ? 0 : 1, kind === 'bunk' ? 1 : 0, side, bed]
}
