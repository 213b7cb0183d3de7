import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BED_KINDS,
  groupCompanions,
  bedWords,
  type BoardFacts,
  capacityOf,
  conflictsOf,
  findFamilyRooms,
  groupByKeys,
  type GuestFacts,
  hasPlace,
  placesOf,
  placeWords,
  type RoomFacts,
  type Wishes,
  findWishes,
  wishProblem,
} from './rules.ts'
import { guestsSharing, isShared } from '#domain/events/domain/lodging.ts'
import { suggestPlaces } from './suggest.ts'

const NO_WISHES: Wishes = {
  noStairs: false,
  noBunk: false,
  lowBunk: false,
  snores: false,
  lightSleeper: false,
  words: [],
}

const room = (id: number, name: string, beds: RoomFacts['beds'], accessible = false): RoomFacts => ({
  id,
  name,
  beds,
  accessible,
  lodging: null,
})

const guest = (reservationId: number, more: Partial<GuestFacts> = {}): GuestFacts => ({
  reservationId,
  name: `Guest ${reservationId}`,
  together: null,
  bedWith: more.together ?? null,
  lodging: null,
  wishes: NO_WISHES,
  place: null,
  ...more,
})

const lodging = (id: number, perRoom: number | null, namesRooms: boolean) => ({
  id,
  name: `Lodging ${id}`,
  perRoom,
  namesRooms,
})
/** Lodging that names no rooms. */
const upTo = (perRoom: number) => lodging(9, perRoom, false)

const facts = (rooms: RoomFacts[], guests: GuestFacts[], more: Partial<BoardFacts> = {}): BoardFacts => ({
  rooms,
  guests,
  elsewhere: [],
  familyStays: [],
  ...more,
})

const bondsIn = (people: Parameters<typeof groupCompanions>[0]) => [...groupCompanions(people).values()]
const at = (roomId: number, bed = 0, side = 0) => ({ roomId, bed, side, byHand: true })
const kindsOf = (board: BoardFacts) => conflictsOf(board).map(({ kind }) => kind)
const roomOf = (board: BoardFacts, id: number) =>
  suggestPlaces(board).placed.find(({ reservationId }) => reservationId === id)?.place.roomId

const JUNIPER = room(1, 'Juniper', ['queen'], true)
const MESA = room(2, 'Mesa', ['single', 'single'])
const BUNKS = room(3, 'Bunkhouse', ['bunk', 'bunk'])

describe('a bed', () => {
  test('has one or two sides, depending on its kind, and each side of a bunk bed has a name', () => {
    expect(capacityOf([JUNIPER, MESA, BUNKS])).toBe(8)
    expect(placesOf(BUNKS).map((place) => bedWords(BUNKS, place))).toEqual([
      'Bunk bed 1, below',
      'Bunk bed 1, above',
      'Bunk bed 2, below',
      'Bunk bed 2, above',
    ])
    expect(placeWords(JUNIPER, { roomId: 1, bed: 0, side: 1 })).toBe('Juniper, queen bed')
    expect(hasPlace(MESA, { roomId: 2, bed: 0, side: 1 })).toBe(false)
    expect(hasPlace(MESA, { roomId: 2, bed: 2, side: 0 })).toBe(false)
  })
})

describe("a guest's wishes about beds", () => {
  test.each<[string, Partial<Wishes>]>([
    ['I use a wheelchair', { noStairs: true }],
    ['I can’t climb stairs, sorry', { noStairs: true }],
    ['Please no bunk bed', { noBunk: true }],
    ['Not the top bunk please', { lowBunk: true }],
    ['A bottom bunk is fine', { lowBunk: true }],
    ['I snore, like a train', { snores: true }],
    ['Brings a CPAP machine', { snores: true }],
    ['Light sleeper', { lightSleeper: true }],
    ['Please not with anybody who snores', { lightSleeper: true }],
    ['Bunk beds are lovely; shellfish', {}],
    ['None', {}],
  ])('are found in the text: %s', (text, found) => {
    const { words, ...wishes } = findWishes([null, text])
    expect({ ...wishes, words: [] }).toEqual({ ...NO_WISHES, ...found })
    expect(words).toHaveLength(Object.keys(found).length)
    for (const word of words) expect(text).toContain(word)
  })
})

