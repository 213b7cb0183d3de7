/** A guest gives or changes their details by the private link (R8.3). */
import { recordAudit } from '#platform/audit.ts'
import { ranchDay } from '#shared/days.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import { changedFields } from '#features/events/rules.ts'
import { findEvent } from '#features/events/index.ts'
import { changeReservation, lockReservation } from '../admin/store.ts'
import type { FinalDetailsInput } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { columnsOf, consentBefore, knownOf } from '../known.ts'
import { findReservationByUuid } from '../view/store.ts'
import { type DetailsProblem, detailsProblem } from './rules.ts'

/**
 * Writes what differs, if anything does, and raises the version: an admin's open form is then `stale`. What is sent
 * agrees to the terms as published now, so the evidence of older ones is renewed.
 */
export async function saveDetails(
  { db, sealer, termsHash, now }: BookingDeps,
  { uuid, details }: { uuid: string; details: FinalDetailsInput },
): Promise<'done' | 'not_found' | 'purged' | DetailsProblem> {
  const found = await findReservationByUuid(db, uuid)
  const event = found && (await findEvent(db, found.eventId))
  if (!found || !event) return 'not_found'
  return db.transaction(async (tx) => {
    const row = await lockReservation(tx, found.id)
    if (!row) return 'not_found'
    if (row.purgedAt) return 'purged'
    const known = knownOf(sealer, row)
    const given = additionalInformationProvided(known)
    const at = now()
    const problem = detailsProblem({
      status: row.status,
      eventCancelled: event.cancelledAt !== null,
      given,
      startDateDate: event.startDateDate,
      today: ranchDay(at),
    })
    if (problem) return problem

    const fields = changedFields(known, details)
    const agreedAnew = !row.safetyConsent || row.consentTermsHash !== termsHash
    if (fields.length === 0 && !agreedAnew) return 'done'
    const consent = agreedAnew ? { consentTermsHash: termsHash, consentAt: at } : {}
    await changeReservation(tx, row.id, {
      changes: { ...columnsOf(sealer, row.uuid, details), ...consent },
      now: at,
    })
    await recordAudit(tx, sealer, [
      {
        actor: 'guest',
        action: given ? 'reservation.details-changed' : 'reservation.details-given',
        entity: 'reservation',
        entityId: row.id,
        eventId: row.eventId,
        fields: agreedAnew && row.safetyConsent ? [...fields, 'safetyConsent'] : fields,
        ...(agreedAnew ? { details: consentBefore(row) } : {}),
        at,
      },
    ])
    return 'done'
  })
}
