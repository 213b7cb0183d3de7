/** Creates, changes and deletes events, including the effects on guests who have signed up. */
import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { type Actor, actorOf, recordAudit } from '#platform/audit.ts'
import { sqlState, type Transaction, UNIQUE_VIOLATION } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { changedFields } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import { formatInstant } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { phoneProblems, phoneRefusal } from '#shared/phones.ts'
import { countEntries, deleteEntriesOfEvent } from '../waitlist/store/entries.ts'
import { enqueueOffers } from '../waitlist/enqueue-jobs.ts'
import type { PAYMENT_FAILURES } from '#domain/events/contract/failures.ts'
import type { BookingDeps } from '../deps.ts'
import type { OpenMoney } from '../domain/open-money.ts'
import { moveRemainders } from '../store/invoices.ts'
import { listGuestsToTell } from '../store/guests-to-tell.ts'
import { countReservations } from '../store/reservations.ts'
import { deleteReservations } from './delete-reservation.ts'
import { datesBefore, emailNewDates } from './tell-dates.ts'
import { lockRooms } from '#domain/onsite/rooms/store.ts'
import type { EventChanges, EventInput } from '#domain/events/contract/fields.ts'
import type { HouseEntry } from '#domain/house/contract.ts'
import { lockDates, readOverlaps } from '#domain/house/store.ts'
import { daysInOrder, offerProblem, type OptionInput } from '#domain/events/domain/editing.ts'
import {
  isPublished,
  nextPublication,
  type Publication,
  publicationAt,
} from '#domain/events/domain/publication.ts'
import type { OptionWithTexts } from '#domain/events/domain/options.ts'
import {
  copyPhotos,
  insertEvent,
  isUrlNameTaken,
  removeEvent,
  writeEvent,
  writeOptions,
} from '#domain/events/store/catalog.ts'
import { type EventRow, findEvent, findPhotos, lockEvent, readSpots } from '#domain/events/store/events.ts'

/** A saved event, and what shares a night with it. */
export interface SavedEvent {
  event: EventRow
  overlaps: HouseEntry[]
}

/** What is on the dates of an event that was not saved for this reason. */
export interface DatesTaken {
  taken: HouseEntry[]
}

/**
 * Creates an event with defaults for missing fields. If the new event is a copy of another one, it also gets the
 * photos of that event.
 */
export async function makeEvent(
  { db, sealer, now }: Services,
  {
    copyPhotosOf,
    options = [],
    status,
    publishAt,
    refuseOverlap = false,
    ...input
  }: EventInput & { copyPhotosOf?: number | undefined; refuseOverlap?: boolean | undefined },
  caller: Caller,
): Promise<SavedEvent | 'url_taken' | DatesTaken | { fields: Record<string, string> }> {
  const at = now()
  const uncallable = phoneProblems(input)
  if (uncallable) return phoneRefusal(uncallable)
  const publication = nextPublication(
    null,
    { status, publishAt },
    { now: at, startDateDate: input.startDateDate },
  )
  if ('problem' in publication) return { fields: { publishAt: publication.problem } }
  return db.transaction(async (tx) => {
    await lockDates(tx)
    const offer = { cost: input.cost, wanted: options, current: [] }
    const problem = offerProblem({ ...offer, rooms: await roomsNamedIn(tx, options) })
    if (problem !== null) return { fields: { options: problem } }
    const overlaps = await readOverlaps(tx, stayOf(input), { except: null, now: at })
    if (refuseOverlap && overlaps.length > 0) return { taken: overlaps }
    const made = await insertEvent(
      tx,
      { ...input, ...publication, adminEmail: input.adminEmail ?? venue.email },
      at,
    )
    if (!made) return 'url_taken'
    await writeOptions(tx, made.id, options)
    if (copyPhotosOf !== undefined) await copyPhotos(tx, { from: copyPhotosOf, to: made.id })
    const created = auditOf(made.id, { action: 'event.created', caller, at })
    const later = publication.status === 'published' ? [] : [auditOfPublication(created, publication)]
    await recordAudit(tx, sealer, [created, ...later])
    return { event: made, overlaps }
  })
}

const stayOf = ({ startDateDate, endDateDate }: Pick<EventRow, 'startDateDate' | 'endDateDate'>) => ({
  start: startDateDate,
  end: endDateDate,
})

