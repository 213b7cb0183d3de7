/** Creates the sample venue before anyone signs up: events, rooms, codes and the family's calendar. */
import { invitePerson } from '#domain/staff/people/contract.ts'
import { ROLES } from '#shared/roles.ts'
import { createCalendarEvent, updateCalendarEvent } from '#domain/calendar/contract.ts'
import { createCode } from '#domain/booking/codes/contract/admin.ts'
import { createEvent } from '#domain/booking/contract/event.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { addPhoto } from '#domain/events/store/events.ts'
import { createRoom, listRooms } from '#domain/onsite/rooms/contract.ts'
import type { BedKind } from '#platform/database/schema/rooms.ts'
import { addDays, type Day } from '#shared/days.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { formatDay } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import type { SampleCode, SampleEvent } from './events.ts'
import type { SampleContext } from './sample-runner.ts'
import type { Retreat } from './stays.ts'

/**
 * Host fields that all sample events share: an invented phone number for the host, and the venue's own e-mail
 * address.
 */
const HOST_FIELDS = { hostCell: '505-555-0112', adminEmail: venue.email }

export async function makeEvent({ db, now, admin, guest }: SampleContext, retreat: Retreat): Promise<void> {
  const { sample, startDateDate } = retreat
  const options = await withRooms(admin, sample)
  const { event } = await admin(createEvent, {
    body: { ...sample.event, options, ...datesOf(sample, startDateDate), ...HOST_FIELDS },
  })
  retreat.id = event.id
  // Adds the photos directly to the database. They belong to the site's picture library, but the form accepts
  // only uploads.
  for (const url of sample.photos) await addPhoto(db, { eventId: event.id, url, at: now() })
  const { urlName, password } = sample.event
  if (password) await guest(unlockEvent, { body: { eventUrlName: urlName, password } })
}

/** Returns the options of a sample event, with the ids of the rooms that its lodgings have. */
async function withRooms(admin: SampleContext['admin'], { event, rooms = {} }: SampleEvent) {
  const { options = [] } = event
  if (Object.keys(rooms).length === 0) return options
  const all = await admin(listRooms)
  return options.map((option) => {
    const own = all.filter(({ name }) => rooms[option.name]?.includes(name))
    return { ...option, rooms: own.map(({ id }) => id) }
  })
}

function datesOf({ days, arrive, leave }: SampleEvent, startDateDate: Day) {
  const endDateDate = addDays(startDateDate, days - 1)
  return {
    startDateDate,
    endDateDate,
    startDate: `${formatDay(startDateDate)}, ${arrive}`,
    endDate: `${formatDay(endDateDate)}, ${leave}`,
  }
}

type RoomInput = InputOf<typeof createRoom>['body']['room']

const room = (name: string, floor: string, beds: BedKind[], more: Partial<RoomInput> = {}): RoomInput => ({
  name,
  floor,
  beds,
  notes: null,
  ...more,
})

const GROUND = 'Sleeping house, ground floor'
const UPSTAIRS = 'Sleeping house, upstairs'

/** The 11 bedrooms. Their names and beds are only examples. */
const SAMPLE_ROOMS: readonly RoomInput[] = [
  room('Juniper', GROUND, ['queen'], { accessible: true, notes: 'Wide door, step-free shower.' }),
  room('Piñon', GROUND, ['king']),
  room('Yucca', GROUND, ['single', 'single'], { accessible: true }),
  room('Sage', GROUND, ['queen']),
  room('Chamisa', GROUND, ['double', 'single']),
  room('Ocotillo', UPSTAIRS, ['queen']),
  room('Mesquite', UPSTAIRS, ['single', 'single']),
  room('Cottonwood', UPSTAIRS, ['king'], { notes: 'Looks east: bright from dawn.' }),
  room('Aspen', UPSTAIRS, ['double']),
  room('Willow', UPSTAIRS, ['queen', 'single']),
  room('Bunkhouse', 'Gathering house, over the kitchen', ['bunk', 'bunk', 'bunk']),
]

export async function makeRooms({ admin }: SampleContext): Promise<void> {
  for (const room of SAMPLE_ROOMS) await admin(createRoom, { body: { room } })
}

type Terms = InputOf<typeof createCode>['body']['code'] & { code: SampleCode }

/** Returns the discount codes: a percentage off, an amount off one retreat, and a price that guests set. */
function sampleCodes(today: Day, leatherId: number): Terms[] {
  const validUntil = addDays(today, 60)
  return [
    { code: 'EARLY-BIRD', kind: 'percent', value: 10, validUntil, note: 'On the spring postcard.' },
    {
      code: 'LEATHER-FRIENDS',
      kind: 'amount',
      value: 15_000,
      eventId: leatherId,
      uses: 3,
      note: 'For those whom Inez brings.',
    },
    {
      code: 'COME-ANYWAY',
      kind: 'open',
      value: 30_000,
      suggestion: 60_000,
      uses: 4,
      note: 'Four places a year for people who could not come otherwise.',
    },
  ]
}

export async function makeCodes({ admin }: SampleContext, today: Day, leather: Retreat): Promise<void> {
  for (const code of sampleCodes(today, leather.id)) await admin(createCode, { body: { code } })
}

/** Each row has a title, the first day (counted from today), the number of days, and a color. */
const FAMILY_ENTRIES = [
  ['Grandma’s birthday', -130, 1, '#B5476B'],
  ['Roof of the tack room', -112, 12, '#7A5C3E'],
  ['Sam in Las Cruces', -40, 5, '#3F6FA0'],
  ['Blue to the vet', -12, 1, '#8F3A20'],
  ['Cousins visit', -2, 6, '#662255'],
  ['Windmill inspection', 4, 1, '#17696B'],
  ['Hay delivery', 9, 1, '#9A7B1F'],
  ['Everyone home', 24, 4, '#662255'],
  ['No guests: fence week', 33, 7, '#7A5C3E'],
  ['Inez in the leather shop', 88, 6, '#8F3A20'],
  ['School holidays', 96, 10, '#3F6FA0'],
  ['Well pump service', 131, 2, '#17696B'],
] as const

/** Creates a dozen sample entries in the family's calendar. Two of them ended more than 90 days ago. */
export async function makeCalendar({ admin }: SampleContext, today: Day): Promise<void> {
  for (const [name, startsIn, days, color] of FAMILY_ENTRIES) {
    const { id } = await admin(createCalendarEvent)
    const start = addDays(today, startsIn)
    const entry = { id, name, start, end: addDays(start, days - 1), color }
    await admin(updateCalendarEvent, { body: { updateCalendarData: entry } })
  }
}

/** Invites one person for each role. They can sign in at the embedded identity provider. The admin is the owner. */
export async function invitePeople({ admin }: SampleContext): Promise<void> {
  for (const role of ROLES.filter((each) => each !== 'owner'))
    await admin(invitePerson, {
      body: { person: { email: `${role}@example.test`, role } },
    })
}