test('groups guests who share an address or party, directly or through other guests', () => {
  const groups = groupByKeys([
    { id: 4, keys: ['12 oak st'] },
    { id: 2, keys: ['12 oak st', 'x@example.test'] },
    { id: 3, keys: ['x@example.test'] },
    { id: 5, keys: [] },
    { id: 6, keys: ['9 elm st'] },
  ])
  expect([...groups].toSorted()).toEqual([
    [2, 'group 2'],
    [3, 'group 2'],
    [4, 'group 2'],
  ])
})

test('finds in the title of a family calendar event the names of rooms, or that somebody stays', () => {
  const rooms = [JUNIPER, MESA]
  expect(findFamilyRooms('Aunt Lou in JUNIPER', rooms)).toEqual({ roomIds: [1], stays: true })
  expect(findFamilyRooms('Cousins staying over', rooms)).toEqual({ roomIds: [], stays: true })
  expect(findFamilyRooms('Mesas repainted', rooms)).toEqual({ roomIds: [], stays: false })
})

describe('conflicts between guests and beds on the rooms board', () => {
  test.each<[string, BoardFacts, ReturnType<typeof kindsOf>]>([
    ['nothing on a board without conflicts', facts([JUNIPER], [guest(1, { place: at(1) })]), []],
    ['more guests than places', facts([JUNIPER], [guest(1), guest(2), guest(3)]), ['too_few']],
    [
      'more guests than places, counting guests without details',
      facts([JUNIPER], [guest(1)], { others: 2 }),
      ['too_few'],
    ],
    [
      'too few places, because another event uses a room',
      facts([JUNIPER, MESA], [guest(1), guest(2), guest(3)], {
        elsewhere: [{ roomId: 2, why: '“Cooking” is in it too' }],
      }),
      ['too_few'],
    ],
    ['a bed that was removed', facts([MESA], [guest(1, { place: at(2, 5) })]), ['place_gone']],
    [
      'a room that another event uses too',
      facts([MESA], [guest(1, { place: at(2) })], { elsewhere: [{ roomId: 2, why: 'it is taken' }] }),
      ['too_few', 'taken_elsewhere'],
    ],
    [
      'a stranger in the room of a guest who chose a private one',
      facts([MESA], [guest(1, { lodging: upTo(1), place: at(2) }), guest(2, { place: at(2, 1) })]),
      ['per_room'],
    ],
    [
      'strangers in one bed',
      facts([JUNIPER], [guest(1, { place: at(1) }), guest(2, { place: at(1, 0, 1) })]),
      ['one_bed'],
    ],
    [
      'nothing for companions in one bed',
      facts(
        [JUNIPER],
        [guest(1, { together: 'a', place: at(1) }), guest(2, { together: 'a', place: at(1, 0, 1) })],
      ),
      [],
    ],
    [
      'an unmet wish',
      facts([BUNKS], [guest(1, { wishes: { ...NO_WISHES, lowBunk: true }, place: at(3, 0, 1) })]),
      ['wish'],
    ],
    [
      'a family stay without a named room',
      facts([JUNIPER], [], { familyStays: ['Cousins stay'] }),
      ['family'],
    ],
  ])('include %s', (_name, board, kinds) => {
    expect(kindsOf(board)).toEqual(kinds)
  })
})

