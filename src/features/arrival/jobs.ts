/** The overdue watch: tells host and admin of whoever should be here and is not (docs/decisions/0071). */
import { recordAudit } from '#platform/audit.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { enqueueEmail, lockUnpurged } from '#features/emails/index.ts'
import { overdueKey, overdueWatch } from './rules.ts'
import { listWatched, lockFacts } from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

/** Those who are overdue now, the longest first. */
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

export const arrivalJobs = (deps: Deps): OutboxHandlers => ({
  // At any hour: a car in a ditch does not wait for the ranch to wake up.
  'tick.overdue': async () => {
    for (const guest of await listOverdue(deps.db, deps.now())) await tell(deps, guest)
    return 'done'
  },
})

/**
 * Each word of the guest's is told of once, whichever process is first: the keys are unique, and name the time that it gave, so that
 * a new time or a new press is told of again. The row is locked, so that a
 * tick comes before it and nobody is told, or after it, and the e-mail that has not left yet is dropped. The guest
 * who is overdue again later causes another alarm (R9.10). So does a guest who was ticked off by mistake.
 */
async function tell({ db, sealer, now }: Deps, guest: Overdue): Promise<void> {
  const { reservationId, eventId, hostEmail } = guest
  await db.transaction(async (tx) => {
    const at = now()
    if (!(await lockUnpurged(tx, reservationId))) return
    const watch = overdueWatch(await lockFacts(tx, reservationId, at), guest, at)
    if (!watch) return
    const email = { reservationId, now: at }
    // Each on its own: an e-mail that was dropped is enqueued again, whatever became of the other one.
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
