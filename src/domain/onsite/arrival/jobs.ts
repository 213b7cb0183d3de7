/** The overdue alarm: e-mails host and admin about guests who should have arrived and have not (R36.3). */
import { recordAudit } from '#platform/audit.ts'
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import { overdueKey, overdueWatch } from './rules.ts'
import { listWatched, lockFacts } from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

/** Returns the guests who are overdue now. The guest who is overdue longest comes first. */
export async function listOverdue(db: Deps['db'], now: Date) {
  const watched = await listWatched(db, now)
  return watched
    .flatMap(({ facts, ...guest }) => {
      const watch = overdueWatch(facts, guest, now)
      return watch ? [{ ...guest, ...watch }] : []
    })
    .toSorted((one, other) => one.overdueAt.getTime() - other.overdueAt.getTime())
}

type Overdue = Awaited<ReturnType<typeof listOverdue>>[number]

/** The job that sends overdue alarms. It runs at any hour, because a car in a ditch cannot wait until morning. */
export const reportOverdueGuestsJob = (deps: Deps): Job =>
  periodicJob('report-overdue-guests', async () => {
    for (const guest of await listOverdue(deps.db, deps.now())) await raiseAlarm(deps, guest)
  })

/**
 * Raises the alarm for a guest once per given time or button press. The dedupe keys contain the expected time, so
 * several processes cannot raise it twice. Locks the arrival: an "I’m here" before the lock prevents the e-mails, and a
 * later "I’m here" drops unsent ones. A guest who is overdue again later (R9.10), or whose "I’m here" was a mistake,
 * raises another alarm.
 */
async function raiseAlarm({ db, sealer, now }: Deps, guest: Overdue): Promise<void> {
  const { reservationId, eventId, hostEmail } = guest
  await db.transaction(async (tx) => {
    const at = now()
    if (!(await lockUnpurged(tx, reservationId))) return
    const watch = overdueWatch(await lockFacts(tx, reservationId, at), guest, at)
    if (!watch) return
    const email = { reservationId, now: at }
    // Enqueues the e-mails to admin and host separately, because the site may already have sent one e-mail and dropped
    // the other.
    const types = [
      'arrival-overdue',
      ...(hostEmail === null ? [] : (['arrival-overdue-host'] as const)),
    ] as const
    const queued = []
    for (const type of types)
      queued.push(await enqueueEmail(tx, { ...email, type, key: overdueKey(type, reservationId, watch) }))
    if (queued.every(({ isNew }) => !isNew)) return
    const entry = { actor: 'job:overdue', action: 'arrival.overdue', entity: 'reservation', at }
    await recordAudit(tx, sealer, [{ ...entry, entityId: reservationId, eventId }])
  })
}
