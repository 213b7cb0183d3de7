/** E-mails that an admin asks for: sent anew or once more, and shown as they went out or would go now (R9.6). */
import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { AdminType, getMail, ShownEmail } from './contract.ts'
import type { RenderEmail } from './definition.ts'
import { because, type Refusal, REFUSALS } from './drop-reasons.ts'
import {
  againKey,
  enqueueEmail,
  enqueueEmailAgain,
  findShownEmail,
  firstSent,
  lockEmailStatus,
  openContent,
  type Queued,
} from './store/emails.ts'
import { lockAgainstDeletion } from './store/stays.ts'
import { type EmailAbout, type Unwritten, writeEmail, writeTyped, type WritingDeps } from './write.ts'

interface EmailRequest {
  type: AdminType
  reservationId: number
  invoiceId: number | null
  /** The attempt's key, of the page that asks: the same one again sends nothing more. */
  attempt: string | undefined
  by: Actor
}

export type Requested = { ready: true; mailId: number } | Unwritten

/** Enqueues an e-mail if it would be sent as things stand. */
export const requestEmail = (deps: WritingDeps, request: EmailRequest): Promise<Requested> =>
  deps.db.transaction((tx) => requestEmailIn(tx, deps, request))

/** The same in a transaction of the caller's, beside others. */
export async function requestEmailIn(
  tx: Transaction,
  deps: WritingDeps,
  { by, attempt = randomUUID(), ...email }: EmailRequest,
): Promise<Requested> {
  const { type, reservationId, invoiceId } = email
  const key = `desk:${type}:${reservationId}:${invoiceId ?? ''}:${attempt}`
  const about = { emailType: type, reservationId, waitlistEntryId: null, invoiceId }
  return enqueueIfWanted({ deps, tx, by }, about, () => enqueueEmail(tx, { ...email, key, now: deps.now() }))
}

/** Sends an e-mail again: a failed one goes out as itself, a sent one as another; one that waits needs nothing. */
export async function resendEmail(
  deps: WritingDeps,
  { id, attempt = randomUUID(), by }: Pick<EmailRequest, 'attempt' | 'by'> & { id: number },
): Promise<Requested | 'not_found'> {
  const { db, now } = deps
  const found = await findShownEmail(db, id)
  if (!found) return 'not_found'
  const { emailType, reservationId, waitlistEntryId, invoiceId, guestMessageId, dedupeKey } = found.email
  const about = { id, emailType, reservationId, waitlistEntryId, invoiceId, guestMessageId, dedupeKey }
  return db.transaction(async (tx) => {
    await lockAgainstDeletion(tx, about)
    const status = await lockEmailStatus(tx, id)
    if (!status) return 'not_found'
    if (status === 'queued') return { ready: true, mailId: id }
    return enqueueIfWanted({ deps, tx, by }, about, async () => {
      if (status === 'failed') return { emailId: id, isNew: await enqueueEmailAgain(tx, id, now()) }
      const key = againKey(firstSent(about), attempt)
      return enqueueEmail(tx, { ...about, type: emailType, key, now: now() })
    })
  })
}

/** Asks the rules of the sending first; what is enqueued is noted with who asked for it. */
async function enqueueIfWanted(
  { deps, tx, by }: { deps: WritingDeps; tx: Transaction; by: EmailRequest['by'] },
  about: EmailAbout,
  enqueue: () => Promise<Queued>,
): Promise<Requested> {
  const { emailType, reservationId } = about
  await lockAgainstDeletion(tx, about)
  const wanted = await writeEmail({ ...deps, db: tx }, about, ({ event }) => event?.id ?? null)
  if (!wanted.ready) return wanted
  const { emailId, isNew } = await enqueue()
  if (isNew) {
    const entry = { ...by, action: 'mail.requested', entity: 'email', entityId: emailId, fields: [emailType] }
    const eventId = wanted.finished
    await recordAudit(tx, deps.sealer, [{ ...entry, eventId, reservationId, at: deps.now() }])
  }
  return { ready: true, mailId: emailId }
}

export interface ShowingDeps extends WritingDeps {
  renderEmail: RenderEmail
}

/** The e-mail as it would be sent now. */
export async function previewEmail(deps: ShowingDeps, about: EmailAbout) {
  return writeEmail(deps, about, async ({ email, to }): Promise<ShownEmail> => {
    return { to: to.address, ...(await deps.renderEmail(email)) }
  })
}

/** What an admin has typed, as one of the recipients would get it; null: it would not be sent to them. */
export async function previewTyped(
  deps: ShowingDeps,
  typed: Parameters<typeof writeTyped>[1],
): Promise<ShownEmail | null> {
  const written = await writeTyped(deps, typed)
  return written && { to: written.to.address, ...(await deps.renderEmail(written.email)) }
}

/** Shows an e-mail that is there, whatever became of it. After the purge nothing of it is shown. */
export async function showEmail(
  deps: ShowingDeps,
  id: number,
): Promise<AnswerOf<typeof getMail> | undefined> {
  const found = await findShownEmail(deps.db, id)
  if (!found || found.email.status === 'dropped') return undefined
  const { status } = found.email
  const mail = found.purgedAt === null ? await shown(deps, found.email) : null
  return { ...found.email, status, mail }
}

type EmailRow = NonNullable<Awaited<ReturnType<typeof findShownEmail>>>['email']

async function shown(deps: ShowingDeps, email: EmailRow): Promise<ShownEmail | null> {
  const { status, messageId, content, reservationId } = email
  if (content) return openContent(deps.sealer, messageId, content)
  // What is to no guest is never kept, so that nothing of it outlives those whom it names: it is written anew.
  if (status === 'sent' && reservationId !== null) return null
  const now = await previewEmail(deps, email)
  return now.ready ? now.finished : null
}

/** Why an e-mail is not sent, as the reply to an admin; `failed` and `later` carry words already. */
export function refusalOf(unwritten: Unwritten): Refusal {
  return unwritten.status === 'dropped' ? REFUSALS[unwritten.reason] : because(unwritten.reason)
}