interface Edit {
  id: number
  /** Version of the event when the admin read it. Undefined accepts any, even after other admins' edits. */
  version: number | undefined
  changes: EventChanges
  /** True to e-mail the confirmed guests if the event's days change. */
  tellGuests: boolean
  /** True to refuse new days on which something else is at the house. */
  refuseOverlap: boolean
  caller: Caller
}

type NotEdited =
  | 'not_found'
  | 'stale'
  | 'url_taken'
  | 'ends_too_early'
  | 'has_guests'
  | DatesTaken
  | { fields: Record<string, string> }

/** Applies an admin's edit to an event and returns the changed event (R10.12). */
export async function editEvent(deps: BookingDeps, edit: Edit): Promise<SavedEvent | NotEdited> {
  try {
    return await deps.db.transaction(async (tx) => editLocked(tx, deps, edit))
  } catch (error) {
    // Another event got the same URL name between this request's check and its write.
    if (sqlState(error) === UNIQUE_VIOLATION) return 'url_taken'
    throw error
  }
}

async function editLocked(tx: Transaction, deps: BookingDeps, edit: Edit): Promise<SavedEvent | NotEdited> {
  const { id, version, caller } = edit
  const { options: wanted, about, status, publishAt, ...changes } = edit.changes
  // Reads the event in a statement after the lock, so that the edit is based on the latest committed row.
  const current = (await lockEvent(tx, id)) && (await findEvent(tx, id))
  if (!current) return 'not_found'
  if (version !== undefined && version !== current.version) return 'stale'
  const { options } = await readSpots(tx, id)
  const offered = options.map(toWish)
  const fields = changedFields<Required<Omit<EventChanges, 'options' | 'about' | keyof Publication>>>(
    current,
    changes,
  )
  const optionsChanged = wanted !== undefined && !isDeepEqual(wanted, offered)
  const aboutChanged = about !== undefined && !isDeepEqual(about, current.about)
  const at = deps.now()
  const startDateDate = changes.startDateDate ?? current.startDateDate
  const publication = nextPublication(current, { status, publishAt }, { now: at, startDateDate })
  if ('problem' in publication) return { fields: { publishAt: publication.problem } }
  const republished = !isDeepEqual(publicationAt(publication, at), publicationAt(current, at))
  const wantedEvent = { ...current, ...changes }
  const moved = ['startDateDate', 'endDateDate'].some((day) => (fields as string[]).includes(day))
  if (moved) await lockDates(tx)
  const overlaps = await overlapsOf(tx, wantedEvent, at)
  if (fields.length === 0 && !optionsChanged && !aboutChanged && !republished)
    return { event: current, overlaps }
  const hides = isPublished(current, at) && !isPublished(publication, at)
  if (hides && (await hasGuests(tx, id))) return 'has_guests'
  const problem = offerProblem({
    cost: changes.cost ?? current.cost,
    wanted: wanted ?? offered,
    current: options,
    rooms: await roomsNamedIn(tx, wanted ?? offered),
  })
  if (problem !== null) return { fields: { options: problem } }
  const uncallable = phoneProblems(changes, current)
  if (uncallable) return phoneRefusal(uncallable)
  if (!daysInOrder(wantedEvent)) return 'ends_too_early'
  if (changes.urlName !== undefined && (await isUrlNameTaken(tx, changes.urlName, id))) return 'url_taken'
  if (moved && edit.refuseOverlap && overlaps.length > 0) return { taken: overlaps }
  const event = await writeEvent(tx, id, {
    changes: { ...changes, ...(aboutChanged && { about }), ...(republished && publication) },
    at,
  })
  if (optionsChanged) await writeOptions(tx, id, wanted)
  if (event.startDateDate !== current.startDateDate) {
    const days = { from: current.startDateDate, to: event.startDateDate, today: ranchDay(at) }
    await moveRemainders(tx, { eventId: id, ...days })
  }
  const told = moved && edit.tellGuests
  const guests = told ? await listGuestsToTell(tx, id) : []
  const details = {
    ...(moved && datesBefore(current)),
    ...(told && { told: await emailNewDates(tx, { event, guests, now: at }) }),
  }
  const updated = auditOf(id, { action: 'event.updated', caller, at })
  const named = [...fields, ...(aboutChanged ? ['about'] : []), ...(optionsChanged ? ['options'] : [])]
  await recordAudit(tx, deps.sealer, [
    ...(named.length > 0 ? [{ ...updated, fields: named, details }] : []),
    ...(republished ? [auditOfPublication(updated, publication)] : []),
  ])
  // The edit may have freed spots. The waitlist is offered these spots first.
  await enqueueOffers(tx, id, at)
  return { event, overlaps }
}

