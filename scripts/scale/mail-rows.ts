/** Mails that went out, with the work that sent them. */
import { type EmailType, emails } from '#platform/database/schema/emails.ts'
import { outbox } from '#platform/database/schema/jobs.ts'
import { sealRecord } from '#platform/sealing.ts'
import { venueDomain } from '#shared/venue.ts'
import type { House } from './house.ts'
import type { PlannedEvent } from './plan.ts'

interface MailOf {
  type: EmailType
  reservationId: number
  event: PlannedEvent
  /** What was in it has been forgotten. */
  purged: boolean
  at: Date
}

/** Of those that are still known, some never arrived. */
const SHARE_FAILED = 0.002
const TEXT = 'You are in. Bring boots, a hat, and something warm for the evening.'

export function addMail(house: House, { type, reservationId, event, purged, at }: MailOf): void {
  const { writer, chance, numbers, sealer } = house
  const id = numbers.next('email')
  const messageId = `<${chance.uuid()}@${venueDomain}>`
  const subject = `About event ${event.id}`
  const failed = !purged && chance.happens(SHARE_FAILED)
  const html = `<html><body>${`<p>${TEXT}</p>`.repeat(10)}</body></html>`
  const content = purged || failed ? null : JSON.stringify({ subject, html, text: TEXT })
  writer.add(emails, {
    id,
    emailType: type,
    reservationId,
    invoiceId: null,
    dedupeKey: `${type}:${reservationId}`,
    status: failed ? 'failed' : 'sent',
    subject,
    messageId,
    failure: failed ? 'there is no such address (550 5.1.1)' : null,
    ...sealRecord(sealer, { table: 'emails', row: messageId }, { content }),
    createdAt: at,
    sentAt: failed ? null : at,
  })
  writer.add(outbox, {
    id,
    kind: 'email',
    payload: { emailId: id },
    dedupeKey: `email:${id}`,
    runAt: at,
    attempts: 1,
    doneAt: failed ? null : at,
    deadAt: failed ? at : null,
    createdAt: at,
  })
}
