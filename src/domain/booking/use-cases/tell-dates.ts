/** Finds the guests who do not know an event's new days, and e-mails them or notes that an admin has told them. */
import { type EventRow, findEvent, lockEvent } from '#domain/events/store/events.ts'
import { type Actor, listEventEntries, openDetails, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { openName } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import type { AnswerOf, ParsedOf } from '#shared/endpoint.ts'
import type { getGuestsToTell, tellDates } from '../contract/event.ts'
import { type DatesChange, emailsNewDates, knowsDates, reachOf } from '../domain/reach.ts'
import { listDatesEmailed, listGuestsToTell, newDatesKey } from '../store/guests-to-tell.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

const UPDATED = 'event.updated'
/** The action of the audit entry after an admin has told the guests in person or by phone. */
const TOLD_BY_HAND = 'event.datesToldByHand'

type EventDays = Pick<EventRow, 'startDateDate' | 'endDateDate'>

/** Returns the details of the audit entry of a change of an event's days. `listNews` reads them. */
export const datesBefore = ({ startDateDate, endDateDate }: EventDays) => ({
  startBefore: startDateDate,
  endBefore: endDateDate,
})

/** Returns the confirmed guests of an event, sorted by name, or undefined if there is no such event. */
export async function readGuestsToTell(
  deps: Deps,
  eventId: number,
): Promise<AnswerOf<typeof getGuestsToTell> | undefined> {
  const event = await findEvent(deps.db, eventId)
  if (!event) return undefined
  const guests = (await listNews(deps.db, deps, event)).map(
    ({ reservationId, hasEmail, knows, ...guest }) => {
      return { reservationId, name: openName(deps.sealer, 'reservations', guest) ?? '', hasEmail, knows }
    },
  )
  return {
    emailsNewDates: emailsDatesOf(event, deps.now()),
    guests: guests
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ knows, ...guest }) => ({ ...guest, knowsDates: knows })),
  }
}

const emailsDatesOf = ({ startDateDate, cancelledAt }: EventRow, now: Date): boolean =>
  emailsNewDates({ startDateDate, cancelled: cancelledAt !== null }, ranchDay(now))

/** Returns the confirmed guests of an event, each with whether the guest knows the event's days. */
async function listNews(db: Database, { sealer }: Pick<Deps, 'sealer'>, event: EventRow) {
  const guests = await listGuestsToTell(db, event.id)
  const changes: DatesChange[] = []
  let toldByHand = new Date(0)
  for (const entry of await listEventEntries(db, event.id, [UPDATED, TOLD_BY_HAND])) {
    if (entry.action === TOLD_BY_HAND) toldByHand = entry.at
    const before = openDetails(sealer, entry)
    const { startBefore, endBefore } = before ?? {}
    if (typeof startBefore !== 'string' || typeof endBefore !== 'string') continue
    const days = { startDateDate: startBefore as Day, endDateDate: endBefore as Day }
    changes.push({ at: entry.at, before: days })
  }
  const ids = guests.map(({ reservationId }) => reservationId)
  const emailed =
    changes.length === 0
      ? new Map<number | null, Date>()
      : await listDatesEmailed(db, { eventId: event.id, reservationIds: ids })
  return guests.map(({ createdAt, ...guest }) => {
    const times = [createdAt, toldByHand, emailed.get(guest.reservationId) ?? createdAt]
    const learnedAt = new Date(Math.max(...times.map((time) => time.getTime())))
    return { ...guest, knows: knowsDates(learnedAt, changes, event) }
  })
}

/** E-mails an event's days to those of these guests who have an address. Returns the number of e-mails. */
export async function emailNewDates(
  tx: Transaction,
  {
    event,
    guests,
    now,
  }: { event: EventRow; guests: { reservationId: number; hasEmail: boolean }[]; now: Date },
): Promise<number> {
  if (!emailsDatesOf(event, now)) return 0
  let emails = 0
  for (const { reservationId } of reachOf(guests).emailed) {
    const key = newDatesKey(reservationId, event)
    const { isNew } = await enqueueEmail(tx, { type: 'dates-moved', reservationId, key, now })
    if (isNew) emails += 1
  }
  return emails
}

/**
 * E-mails an event's days to the guests who do not know them, or notes that an admin has told these guests. Idempotent,
 * because afterwards these guests know the days. Holds the event's lock, so that two admins send one e-mail.
 */
export const tellNewDates = async (
  deps: Deps,
  { id, how, by }: ParsedOf<typeof tellDates>['body'] & { by: Actor },
): Promise<AnswerOf<typeof tellDates> | 'not_found'> =>
  deps.db.transaction(async (tx) => {
    const event = (await lockEvent(tx, id)) && (await findEvent(tx, id))
    if (!event) return 'not_found'
    const now = deps.now()
    const untold = (await listNews(tx, deps, event)).filter(({ knows }) => !knows)
    if (untold.length === 0) return { emails: 0 }
    const entry = { ...by, entity: 'event', entityId: id, eventId: id, at: now }
    if (how === 'by_hand') {
      await recordAudit(tx, deps.sealer, [{ ...entry, action: TOLD_BY_HAND }])
      return { emails: 0 }
    }
    const emails = await emailNewDates(tx, { event, guests: untold, now })
    const details = { told: emails }
    if (emails > 0) await recordAudit(tx, deps.sealer, [{ ...entry, action: 'event.datesEmailed', details }])
    return { emails }
  })
