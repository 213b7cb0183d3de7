/** What admins do with e-mails: send, resend, retry, preview and view them (R9.6). */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction, Database } from '#platform/database/database.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { type Caller, may } from '#platform/http/context.ts'
import { failuresSince } from '#platform/outbox-worker.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { AdminType, getMail, ShownEmail, EmailProgress, emailQuery, listAllEmails } from './contract.ts'
import { renderEmail } from '../layout/render.tsx'
import { because, type Refusal, REFUSALS } from './definition.ts'
import {
  againKey,
  enqueueEmail,
  enqueueEmailAgain,
  findShownEmail,
  firstSent,
  lockEmailStatus,
  openContent,
  type Queued,
  countUnsent,
  findEmail,
  listEmailPage,
  listStates,
  type WhichEmails,
} from '#platform/email-queue.ts'
import { lockAgainstDeletion } from './store/rows.ts'
import { type EmailAbout, type Unwritten, writeEmail, writeTyped, type WritingDeps } from './write.ts'

interface EmailRequest {
  type: AdminType
  reservationId: number
  invoiceId: number | null
  /** A random key that the admin's page keeps. A second request with the same key sends no e-mail. */
  attempt: string | undefined
  by: Actor
}

export type Requested = { ready: true; mailId: number } | Unwritten

/** Enqueues an e-mail to a guest at an admin's request, unless the site would drop it now (`dropReason`). */
export const requestEmail = (deps: WritingDeps, request: EmailRequest): Promise<Requested> =>
  deps.db.transaction((tx) => requestEmailIn(tx, deps, request))

/** Does the work of `requestEmail` in the caller's transaction. */
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

/**
 * Sends an e-mail again. Retries a failed e-mail, and sends a copy of a sent one. Does nothing for a queued e-mail.
 */
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

/**
 * Checks whether there is a reason to send the e-mail. If so, enqueues it and records in the audit log which admin
 * asked for it.
 */
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

export const previewEmail = async (deps: WritingDeps, about: EmailAbout) =>
  writeEmail(deps, about, async ({ email, to }): Promise<ShownEmail> => {
    return { to: to.address, ...(await renderEmail(email)) }
  })

/** Returns an admin's message as one recipient would get it, or null if that recipient would not get the message. */
export async function previewTyped(
  deps: WritingDeps,
  typed: Parameters<typeof writeTyped>[1],
): Promise<ShownEmail | null> {
  const written = await writeTyped(deps, typed)
  return written && { to: written.to.address, ...(await renderEmail(written.email)) }
}

/** Returns a queued, sent or failed e-mail for display. After the purge of its guest, the reply contains no text. */
export async function showEmail(
  deps: WritingDeps,
  id: number,
): Promise<AnswerOf<typeof getMail> | undefined> {
  const found = await findShownEmail(deps.db, id)
  if (!found || found.email.status === 'dropped') return undefined
  const { status } = found.email
  const mail = found.purgedAt === null ? await shown(deps, found.email) : null
  return { ...found.email, status, mail }
}

type EmailRow = NonNullable<Awaited<ReturnType<typeof findShownEmail>>>['email']

async function shown(deps: WritingDeps, email: EmailRow): Promise<ShownEmail | null> {
  const { status, messageId, content, reservationId } = email
  if (content) return openContent(deps.sealer, messageId, content)
  // The text of a sent e-mail about a guest may have been deleted. The site never stores the text of other e-mails, so
  // it writes them again from current data.
  if (status === 'sent' && reservationId !== null) return null
  const now = await previewEmail(deps, email)
  return now.ready ? now.finished : null
}

/**
 * Returns the reply to an admin whose e-mail is not sent. For `failed` and `later`, the reason is already a text for
 * the admin.
 */
export const refusalOf = (unwritten: Unwritten): Refusal =>
  unwritten.status === 'dropped' ? REFUSALS[unwritten.reason] : because(unwritten.reason)

type EmailState = Awaited<ReturnType<typeof listProgress>>[number]

/**
 * Returns the status of e-mails that were sent together, such as messages or reminders, with each recipient's name.
 * The name is null if it was deleted.
 */
export const listProgress = async ({ db, sealer }: { db: Database; sealer: Sealer }, which: WhichEmails) =>
  (await listStates(db, which)).map(({ guest, entry, ...email }) => ({
    ...email,
    to: guest && { reservationId: guest.reservationId, name: openName(sealer, 'reservations', guest) },
    onWaitlist: entry && openName(sealer, 'waitlist_entries', entry),
  }))

/** Counts these e-mails by status, and lists the failed ones with their recipients. */
export function progressOf(states: EmailState[]): EmailProgress {
  const count = (wanted: EmailState['status']) => states.filter(({ status }) => status === wanted).length
  return {
    sent: count('sent'),
    queued: count('queued'),
    dropped: count('dropped'),
    failed: states
      .filter(({ status }) => status === 'failed')
      .map(({ id, to, onWaitlist, failure }) => ({
        id,
        reservationId: to?.reservationId ?? null,
        name: to?.name ?? onWaitlist,
        failure,
      })),
  }
}

const PAGE = 50

/** Returns the types of e-mails that this caller may not see: invitations name the people who work here. */
export const typesHiddenFrom = (caller: Caller): EmailType[] =>
  may(caller, 'people.edit') ? [] : ['staff-invitation']

export async function readEmailPage(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  { type, state, eventId, cursor }: z.output<typeof emailQuery>,
  caller: Caller,
): Promise<AnswerOf<typeof listAllEmails>> {
  const found = await listEmailPage(db, {
    type: type ?? null,
    state: state ?? null,
    eventId: eventId ?? null,
    omit: typesHiddenFrom(caller),
    before: cursor ?? null,
    limit: PAGE + 1,
  })
  const page = found.slice(0, PAGE)
  const counts = await countUnsent(db, failuresSince(now()))
  return {
    emails: page.map(({ email, guest, entry, event }) => ({
      ...email,
      type: email.emailType,
      status: email.status as 'queued' | 'sent' | 'failed',
      name: guest
        ? openName(sealer, 'reservations', guest)
        : entry && openName(sealer, 'waitlist_entries', entry),
      event,
    })),
    nextCursor: found.length > PAGE ? (page.at(-1)?.email.id ?? null) : null,
    ...counts,
  }
}

/**
 * Retries the e-mails in this list that have failed, and returns their number. The job that sends each e-mail checks
 * again whether there is a reason for it.
 */
export async function retryFailed(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  { ids, by }: { ids: number[]; by: Actor },
): Promise<number> {
  let again = 0
  for (const id of ids) {
    const email = await findEmail(db, id)
    if (!email) continue
    const { reservationId, emailType } = email
    await db.transaction(async (tx) => {
      await lockAgainstDeletion(tx, email)
      const at = now()
      if (!(await enqueueEmailAgain(tx, id, at))) return
      again += 1
      const what = { action: 'mail.requested', entity: 'email', entityId: id, fields: [emailType] }
      await recordAudit(tx, sealer, [{ ...by, ...what, reservationId, at }])
    })
  }
  return again
}
