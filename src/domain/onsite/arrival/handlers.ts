/** Handles the requests about arrivals. */
import { type Actor, actorOf, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { isUuid } from '#shared/fields.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import { retractEmails } from '#platform/email-queue.ts'
import * as contract from './contract.ts'
import {
  type ArrivalFacts,
  type EventDays,
  overdueKeys,
  pressProblem,
  applyAction,
  type ArrivalAction,
  givenProblem,
  watchOf,
} from './rules.ts'
import { showArrival } from './show-arrival.ts'
import {
  type ArrivingReservation,
  findHostedEvent,
  findArrivingReservation,
  lockFacts,
  writeFacts,
} from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

export function arrivalHandlers(deps: Deps): Bound[] {
  const { db, now } = deps
  const ofGuest = async (uuid: string) =>
    expectedOf(isUuid(uuid) ? await findArrivingReservation(db, { uuid }) : undefined)
  return [
    bind(contract.getArrival, async ({ query: { uuid } }) => {
      const stay = await ofGuest(uuid)
      return typeof stay === 'string' ? fail(stay) : guestArrivalOf(stay, stay.facts, now())
    }),

    bind(contract.tellArrival, async ({ body: { uuid, told } }) => {
      const stay = await ofGuest(uuid)
      if (typeof stay === 'string') return fail(stay)
      const done = await saveArrival(deps, stay, told)
      if (done === 'here_already') return fail(done)
      if (done === 'gone') return fail('purged')
      if ('fields' in done) return fail('not_then', { fields: done.fields })
      return { arrival: guestArrivalOf(stay, done, now()) }
    }),

    bind(contract.pressArrival, async ({ body: { uuid, press, at } }) => {
      const stay = await ofGuest(uuid)
      if (typeof stay === 'string') return fail(stay)
      const who = { by: 'guest', actor: { actor: 'guest' } } as const
      const done = await saveAction(deps, stay, { press, at: new Date(at), ...who })
      if (done === 'gone') return fail('purged')
      return typeof done === 'string' ? refusal(done, stay) : { arrival: guestArrivalOf(stay, done, now()) }
    }),

    bind(contract.tickByHost, async ({ body: { token, reservationId, here, at } }) => {
      const eventId = isUuid(token) ? await findHostedEvent(db, token, now()) : undefined
      const stay =
        eventId === undefined ? undefined : await findArrivingReservation(db, { id: reservationId, eventId })
      const who = { by: 'host', actor: { actor: 'host' } } as const
      const done = await markArrived(deps, stay, { here, at, ...who })
      return typeof done === 'string' ? refusal(done, stay) : { arrival: done }
    }),

    bind(contract.tickByAdmin, async ({ body: { reservationId, here, at } }, { caller }) => {
      const stay = await findArrivingReservation(db, { id: reservationId })
      const done = await markArrived(deps, stay, { here, at, by: 'admin', actor: actorOf(caller) })
      return typeof done === 'string' ? refusal(done, stay) : { arrival: done }
    }),
  ]
}

/** Returns the failure of a press. Names the event's day if that is the reason. */
function refusal<Code extends string>(code: Code, event: EventDays | undefined) {
  const message = event && MESSAGES[code]?.(event)
  return fail(code, message === undefined ? {} : { message })
}

const MESSAGES: Record<string, (event: EventDays) => string> = {
  not_begun: ({ startDateDate }) =>
    `The retreat starts on ${formatDay(startDateDate)}. Arrivals can be recorded from that day on, so nothing was saved.`,
  over: ({ endDateDate }) =>
    `The retreat ended on ${formatDay(endDateDate)}. Arrivals can no longer be recorded, so nothing was saved.`,
}

/** Returns the stay if the site expects its guest to arrive, otherwise why not. */
function expectedOf(
  stay: ArrivingReservation | undefined,
): ArrivingReservation | 'not_found' | 'purged' | 'not_expected' {
  if (!stay) return 'not_found'
  if (stay.purgedAt !== null) return 'purged'
  return stay.status === 'confirmed' && stay.cancelledAt === null ? stay : 'not_expected'
}

/**
 * Saves when the guest arrives. Succeeds if exactly this arrival is already saved, even if its time has passed. So a
 * retry after a lost reply does not fail.
 */
const saveArrival = async (
  { db, sealer, now }: Deps,
  stay: ArrivingReservation,
  told: contract.ToldArrival | null,
) =>
  db.transaction(async (tx) => {
    const at = now()
    const facts = await lockExpected(tx, stay, at)
    if (!facts) return 'gone'
    if (facts.hereAt !== null) return 'here_already'
    const { day = null, time = null, by = null } = told ?? {}
    if (day === facts.day && time === facts.time && by === facts.by) return facts
    const fields = told && givenProblem(told, stay, at)
    if (fields) return { fields }
    await writeFacts(tx, stay.id, { day, time, by, updatedAt: at })
    const entry = { actor: 'guest', action: 'arrival.told', fields: ['arrival'], at }
    await recordAudit(tx, sealer, [{ ...entry, ...entityOf(stay) }])
    return { ...facts, day, time, by }
  })

type ActionByActor = ArrivalAction & { actor: Actor }

async function saveAction(
  { db, sealer, now }: Deps,
  stay: ArrivingReservation,
  { actor, ...press }: ActionByActor,
) {
  const seen = now()
  const problem = pressProblem(press.at, stay, seen)
  if (problem) return problem
  // A phone's clock may be fast, so the site stores a future time as the present time.
  const at = press.at < seen ? press.at : seen
  return db.transaction(async (tx) => {
    const facts = await lockExpected(tx, stay, seen)
    if (!facts) return 'gone'
    const changes = applyAction(facts, { ...press, at })
    if (!changes) return facts
    await writeFacts(tx, stay.id, { ...changes, updatedAt: seen })
    // If someone pressed "I’m here" by mistake, everybody has stopped looking for the guest. Deleting the dedupe keys
    // lets the site send the alarm again.
    const watch = facts.hereAt === null ? null : watchOf({ ...facts, ...changes }, stay)
    if (watch) await retractEmails(tx, overdueKeys(stay.id, watch))
    const details = { press: press.press, at: at.toISOString() }
    const entry = { ...actor, action: 'arrival.pressed', details, at: seen }
    await recordAudit(tx, sealer, [{ ...entry, ...entityOf(stay) }])
    return { ...facts, ...changes }
  })
}

async function markArrived(
  deps: Deps,
  found: ArrivingReservation | undefined,
  { here, at, ...who }: { here: boolean; at: string } & Pick<ActionByActor, 'by' | 'actor'>,
) {
  const stay = expectedOf(found)
  if (typeof stay === 'string') return stay === 'purged' ? 'not_found' : stay
  const done = await saveAction(deps, stay, { press: here ? 'here' : 'undo', at: new Date(at), ...who })
  if (done === 'gone') return 'not_found'
  return typeof done === 'string' ? done : showArrival(done, stay)
}

/** Locks a guest's arrival. Returns undefined if the guest is purged. */
const lockExpected = async (
  tx: Transaction,
  { id }: ArrivingReservation,
  now: Date,
): Promise<ArrivalFacts | undefined> => ((await lockUnpurged(tx, id)) ? lockFacts(tx, id, now) : undefined)

const entityOf = ({ id, eventId }: ArrivingReservation) => ({ entity: 'reservation', entityId: id, eventId })

function guestArrivalOf(stay: ArrivingReservation, facts: ArrivalFacts, now: Date) {
  const today = ranchDay(now)
  const canPress = stay.startDateDate <= today && today <= stay.endDateDate
  return { ...showArrival(facts, stay), event: stay, canPress }
}
