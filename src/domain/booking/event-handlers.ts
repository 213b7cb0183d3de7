/** Handles the calls about an event and its guests. */
import { toEventDetails, toEventForAdmin } from '#domain/events/contract/event-replies.ts'
import { previewEvent } from '#domain/events/contract/events.ts'
import { ENDS_TOO_EARLY, urlTakenMessage } from '#domain/events/domain/editing.ts'
import {
  type EventRow,
  findEventByPreview,
  findEventByUrlName,
  findPhotos,
  readSpots,
  readTakesCodes,
} from '../events/store/events.ts'
import { isPublished } from '#domain/events/domain/publication.ts'
import { accessTo } from '../events/unlock.ts'
import { type Spots, spotsLeft } from '#domain/events/rules.ts'
import { describeTaken } from '#domain/house/rules.ts'
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { may } from '#platform/http/context.ts'
import { isUuid } from '#shared/fields.ts'
import { readWaitlist } from './waitlist/admin-waitlist.ts'
import {
  type AdminEvent,
  createEvent,
  deleteEvent,
  getEvent,
  getGuestsToTell,
  tellDates,
  updateEvent,
} from './contract/event.ts'
import type { BookingDeps } from './deps.ts'
import { describeOpenMoneyOfEvent } from './domain/open-money.ts'
import { countReservations, listReservations } from './store/reservations.ts'
import { readOpenMoney } from './use-cases/delete-reservation.ts'
import {
  type DatesTaken,
  deleteWholeEvent,
  editEvent,
  makeEvent,
  type SavedEvent,
} from './use-cases/edit-event.ts'
import { readReservations } from './use-cases/show-reservation.ts'
import { readGuestsToTell, tellNewDates } from './use-cases/tell-dates.ts'
import { offerEnd } from './waitlist/rules.ts'

export const eventHandlers = (deps: BookingDeps): Bound[] => [
  bind(getEvent, async ({ query }, context) => {
    const event = await findEventByUrlName(deps.db, query.eventUrlName)
    const access = event && accessTo(context, event, { secret: deps.sessionSecret, now: deps.now() })
    if (!event || access === 'hidden') return fail('not_found')
    if (access === 'locked') {
      return { urlName: event.urlName, private: true as const, locked: true as const }
    }
    if (may(context.caller, 'guests.edit')) return readForAdmin(deps, event, query)
    return toEventDetails(event, await readPageFacts(deps, event))
  }),

  bind(previewEvent, async ({ query: { token } }) => {
    const event = isUuid(token) ? await findEventByPreview(deps.db, token) : undefined
    if (!event) return fail('not_found')
    const { urlName } = event
    if (isPublished(event, deps.now())) return { urlName, event: null }
    return { urlName, event: toEventDetails(event, await readPageFacts(deps, event)) }
  }),

  bind(createEvent, async ({ body }, { caller }) => {
    const made = await makeEvent(deps, body, caller)
    if (made === 'url_taken') return urlTaken(body.urlName)
    if ('taken' in made) return datesTaken(made)
    return 'fields' in made ? fail('invalid', made) : readSaved(deps, made)
  }),

  bind(updateEvent, async ({ body }, { caller }) => {
    const { id, version, tellGuests = false, refuseOverlap: refuses, ...changes } = body.updateEventData
    const refuseOverlap = refuses ?? body.refuseOverlap ?? false
    const edited = await editEvent(deps, { id, version, changes, tellGuests, refuseOverlap, caller })
    if (edited === 'url_taken') return urlTaken(changes.urlName ?? '')
    if (edited === 'ends_too_early') return fail('invalid', { fields: { endDateDate: ENDS_TOO_EARLY } })
    if (typeof edited === 'string') return fail(edited)
    if ('taken' in edited) return datesTaken(edited)
    return 'fields' in edited ? fail('invalid', edited) : readSaved(deps, edited)
  }),

  bind(getGuestsToTell, async ({ query }) => (await readGuestsToTell(deps, query.id)) ?? fail('not_found')),

  bind(tellDates, async ({ body }, { caller }) => {
    const told = await tellNewDates(deps, { ...body, by: actorOf(caller) })
    return typeof told === 'string' ? fail(told) : told
  }),

  bind(deleteEvent, async ({ query: { id, force } }, { caller }) => {
    const deletion = { eventId: id, force: force === 'true', by: actorOf(caller) }
    const deleted = await deleteWholeEvent(deps, deletion)
    if (typeof deleted === 'string') return fail(deleted)
    return 'open' in deleted ? fail('money_open', { message: describeOpenMoneyOfEvent(deleted) }) : deleted
  }),
]

/**
 * Returns what an event's page needs in addition to the event's row: free spots, photos, and whether discount codes
 * exist.
 */
async function readPageFacts({ db, now }: BookingDeps, event: EventRow) {
  const spots = await readSpots(db, event.id)
  const photos = await findPhotos(db, event.id)
  return { spots, photos, takesCodes: await readTakesCodes(db, event, now()), now: now() }
}

async function readForAdmin(deps: BookingDeps, event: EventRow, most: Most = {}): Promise<AdminEvent> {
  const seen = await readPageFacts(deps, event)
  return {
    ...toEventForAdmin(event, seen),
    ...(await readGuests(deps, event, seen.spots, most)),
    waitlistStopped: event.waitlistStoppedAt !== null,
    openMoney: await readOpenMoney(deps.db, { eventId: event.id }),
  }
}

const readSaved = async (deps: BookingDeps, { event, overlaps }: SavedEvent) => ({
  event: await readForAdmin(deps, event),
  overlaps,
})

const datesTaken = ({ taken }: DatesTaken) => fail('dates_taken', { message: describeTaken(taken) })

function urlTaken(urlName: string) {
  const words = urlTakenMessage(urlName)
  return fail('url_taken', { message: words, fields: { urlName: words } })
}

/** The largest numbers of reservations and waitlist entries to return. Returns all if missing. */
interface Most {
  guests?: number | undefined
  waitlist?: number | undefined
}

/** Reads the guests and the waitlist of an event. Runs the same number of SQL statements for any number of guests. */
async function readGuests(deps: BookingDeps, event: EventRow, spots: Spots, most: Most) {
  const { db, sealer, now } = deps
  const rows = await listReservations(db, { eventId: event.id, after: 0, limit: most.guests })
  const queue = await readWaitlist(db, sealer, { eventId: event.id, limit: most.waitlist })
  return {
    reservations: await readReservations(deps, rows, { event, spots }),
    reservationCount: rows.length === most.guests ? await countReservations(db, event.id) : rows.length,
    waitlists: queue.entries,
    waitlistCount: queue.count,
    spotsToOffer: offerEnd(event, now(), { byHand: true }) ? spotsLeft(event.spots, spots) : 0,
  }
}
