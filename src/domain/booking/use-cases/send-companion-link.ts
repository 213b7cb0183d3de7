/** E-mails a companion the private link again, because the payer asked for it (R52.3). */
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { openColumns } from '#platform/sealing.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import type { sendCompanionLink as endpoint } from '../contract/guest.ts'
import type { BookingDeps } from '../deps.ts'
import { findOwnOrCompanion } from './cancel-own-stay.ts'

const PAUSE_MS = 15 * 60_000

export async function sendCompanionLink(
  deps: BookingDeps,
  order: ParsedOf<typeof endpoint>['body'],
): Promise<'done' | FailureCodeOf<typeof endpoint>> {
  const row = await findOwnOrCompanion(deps.db, order)
  if (typeof row === 'string') return row
  if (row.purgedAt) return 'purged'
  if (row.status !== 'confirmed') return 'not_standing'
  const { email } = openColumns(deps.sealer, 'reservations', row, 'email')
  if (email === null) return 'no_email'
  const now = deps.now()
  const type = 'companion-invited'
  // Repeated requests within the pause have the same key, so they send one e-mail.
  const key = `${type}:${row.id}:again:${Math.floor(now.getTime() / PAUSE_MS)}`
  const mail = { type, reservationId: row.id, key, now } as const
  const { skipped } = await deps.db.transaction((tx) =>
    enqueueLimitedEmail(tx, deps, { ...mail, email, eventId: row.eventId, actor: 'guest' }),
  )
  return skipped ? 'too_many' : 'done'
}
