/**
 * Handles the calls about events and their photos. Admins get an event together with its guests, even in the reply to
 * an edit.
 */
import { randomUUID } from 'node:crypto'
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { may } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { orderByIds } from '#shared/collections.ts'
import { isDay } from '#shared/days.ts'
import { id as idField } from '#shared/fields.ts'
import { toEventSummary } from './contract/event-replies.ts'
import {
  checkUrlValid,
  deletePhoto,
  getPreviewLink,
  makePreviewLink,
  orderPhotos,
  revokePreviewLink,
  updatePhoto,
} from './contract/event.ts'
import { listEvents, publishedEvents, unlockEvent, type EventSummary } from './contract/events.ts'
import { isUrlName } from './domain/editing.ts'
import { isPublished } from './domain/publication.ts'
import { NO_SPOTS } from './rules.ts'
import {
  isUrlNameTaken,
  listPublished,
  lockPhoto,
  placePhotos,
  removePhoto,
  setAlt,
  setPreviewToken,
  type Cursor,
  listEventsPage,
  type Page,
} from './store/catalog.ts'
import {
  type EventRow,
  findEvent,
  findEventByUrlName,
  findPhotos,
  lockEvent,
  readSpotsOf,
} from './store/events.ts'
import { accessTo, isPassword, unlockCookieName, UNLOCKED_SECONDS, unlockToken } from './unlock.ts'

export function eventHandlers(deps: Services): Bound[] {
  return [...pageHandlers(deps), ...adminHandlers(deps), ...previewHandlers(deps), ...photoHandlers(deps)]
}

function pageHandlers(deps: Services): Bound[] {
  const { db, now, sessionSecret } = deps
  return [
    bind(listEvents, async ({ query: { when, limit, cursor } }, { caller }) => {
      const after = cursor === undefined ? null : readCursor(cursor)
      const unknown = cursor !== undefined && (!after || (when && when !== after.when))
      if (unknown) return fail('invalid', { fields: { cursor: 'Please use a cursor of this list' } })
      return listPage(db, {
        when: when ?? after?.when,
        limit,
        after,
        now: now(),
        admin: may(caller, 'events.see'),
      })
    }),

    bind(publishedEvents, async () => listPublished(db, now())),

    bind(unlockEvent, async ({ body }, context) => {
      const event = await findEventByUrlName(db, body.eventUrlName)
      const access = event && accessTo(context, event, { secret: sessionSecret, now: now() })
      if (!event || access === 'hidden') return fail('not_found')
      if (event.password === null) return {}
      if (access === 'locked' && !(await context.mayGuess(`event:${event.id}`))) return fail('rate_limited')
      if (!isPassword(sessionSecret, event, body.password)) return fail('wrong_password')
      const token = unlockToken(sessionSecret, event)
      context.setCookie(unlockCookieName(event.id), token, { maxAgeSeconds: UNLOCKED_SECONDS })
      return {}
    }),
  ]
}

function adminHandlers(deps: Services): Bound[] {
  return [
    bind(checkUrlValid, async ({ query: { urlName, id } }) => {
      return isUrlName(urlName) && !(await isUrlNameTaken(deps.db, urlName, id))
    }),
  ]
}

// From here on: the link that shows an unpublished event to anyone who has it (R58.4).

function previewHandlers({ db, sealer, now }: Services): Bound[] {
  return [
    bind(getPreviewLink, async ({ query: { eventId } }) => {
      const event = await findEvent(db, eventId)
      return event ? { token: isPublished(event, now()) ? null : event.previewToken } : fail('not_found')
    }),

    bind(makePreviewLink, async ({ body: { eventId } }, { caller }) => {
      const made = await db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        if (!event) return 'not_found'
        const at = now()
        if (isPublished(event, at)) return 'published'
        const token = randomUUID()
        await setPreviewToken(tx, eventId, token)
        const entry = { entity: 'event', entityId: eventId, action: 'event.previewLinkMade', eventId }
        await recordAudit(tx, sealer, [{ ...entry, ...actorOf(caller), at }])
        return { token }
      })
      return typeof made === 'string' ? fail(made) : made
    }),

    bind(revokePreviewLink, async ({ query: { eventId } }, { caller }) => {
      const found = await db.transaction(async (tx) => {
        const event = (await lockEvent(tx, eventId)) && (await findEvent(tx, eventId))
        if (!event?.previewToken) return event
        await setPreviewToken(tx, eventId, null)
        const entry = { entity: 'event', entityId: eventId, action: 'event.previewLinkEnded', eventId }
        await recordAudit(tx, sealer, [{ ...entry, ...actorOf(caller), at: now() }])
        return event
      })
      return found ? {} : fail('not_found')
    }),
  ]
}

