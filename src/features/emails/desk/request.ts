/** An admin has a mail sent: asked for anew, or one that is there once more (R9.6). */
import { randomUUID } from 'node:crypto'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { enqueueEmail, enqueueEmailAgain } from '../store.ts'
import { type Unwritten, writeMail, type WritingDeps } from '../write.ts'
import type { DeskType } from './contract.ts'
import { findMail, lockAgainstDeletion, lockMailStatus } from './store.ts'

export interface MailRequest {
  type: DeskType
  reservationId: number
  invoiceId: number | null
  /** The attempt's key, of the page that asks: the same one again sends nothing more. */
  attempt: string | undefined
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
}

export type Requested = { ready: true; mailId: number } | Unwritten

/** Queues a mail if it would be sent as things stand. */
export async function requestMail(deps: WritingDeps, request: MailRequest): Promise<Requested> {
  const { type, reservationId, invoiceId, attempt = randomUUID() } = request
  const key = `desk:${type}:${reservationId}:${invoiceId ?? ''}:${attempt}`
  const mail = { type, reservationId, invoiceId }
  return deps.db.transaction(async (tx) =>
    promise({ deps, tx, by: request.by }, mail, () =>
      enqueueEmail(tx, { ...mail, invoiceId: invoiceId ?? undefined, key, now: deps.now() }),
    ),
  )
}

export interface Again extends Pick<MailRequest, 'attempt' | 'by'> {
  id: number
}

/** One that failed goes out as itself, one that was sent as another; one that waits needs nothing. */
export async function resend(
  deps: WritingDeps,
  { id, attempt = randomUUID(), by }: Again,
): Promise<Requested | 'not_found'> {
  const { db, now } = deps
  const found = await findMail(db, id)
  if (!found || found.mail.reservationId === null) return 'not_found'
  const { emailType: type, reservationId, invoiceId } = found.mail
  return db.transaction(async (tx) => {
    await lockAgainstDeletion(tx, reservationId)
    const status = await lockMailStatus(tx, id)
    if (!status) return 'not_found'
    if (status === 'queued') return { ready: true, mailId: id }
    return promise({ deps, tx, by }, { type, reservationId, invoiceId }, async () => {
      if (status === 'failed') return { mailId: id, isNew: await enqueueEmailAgain(tx, id, now()) }
      const cause = { type, reservationId, invoiceId: invoiceId ?? undefined, now: now() }
      return enqueueEmail(tx, { ...cause, key: `again:${id}:${attempt}` })
    })
  })
}

interface Work {
  deps: WritingDeps
  tx: Transaction
  by: MailRequest['by']
}

/** Asks the rules of the sending first; what is promised is noted with who asked for it. */
async function promise(
  { deps, tx, by }: Work,
  mail: { type: EmailType; reservationId: number; invoiceId: number | null },
  queue: () => Promise<{ mailId: number; isNew: boolean }>,
): Promise<Requested> {
  const { type, reservationId, invoiceId } = mail
  await lockAgainstDeletion(tx, reservationId)
  const about = { emailType: type, reservationId, waitlistEntryId: null, invoiceId }
  const wanted = await writeMail({ ...deps, db: tx }, about, ({ facts }) => facts.event.id)
  if (!wanted.ready) return wanted
  const { mailId, isNew } = await queue()
  if (isNew) {
    const entry = { ...by, action: 'mail.requested', entity: 'email', entityId: mailId, fields: [type] }
    await recordAudit(tx, deps.sealer, [{ ...entry, eventId: wanted.mail, reservationId, at: deps.now() }])
  }
  return { ready: true, mailId }
}