describe("the suggestion of beds for an event's guests", () => {
  test('puts companions into one room, and strangers into another room if there is one', () => {
    const board = facts([JUNIPER, MESA], [guest(1), guest(2, { together: 'a' }), guest(3, { together: 'a' })])
    expect(roomOf(board, 2)).toBe(roomOf(board, 3))
    expect(roomOf(board, 1)).not.toBe(roomOf(board, 2))
  })

  test('puts a companion who signs up later into the room of the other companions', () => {
    const placed = guest(1, { together: 'a', place: { roomId: 3, bed: 1, side: 0, byHand: true } })
    expect(roomOf(facts([JUNIPER, MESA, BUNKS], [placed, guest(2, { together: 'a' })]), 2)).toBe(3)
  })

  test('lets a party of two share a bed, and puts a larger party into one room but not into one bed (R39.8)', () => {
    const two = bondsIn([1, 2].map((id) => ({ id, keys: [], partyId: 1 })))
    expect(two).toEqual([two[0], two[0]])
    expect(two[0]).toEqual({ together: 'group 1', bedWith: 'group 1' })
    const four = bondsIn([1, 2, 3, 4].map((id) => ({ id, keys: id > 2 ? ['at home'] : [], partyId: 1 })))
    expect(new Set(four.map(({ together }) => together)).size).toBe(1)
    expect(four.map(({ bedWith }) => bedWith)).toEqual([null, null, 'group 3', 'group 3'])
    expect(bondsIn([{ id: 1, keys: [], partyId: 1 }])).toEqual([{ together: null, bedWith: null }])
    const party = four.map((bonds, index) => guest(index + 1, bonds))
    const { placed, explanations } = suggestPlaces(facts([room(1, 'Aspen', ['queen']), MESA], party))
    expect(placed.map(({ reservationId, place }) => [reservationId, place.roomId])).toEqual([
      [3, 1],
      [4, 1],
      [1, 2],
      [2, 2],
    ])
    expect(explanations[0]).toContain('no room can take all of them')
  })

  test('never makes strangers share a bed for two, and explains who therefore has no bed', () => {
    const { placed, explanations } = suggestPlaces(facts([JUNIPER], [guest(1), guest(2)]))
    expect(placed).toHaveLength(1)
    expect(explanations).toEqual([
      'Guest 2 has no place yet: no bed is free that they would not share with a stranger.',
    ])
  })

  test('gives the accessible room to a guest who cannot climb stairs', () => {
    const board = facts([JUNIPER, MESA], [guest(1), guest(2, { wishes: { ...NO_WISHES, noStairs: true } })])
    expect(roomOf(board, 2)).toBe(1)
    expect(roomOf(board, 1)).toBe(2)
  })

  test('separates a light sleeper from a guest who snores, and says where that was not possible', () => {
    const loud = guest(1, { wishes: { ...NO_WISHES, snores: true } })
    const light = guest(2, { wishes: { ...NO_WISHES, lightSleeper: true } })
    expect(roomOf(facts([MESA, BUNKS], [loud, light]), 1)).not.toBe(
      roomOf(facts([MESA, BUNKS], [loud, light]), 2),
    )
    expect(suggestPlaces(facts([MESA], [loud, light])).explanations).toEqual([
      'Guest 2 and Guest 1 are both in Mesa: one snores, and one sleeps lightly.',
    ])
  })

  test('uses no room that other events or the family use in these nights, and says so', () => {
    const elsewhere = [{ roomId: 1, why: '“Cooking” is in it in one of these nights' }]
    const { placed, explanations } = suggestPlaces(facts([JUNIPER, MESA], [guest(1)], { elsewhere }))
    expect(placed.map(({ place }) => place.roomId)).toEqual([2])
    expect(explanations).toEqual(['Juniper was left out: “Cooking” is in it in one of these nights.'])
  })

  test('moves only guests whose bed was suggested before, not guests whose bed an admin chose', () => {
    const byHand = guest(1, { place: { roomId: 2, bed: 0, side: 0, byHand: true } })
    const suggested = guest(2, { place: { roomId: 2, bed: 1, side: 0, byHand: false } })
    expect(suggestPlaces(facts([JUNIPER, MESA], [byHand, suggested])).placed).toEqual([])
    const again = suggestPlaces(facts([JUNIPER, MESA], [byHand, suggested]), { again: true })
    expect(again.placed.map(({ reservationId, place }) => [reservationId, place.roomId])).toEqual([[2, 1]])
  })
})