// From here on: calls that describe, order and delete the photos of an event.

function photoHandlers({ db, sealer, now }: Services): Bound[] {
  return [
    bind(updatePhoto, async ({ body: { id, alt } }, { caller }) => {
      const photo = await db.transaction(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo || photo.alt === alt) return photo
        const at = now()
        await setAlt(tx, photo, { alt, at })
        const entry = { ...photoEntry(photo, 'photo.updated'), fields: ['alt'] }
        await recordAudit(tx, sealer, [{ ...entry, ...actorOf(caller), at }])
        return photo
      })
      return photo ? { photo: { ...photo, alt } } : fail('not_found')
    }),

    bind(orderPhotos, async ({ body: { eventId, ids } }, { caller }) => {
      const photos = await db.transaction(async (tx) => {
        if (!(await lockEvent(tx, eventId))) return null
        const before = await findPhotos(tx, eventId)
        const order = orderByIds(before, ids)
        if (order.every((id, index) => id === before[index]?.id)) return before
        const at = now()
        await placePhotos(tx, eventId, { ids: order, at })
        const entry = { ...actorOf(caller), action: 'photos.ordered', entity: 'event', entityId: eventId }
        await recordAudit(tx, sealer, [{ ...entry, eventId, at }])
        return findPhotos(tx, eventId)
      })
      return photos ? { photos } : fail('not_found')
    }),

    bind(deletePhoto, async ({ query: { id } }, { caller }) => {
      const gone = await db.transaction(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo) return false
        const at = now()
        await removePhoto(tx, photo, at)
        await recordAudit(tx, sealer, [{ ...photoEntry(photo, 'photo.deleted'), ...actorOf(caller), at }])
        return true
      })
      return gone ? {} : fail('not_found')
    }),
  ]
}

const photoEntry = ({ id, eventId }: { id: number; eventId: number }, action: string) => {
  return { eventId, entityId: id, action, entity: 'photo' }
}

// From here on: pages of events, always in ascending order of start. The first page of current events begins with the
// next event. The first page of past events ends with the newest.

/**
 * Number of past events that a request without a `limit` gets, the newest ones. Current events are all returned
 * (R10.3).
 */
const PAST_PAGE = 100

interface ListingOptions {
  /** Selects current or past events. Undefined selects all current events and the newest past ones. */
  when: Cursor['when'] | undefined
  limit: number | undefined
  after: Cursor | null
  now: Date
  /** True for admins, who also see private and unpublished events. */
  admin: boolean
}

export interface Listing {
  events: EventSummary[]
  nextCursor: string | null
}

export async function listPage(
  db: Database,
  { when, limit, after, now, admin }: ListingOptions,
): Promise<Listing> {
  const page = { now, includeHidden: admin, after }
  const past =
    when === 'current' ? NOTHING : await readSide(db, 'past', { ...page, limit: limit ?? PAST_PAGE })
  const current =
    when === 'past' ? NOTHING : await readSide(db, 'current', { ...page, limit: (when && limit) ?? null })
  const found = [...past.rows, ...current.rows]
  const spots = await readSpotsOf(
    db,
    found.map((event) => event.id),
  )
  return {
    events: found.map((event) => toEventSummary(event, spots.get(event.id) ?? NO_SPOTS, now)),
    nextCursor: past.next ?? current.next,
  }
}

interface Rows {
  rows: EventRow[]
  next: string | null
}

const NOTHING: Rows = { rows: [], next: null }

async function readSide(db: Database, when: Cursor['when'], page: Page): Promise<Rows> {
  const { limit } = page
  const found = await listEventsPage(db, when, { ...page, limit: limit === null ? null : limit + 1 })
  const rows = limit === null ? found : found.slice(0, limit)
  const last = rows.at(-1)
  const isMore = last !== undefined && found.length > rows.length
  const next = isMore ? writeCursor({ when, start: last.startDateDate, id: last.id }) : null
  return { rows: when === 'past' ? rows.toReversed() : rows, next }
}

/** Returns a cursor as text. The format may change, so clients must send the text back unchanged. */
export const writeCursor = ({ when, start, id }: Cursor): string => `${when}_${start}_${id}`

/** Returns the cursor from its text, or null if this server did not write the text. */
export function readCursor(text: string): Cursor | null {
  const [when, start = '', digits = '', ...rest] = text.split('_')
  const id = idField().safeParse(digits)
  const known = (when === 'current' || when === 'past') && isDay(start)
  return known && id.success && rest.length === 0 ? { when, start, id: id.data } : null
}
