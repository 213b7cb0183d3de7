/** Handles the requests for the kitchen sheet, and for the host links that open it. */
import { randomUUID } from 'node:crypto'
import { listArrivals } from '#domain/onsite/arrival/store.ts'
import { showArrival } from '#domain/onsite/arrival/show-arrival.ts'
import { arrivesAt, sortByArrival, NO_ARRIVAL } from '#domain/onsite/arrival/rules.ts'
import { type EventRow, findEvent, findEventByUrlName, lockEvent } from '#domain/events/store/events.ts'
import { listPlaces } from '#domain/onsite/rooms/store.ts'
import { actorOf, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { type Caller, may } from '#platform/http/context.ts'
import { openColumns } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { type Day, daysBetween, ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import { CONTACT_FIELDS, pickFields } from '#shared/guest-details.ts'
import * as contract from './contract.ts'
import { lastHostDay } from '#domain/events/rules.ts'
import { compareTexts, groupNeeds, isLinkOpen, shortNames } from './rules.ts'
import * as store from './store.ts'

export function hostHandlers(services: Services): Bound[] {
  const { db, now } = services
  const today = () => ranchDay(now())
  return [
    bind(contract.getKitchenSheet, async ({ query: { eventUrlName, medical } }, { caller }) => {
      const withMedical = medical === 'true'
      const mayKnow = may(caller, 'health.see')
      if (withMedical && !mayKnow) return fail('forbidden')
      const event = await findEventByUrlName(db, eventUrlName)
      if (!event) return fail('not_found')
      const withContacts = may(caller, 'guests.edit')
      const { medical: conditions, ...sheet } = await readSheet(services, event, {
        withMedical,
        withContacts,
      })
      return { ...sheet, urlName: event.urlName, ...(mayKnow && { medical: conditions }) }
    }),

    bind(contract.getHostSheet, async ({ query: { token } }) => {
      const found = isUuid(token) ? await store.findHostLink(db, token) : undefined
      // Wrong, ended and expired host links get the same reply, so that nobody can find out which links existed.
      if (!found || !isLinkOpen(found.link, found.event, today())) return fail('not_found')
      const { link, event } = found
      const sheet = await readSheet(services, event, { withMedical: link.withMedical, withContacts: true })
      return { ...sheet, lastDay: lastHostDay(event.endDateDate) }
    }),

    bind(contract.listHostLinks, async ({ query: { eventId } }) => {
      const event = await findEvent(db, eventId)
      if (!event) return fail('not_found')
      const links = await store.listLinksOf(db, eventId)
      return links.map((link) => toHostLink(link, event, today()))
    }),

    bind(contract.makeHostLink, async ({ body }, { caller }) => {
      const made = await makeLink(services, { ...body, caller })
      return typeof made === 'string' ? fail(made) : { hostLink: toHostLink(made.link, made.event, today()) }
    }),

    bind(contract.revokeHostLink, async ({ query: { id } }, { caller }) => {
      return (await revokeLink(services, { id, caller })) ? {} : fail('not_found')
    }),
  ]
}

async function makeLink(
  { db, sealer, now }: Services,
  { eventId, withMedical, caller }: { eventId: number; withMedical: boolean; caller: Caller },
): Promise<{ link: store.HostLinkRow; event: EventRow } | 'not_found' | 'event_over'> {
  const at = now()
  return db.transaction(async (tx) => {
    // Locks the event, so that its last day cannot change before the host link is written.
    const event = (await lockEvent(tx, eventId)) && (await findEvent(tx, eventId))
    if (!event) return 'not_found'
    if (ranchDay(at) > lastHostDay(event.endDateDate)) return 'event_over'
    const who = actorOf(caller)
    const row = { eventId, withMedical, token: randomUUID(), madeBy: who.actor, madeAt: at }
    const link = await store.insertHostLink(tx, row)
    const fields = withMedical ? ['medicalConditions'] : []
    await recordAudit(tx, sealer, [{ ...who, ...entryOf(link), action: 'host_link.made', fields, at }])
    return { link, event }
  })
}

/** Ends a host link. Returns false if the link does not exist. Ending an ended link changes nothing. */
async function revokeLink(
  { db, sealer, now }: Services,
  { id, caller }: { id: number; caller: Caller },
): Promise<boolean> {
  const at = now()
  return db.transaction(async (tx) => {
    const link = await store.lockHostLink(tx, id)
    if (!link) return false
    if (link.revokedAt) return true
    await store.markRevoked(tx, id, at)
    await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entryOf(link), action: 'host_link.revoked', at }])
    return true
  })
}

const entryOf = ({ id, eventId }: store.HostLinkRow) => ({ entity: 'host_link', entityId: id, eventId })

const toHostLink = (link: store.HostLinkRow, event: EventRow, today: Day) => ({
  ...link,
  token: isLinkOpen(link, event, today) ? link.token : null,
  lastDay: lastHostDay(event.endDateDate),
  revoked: link.revokedAt !== null,
})

// From here on: builds an event's kitchen sheet from the guests' decrypted answers.

/** Builds the kitchen sheet. Decrypts medical conditions only if the caller asks for them. */
async function readSheet(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  event: EventRow,
  { withMedical, withContacts }: { withMedical: boolean; withContacts: boolean },
) {
  const rows = await store.listConfirmedGuests(db, event.id)
  const named = rows.flatMap(({ id, partyId, ...sealed }) => {
    const row = { ...sealed, medicalConditions: withMedical ? sealed.medicalConditions : null }
    const guest = openColumns(sealer, 'reservations', row, ...store.SHEET_FIELDS)
    // A guest whose details were deleted has no name, so the sheet does not list this guest.
    return guest.customerName === null ? [] : [{ ...guest, id, partyId, customerName: guest.customerName }]
  })
  const guests = named.toSorted((one, other) => compareTexts(one.customerName, other.customerName))
  const names = shortNames(guests)
  const others = ({ id, partyId }: (typeof guests)[number]) =>
    guests.flatMap((other, index) =>
      partyId !== null && other.partyId === partyId && other.id !== id ? [names[index] ?? ''] : [],
    )
  const ids = guests.map(({ id }) => id)
  const arrivals = await listArrivals(db, ids)
  const places = await listPlaces(db, ids)
  const arrivalOf = ({ id }: { id: number }) => arrivals.get(id) ?? NO_ARRIVAL
  const needsIn = (field: 'foodAllergies' | 'medicalConditions') =>
    groupNeeds(guests.map((guest, index) => ({ guest: names[index] ?? '', text: guest[field] })))
  return {
    event: {
      ...event,
      nights: daysBetween(event.startDateDate, event.endDateDate),
      cancelled: event.cancelledAt !== null,
    },
    coming: rows.length,
    nameless: rows.length - named.length,
    allergies: needsIn('foodAllergies'),
    contacts: sortByArrival(
      guests.map((guest, index) => ({
        reservationId: guest.id,
        name: guest.customerName,
        shortName: names[index] ?? '',
        ...(withContacts && pickFields(guest, CONTACT_FIELDS)),
        comesWith: others(guest),
        arrival: showArrival(arrivalOf(guest), event),
        room: places.get(guest.id)?.words ?? null,
      })),
      ({ reservationId: id }) => arrivesAt(arrivalOf({ id }), event),
    ),
    medical: withMedical ? needsIn('medicalConditions') : null,
    chosen: (await store.listChosen(db, event.id)).map(({ name, guestIds }) => ({
      name,
      guests: guestIds.length,
      names: guests.flatMap(({ id }, index) => (guestIds.includes(id) ? (names[index] ?? '') : [])),
    })),
  }
}