/** Returns what shares a night with the event. Nothing does if the event is canceled, because nobody comes. */
const overlapsOf = async (tx: Transaction, event: EventRow, now: Date): Promise<HouseEntry[]> =>
  event.cancelledAt === null ? readOverlaps(tx, stayOf(event), { except: event.id, now }) : []

function toWish(option: OptionWithTexts): OptionInput {
  const { id, kind, name, description, price, stock, perRoom, rooms, closed } = option
  const ownStock = rooms.length > 0 ? null : stock
  return { id, kind, name, description, price, stock: ownStock, perRoom, rooms, closed }
}

/**
 * Locks the rooms if options name any, and returns them. Nobody can then change their beds, from which the stock
 * follows, until the transaction ends. The caller holds the event's lock, which always comes first.
 */
const roomsNamedIn = async (tx: Transaction, options: readonly OptionInput[]) =>
  options.some(({ rooms }) => rooms.length > 0) ? lockRooms(tx) : []

/**
 * Returns true if the event has or had a reservation or a waitlist entry. These people have links to its page, which
 * must not disappear. The caller holds the event's lock, so nobody can sign up in the meantime.
 */
async function hasGuests(tx: Transaction, id: number): Promise<boolean> {
  return (await countReservations(tx, id)) > 0 || (await countEntries(tx, id)).all > 0
}

const PUBLICATION_ACTIONS = {
  published: 'event.published',
  draft: 'event.drafted',
  scheduled: 'event.scheduled',
} as const

/** Returns an audit entry that says when visitors can see the event. The label is the time at the ranch. */
const auditOfPublication = (entry: ReturnType<typeof auditOf>, { status, publishAt }: Publication) => ({
  ...entry,
  action: PUBLICATION_ACTIONS[status],
  ...(publishAt && { details: { label: formatInstant(publishAt) } }),
})

function auditOf(id: number, { action, caller, at }: { action: string; caller: Caller; at: Date }) {
  return { ...actorOf(caller), action, entity: 'event', entityId: id, eventId: id, at }
}

// The code below deletes an event with its reservations, waitlist and photos. Only payments and the audit log
// remain.

/** How many reservations, waitlist entries and photos were deleted together with the event. */
interface DeletedWith {
  reservations: number
  waitlists: number
  photos: number
}

interface EventDeletion {
  eventId: number
  /** True to delete the event even if money of its guests is open. */
  force: boolean
  by: Actor
}

type NotDeleted = keyof typeof PAYMENT_FAILURES | 'provider_failed' | 'not_found' | OpenMoney

export async function deleteWholeEvent(
  deps: BookingDeps,
  { eventId: id, force, by }: EventDeletion,
): Promise<DeletedWith | NotDeleted> {
  const { db, sealer, now } = deps
  if (!(await findEvent(db, id))) return 'not_found'
  const deletion = { which: { eventId: id }, eventId: id, force, by }
  const result = await deleteReservations(deps, deletion, async (tx, ids, { open }) => {
    const waitlists = await deleteEntriesOfEvent(tx, id)
    // Returns undefined if another request has already deleted the event.
    const event = await findEvent(tx, id)
    if (!event) return 'not_found' as const
    const counts = { reservations: ids.length, waitlists, photos: (await findPhotos(tx, id)).length }
    await removeEvent(tx, id)
    const entry = { ...by, entity: 'event', entityId: id, eventId: id, at: now() }
    // Keeps the event's name, because the audit log still shows it after the deletion.
    const details = { name: event.name, ...counts, openMoney: open, force }
    await recordAudit(tx, sealer, [{ ...entry, action: 'event.deleted', details }])
    return counts
  })
  return typeof result === 'object' && 'done' in result ? result.done : result
}