const OWN = { id: 1, name: 'A room of your own', perRoom: 1 }
const DORM = { id: 2, name: 'Bunkhouse', perRoom: null }
const booked = (of: typeof OWN | typeof DORM) => ({ ...of, namesRooms: true })

describe('rooms that lodging names (R38.9)', () => {
  const own = { ...MESA, lodging: OWN }
  const dorm = { ...BUNKS, lodging: DORM }

  test('are suggested only to guests who booked this lodging, for as many guests as share a room', () => {
    const board = facts(
      [own, dorm, JUNIPER],
      [guest(1, { lodging: booked(OWN) }), guest(2, { lodging: booked(OWN) }), guest(3), guest(4)],
    )
    const { placed, explanations } = suggestPlaces(board)
    expect(placed.map(({ reservationId, place }) => [reservationId, place.roomId])).toEqual([
      [1, 2],
      [3, 1],
    ])
    expect(explanations).toEqual([
      'Guest 2 has no place yet: no bed that fits is free in the rooms of “A room of your own”.',
      'Guest 4 has no place yet: no bed is free that they would not share with a stranger, except in rooms that are sold as lodging.',
    ])
  })

  test('are suggested to companions by what each of them booked, even if this separates them', () => {
    const couple = { together: 'a', bedWith: 'a' }
    const board = facts(
      [dorm, own],
      [
        guest(1, { ...couple, lodging: booked(OWN) }),
        guest(2, { ...couple, lodging: booked(DORM) }),
        guest(3, { together: 'a', lodging: booked(DORM) }),
      ],
    )
    expect(suggestPlaces(board).explanations).toEqual([])
    expect([1, 2, 3].map((id) => roomOf(board, id))).toEqual([2, 3, 3])
  })

  test('do not get a guest of this lodging beside one whom an admin placed there, if the room is for one', () => {
    const byHand = guest(1, { place: at(2) })
    expect(roomOf(facts([own, JUNIPER], [byHand, guest(2, { lodging: booked(OWN) })]), 2)).toBeUndefined()
  })

  test('say why an accessible bed is missing', () => {
    const wheels = guest(1, { lodging: booked(OWN), wishes: { ...NO_WISHES, noStairs: true } })
    expect(suggestPlaces(facts([own, JUNIPER], [wheels])).explanations).toEqual([
      'Guest 1 has no place yet: no accessible room of “A room of your own” has a free bed.',
    ])
  })

  test('report on the board whom an admin placed against what was booked', () => {
    const board = facts(
      [own, dorm],
      [
        guest(1, { lodging: booked(OWN), place: at(3) }),
        guest(2, { lodging: booked(DORM), place: at(3, 0, 1) }),
        guest(3, { place: at(3, 1) }),
        guest(4, { lodging: booked(OWN), place: at(2) }),
        guest(5, { lodging: booked(OWN), place: at(2, 1) }),
      ],
    )
    expect(conflictsOf(board).map(({ kind, text }) => [kind, text])).toEqual([
      ['too_few', '“A room of your own” is booked 3 times, but its rooms take 1 guest.'],
      [
        'per_room',
        'Guest 4 and Guest 5 booked “A room of your own” for one guest in a room, but 2 are in Mesa.',
      ],
      ['lodging', 'Guest 1 booked “A room of your own”, but got Bunkhouse with 2 others.'],
      ['lodging', 'Guest 3 got Bunkhouse, which is sold as “Bunkhouse”.'],
    ])
  })

  test('report nothing if everybody has what they booked', () => {
    const places = [at(3), at(3, 0, 1), at(3, 1), at(3, 1, 1)]
    const guests = places.map((place, index) => guest(index + 1, { lodging: booked(DORM), place }))
    const alone = [guest(8, { lodging: booked(OWN), place: at(2) }), guest(9, { place: at(1) })]
    expect(kindsOf(facts([own, dorm, JUNIPER], [...guests, ...alone]))).toEqual([])
  })
})

const LODGINGS = [null, { id: 1, name: 'Own', perRoom: 1 }, { id: 2, name: 'Dorm', perRoom: null }]

