/** Answers a guest's calls about their own data. */
import { ERASURE_ASKED, readMoney } from '#features/booking/index.ts'
import { enqueueLimitedEmail } from '#features/emails/index.ts'
import { findEvent } from '#features/events/index.ts'
import { recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openRecord } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import { eraseReservation, exportReservation } from './contract.ts'
import { readStored } from './export-data.ts'
import { eraseProblem, type EraseProblem } from './rules.ts'
import { listRefundStates, lockByUuid } from './store/stored-data.ts'

export function privacyHandlers(services: Services): Bound[] {
  return [
    bind(exportReservation, async ({ query: { uuid } }) => {
      const stored = await readStored(services, uuid)
      if (typeof stored === 'string') return fail(stored)
      return 'purged' in stored ? fail('purged', { message: stored.purged }) : stored
    }),

    bind(eraseReservation, async ({ body: { uuid } }) => {
      const answer = await askForErasure(services, uuid)
      return answer === 'asked' ? {} : fail(answer)
    }),
  ]
}

type EraseDeps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now' | 'log'>

/**
 * A guest asks to be deleted before their time: the receipt is enqueued, and the purge waits for it alone. `asked` also when it was asked before. The key is not `auto:`: whoever asks by night is told by night.
 */
async function askForErasure(
  { db, sealer, settings, now, log }: EraseDeps,
  uuid: string,
): Promise<'asked' | 'not_found' | 'purged' | EraseProblem> {
  if (!isUuid(uuid)) return 'not_found'
  const asked = await db.transaction(async (tx) => {
    const found = await lockByUuid(tx, uuid)
    if (!found) return 'not_found'
    if (found.purgedAt) return 'purged'
    const { id: reservationId, eventId, status } = found
    const event = await findEvent(tx, eventId)
    const today = ranchDay(now())
    const problem = eraseProblem({
      status,
      over: event !== undefined && today > event.endDateDate,
      stillToPay: (await readMoney(tx, reservationId, today)).stillToPay,
      refunds: await listRefundStates(tx, reservationId),
    })
    if (problem) return problem
    const at = now()
    const key = `deletion-receipt:${reservationId}`
    const mail = { type: 'deletion-receipt', reservationId, key, now: at } as const
    const { email } = openRecord(sealer, { table: 'reservations', row: uuid }, { email: found.email })
    const cause = { ...mail, email: email ?? '', eventId, actor: 'guest' }
    const { isNew } = await enqueueLimitedEmail(tx, { sealer, settings }, cause)
    const what = {
      action: ERASURE_ASKED,
      entity: 'reservation',
      entityId: reservationId,
      eventId,
    }
    if (isNew) await recordAudit(tx, sealer, [{ actor: 'guest', ...what, at }])
    return { reservationId }
  })
  if (typeof asked === 'string') return asked
  // This is logged since the log outlives the database: after a restore it alone tells whom to delete again (docs/backup.md).
  log.info(asked, 'a guest asked to be deleted')
  return 'asked'
}
