/** An event's own rows: itself, who waits for it, and what else hangs on it. */
import { hostLinks } from '#platform/database/schema/host-links.ts'
import { auditEntries } from '#platform/database/schema/access.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { sealRecord } from '#platform/sealing.ts'
import { addDays, formatDay, ranchInstant } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { type House, OFFER_HOURS, personOf, purgeOf } from './house.ts'
import type { PlannedEvent } from './plan.ts'

const KINDS = ['Retreat', 'Yoga week', 'Branding days', 'Writing week', 'Open house'] as const
const ABOUT = 'Days on the ranch: quiet mornings, long tables, an open sky, and work for whoever wants it.'

export function addEvent(house: House, event: PlannedEvent, taken: number): void {
  const { writer, chance, now } = house
  const { id, start, end } = event
  const createdAt = earlier(now, ranchInstant(addDays(start, -200), 9))
  const purgedAt = purgeOf(house, event)
  const name = `${KINDS[id % KINDS.length]} ${id}`
  writer.add(events, {
    id,
    name,
    urlName: name.toLowerCase().replaceAll(' ', '-'),
    host: id % 3 === 0 ? 'Sam Doe' : null,
    hostCell: '505-555-0112',
    adminEmail: venue.email,
    cost: event.cost,
    includes: 'All meals and a bed',
    shortDescription: `${name}: ${ABOUT}`,
    longDescription: Array.from({ length: 4 }, () => `<p>${ABOUT}</p>`).join('\n'),
    startDate: `${formatDay(start)}, in the afternoon`,
    startDateDate: start,
    endDate: `${formatDay(end)}, at noon`,
    endDateDate: end,
    color: chance.pick(['#EBDDC0', '#8F3A20', '#3E5F4A', '#2F4A6B']),
    password: event.password,
    spots: taken + event.free,
    showWaitlist: event.waiting > 0,
    cancelledAt: event.cancelled ? earlier(now, ranchInstant(addDays(start, -20), 9)) : null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  })
  writer.add(auditEntries, {
    uuid: chance.uuid(),
    at: createdAt,
    actor: 'admin:the-admin',
    action: 'event.created',
    entity: 'event',
    entityId: id,
    eventId: id,
    reservationId: null,
    fields: null,
    actorEmail: null,
    details: null,
  })
  if (id % 20 === 0)
    writer.add(hostLinks, {
      token: chance.uuid(),
      eventId: id,
      withMedical: false,
      madeBy: 'admin:the-admin',
      madeAt: createdAt,
      lastDay: end,
      revokedAt: purgedAt,
    })
}

/** Those in line; `held` is the reservation that holds a spot for the first of them, if one does. */
export function addLine(house: House, event: PlannedEvent, held: number | null): void {
  const { writer, sealer, chance, numbers, now } = house
  const purgedAt = purgeOf(house, event)
  for (let place = 0; place < event.waiting; place += 1) {
    const uuid = chance.uuid()
    const id = numbers.next('waitlist')
    const offered = place === 0 && held !== null
    const { customerName, email } = personOf(house)
    const named = sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
    const joinedAt = earlier(now, ranchInstant(addDays(event.start, -30 + place), 11))
    const nobody = { customerName: null, email: null, emailHash: null }
    writer.add(waitlistEntries, {
      id,
      uuid,
      eventId: event.id,
      ...(purgedAt ? nobody : { ...named, emailHash: sealer.lookup(email) }),
      state: offered ? 'offered' : 'waiting',
      position: place,
      purgedAt,
      confirmedAt: joinedAt,
      createdAt: joinedAt,
    })
    if (offered)
      writer.add(waitlistOffers, {
        id: numbers.next('offer'),
        token: chance.uuid(),
        entryId: id,
        reservationId: held,
        state: 'open',
        madeAt: now,
        expiresAt: new Date(now.getTime() + OFFER_HOURS * 3_600_000),
        endedAt: null,
      })
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