const rooms = fc
  .array(
    fc.record({
      beds: fc.array(fc.constantFrom(...BED_KINDS), { minLength: 1, maxLength: 3 }),
      accessible: fc.boolean(),
      lodging: fc.constantFrom(...LODGINGS),
    }),
    {
      maxLength: 5,
    },
  )
  .map((made) =>
    made.map(({ beds, accessible, lodging }, index) => ({
      ...room(index + 1, `Room ${index + 1}`, beds, accessible),
      lodging,
    })),
  )

const wish = fc.record({
  noStairs: fc.boolean(),
  noBunk: fc.boolean(),
  lowBunk: fc.boolean(),
  snores: fc.boolean(),
  lightSleeper: fc.boolean(),
  words: fc.constant<string[]>([]),
})

/** Generates random rooms and guests for the rooms board. Some guests already have a bed. */
const boards = fc
  .tuple(
    rooms,
    fc.array(
      fc.record({
        together: fc.constantFrom(null, null, 'a', 'b'),
        couple: fc.constantFrom(null, 1, 2),
        lodging: fc.constantFrom(
          null,
          upTo(1),
          upTo(2),
          ...LODGINGS.flatMap((each) => (each ? [{ ...each, namesRooms: true }] : [])),
        ),
        wishes: wish,
        stands: fc.boolean(),
        byHand: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
  )
  .map(([boardRooms, people, elsewhere]): BoardFacts => {
    const free = boardRooms.flatMap(placesOf)
    const guests = people.map(({ stands, byHand, couple, ...person }, index) => {
      const place = stands ? free.pop() : undefined
      const bedWith = person.together && couple && `${person.together}${couple}`
      return guest(index + 1, { ...person, bedWith, place: place ? { ...place, byHand } : null })
    })
    return facts(boardRooms, guests, {
      elsewhere: elsewhere.map((roomId) => ({ roomId, why: 'it is taken' })),
    })
  })

test('never suggests a taken bed, moves a guest whom an admin placed, or breaks a rule, for random rooms and guests', () => {
  fc.assert(
    fc.property(boards, fc.boolean(), (board, again) => {
      const { placed } = suggestPlaces(board, { again })
      expect(suggestPlaces(structuredClone(board), { again }).placed).toEqual(placed)
      const moved = new Map(
        placed.map(({ reservationId, place }) => [reservationId, { ...place, byHand: false }]),
      )
      const after = board.guests.map((one) => {
        const stays = one.place !== null && (one.place.byHand || !again)
        if (stays) expect(moved.has(one.reservationId)).toBe(false)
        return { ...one, place: stays ? one.place : (moved.get(one.reservationId) ?? null) }
      })
      const keys = after.flatMap(({ place }) => (place ? [`${place.roomId} ${place.bed} ${place.side}`] : []))
      expect(new Set(keys).size).toBe(keys.length)
      for (const { reservationId, place } of placed) {
        const taken = board.rooms.find(({ id }) => id === place.roomId)
        const own = board.guests.find((one) => one.reservationId === reservationId)
        expect(taken && hasPlace(taken, place)).toBe(true)
        expect(board.elsewhere.map(({ roomId }) => roomId)).not.toContain(place.roomId)
        expect(taken && own && wishProblem(own.wishes, taken, place)).toBe(null)
        const beside = after.filter(
          (one) => one.place?.roomId === place.roomId && one.place.bed === place.bed,
        )
        if (taken && isShared(taken.beds[place.bed] ?? 'single'))
          expect(new Set(beside.map(({ bedWith, reservationId: id }) => bedWith ?? id)).size).toBe(1)
        const here = after.filter((one) => one.place?.roomId === place.roomId)
        const named = own?.lodging?.namesRooms ? own.lodging : null
        expect(taken?.lodging?.id).toBe(named?.id)
        const most = taken && named ? guestsSharing(taken.beds, named.perRoom) : own?.lodging?.perRoom
        expect(here.length).toBeLessThanOrEqual(most ?? here.length)
      }
    }),
    { numRuns: 300 },
  )
})
