/** The jobs that send queued e-mails. */
import { recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { type Job, type JobFacts, type JobResult, job } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import { noteReminded } from '#domain/booking/store/invoices.ts'
import { revisionOf } from '#domain/events/rules.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventUid } from '#shared/ics.ts'
import { ranchDay } from '#shared/days.ts'
import { absoluteLink, directionsLink, eventPath } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import { renderEmail } from '../layout/render.tsx'
import { parseMailbox } from './addresses.ts'
import {
  findEmail,
  markEmail,
  type QueuedEmail,
  sealContent,
  SEND_EMAIL,
  WRITE_DECOY_EMAIL,
} from '#platform/email-queue.ts'
import { mayLeave } from '../reminders/jobs.ts'
import { findEventOf, findSomeReservation } from './store/rows.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import { type Draft, type MailTransport, toMime } from './transport.ts'
import { type AddressedEmail, writeEmail } from './write.ts'

export interface EmailDeps extends Pick<Services, 'db' | 'settings' | 'sealer' | 'now' | 'log'> {
  transport: MailTransport
}

/**
 * The job that tries to send one queued e-mail. Reads recipient and text only now, and drops the e-mail if there is
 * no longer a reason to send it. The process may die after the mail server accepted the e-mail and before it is
 * marked as sent. Then the site sends it again with the same Message-ID.
 */
export function sendEmailJob(deps: EmailDeps): Job {
  const { db, now } = deps

  return job(SEND_EMAIL, send, { isSlow: true })

  async function send(
    { emailId, byHand }: { emailId: number; byHand?: 1 | undefined },
    { attempt }: JobFacts,
  ): Promise<JobResult> {
    const email = await findEmail(db, emailId)
    if (!email || email.status !== 'queued') return 'done'
    const leave = byHand === undefined ? await mayLeave(deps, email) : 'send'
    if (leave !== 'send' && 'waitUntil' in leave)
      return { retryAt: leave.waitUntil, reason: 'it waits for its day' }
    if (leave !== 'send') {
      await markEmail(db, email.id, { status: 'dropped', failure: leave.drop })
      return 'done'
    }
    const written = await writeEmail(deps, email, async (addressed) => {
      const draft = await draftOf(deps, email, addressed)
      return { draft, raw: await toMime(draft) }
    })
    if (!written.ready) {
      const { status, reason } = written
      if (status === 'later') return tryAgain(email, attempt, reason)
      if (status === 'failed') return giveUp(email, reason)
      await markEmail(db, email.id, { status, failure: reason })
      return 'done'
    }
    const { draft, raw } = written.finished
    const result = await deps.transport.send({ from: draft.from.address, to: draft.to.address, raw })
    if (result.outcome === 'unavailable') return tryAgain(email, attempt, result.reason)
    if (result.outcome === 'refused') return giveUp(email, result.reason)
    await noteSent(deps, email, draft)
    return 'done'
  }

  async function tryAgain(email: QueuedEmail, attempt: number, reason: string) {
    const retryAt = nextTry({ queuedAt: email.createdAt, attempt, now: now() })
    if (retryAt === null) return giveUp(email, reason)
    await markEmail(db, email.id, { status: 'queued', failure: reason })
    return { retryAt, reason }
  }

  async function giveUp(email: QueuedEmail, reason: string) {
    await db.transaction(async (tx) => {
      await markEmail(tx, email.id, { status: 'failed', failure: reason })
      await noteFailure(tx, deps, email)
    })
    return { giveUp: reason }
  }
}

/**
 * The types of e-mails whose failure does not notify admins. Visitors can enter made-up addresses, so such e-mails
 * often fail. A failed notification must not cause another one.
 */
const FAIL_QUIETLY: ReadonlySet<EmailType> = new Set(['waitlist-confirm', 'lost-link', 'news'])

/** Records an e-mail's failure in the audit log. Notifications to admins are made from that log. */
async function noteFailure(tx: Transaction, { sealer, now }: EmailDeps, email: QueuedEmail) {
  const { id, emailType, reservationId } = email
  if (FAIL_QUIETLY.has(emailType)) return
  const eventId = await findEventOf(tx, email)
  const what = { action: 'mail.failed', entity: 'email', entityId: id, fields: [emailType] }
  await recordAudit(tx, sealer, [{ actor: 'job:email', ...what, eventId, reservationId, at: now() }])
}

/**
 * The job that does the same work as sending a lost-link e-mail, but sends no e-mail: it reads the stays of some
 * guest and encrypts a text. Otherwise the duration of the work would reveal whether the site knows an address
 * (docs/decisions/0032).
 */
export function writeDecoyEmailJob(deps: EmailDeps): Job {
  const write = async (): Promise<JobResult> => {
    const { db, now } = deps
    await findEmail(db, NO_EMAIL_ID)
    const reservationId = await findSomeReservation(db, ranchDay(now()))
    const email: QueuedEmail = {
      id: NO_EMAIL_ID,
      emailType: 'lost-link',
      reservationId,
      waitlistEntryId: null,
      invoiceId: null,
      guestMessageId: null,
      status: 'queued',
      messageId: '<decoy-email>',
      createdAt: now(),
      dedupeKey: 'decoy-email',
    }
    await mayLeave(deps, email)
    const written = await writeEmail(deps, email, async (addressed) => {
      const draft = await draftOf(deps, email, addressed)
      await toMime(draft)
      return draft
    })
    if (written.ready) await noteSent(deps, email, written.finished)
    return 'done'
  }

  return job(WRITE_DECOY_EMAIL, write, { isSlow: true })
}

/** An id that no e-mail has, so that an update of the e-mail with this id changes nothing. */
const NO_EMAIL_ID = 0

/**
 * Marks the e-mail as sent. Stores its text, too, unless the guest was purged in the meantime. Locks the reservation
 * before the invoice (R2.7).
 */
async function noteSent({ db, sealer, now }: EmailDeps, email: QueuedEmail, draft: Draft) {
  const { subject, html, text } = draft
  const at = now()
  const sealed = sealContent(sealer, email.messageId, { to: draft.to.address, subject, html, text })
  await db.transaction(async (tx) => {
    const content = (await lockUnpurged(tx, email.reservationId)) ? sealed : null
    await noteReminded(tx, { type: email.emailType, invoiceId: email.invoiceId, at })
    // The subject of an admin's message may name a guest. The purge does not delete subjects, so the site does not
    // store this one.
    const kept = email.emailType === 'message' ? null : subject
    await markEmail(tx, email.id, { status: 'sent', subject: kept, content, at })
  })
}

async function draftOf(deps: EmailDeps, { messageId }: QueuedEmail, written: AddressedEmail): Promise<Draft> {
  const house = { name: venue.name, address: venue.email }
  const now = deps.now()
  return {
    ...(await renderEmail(written.email)),
    from: parseMailbox(deps.settings.mail.from) ?? house,
    replyTo: house,
    to: written.to,
    messageId,
    date: now,
    attachments: written.attachesDates ? calendarFiles(deps, written, now) : [],
  }
}

function calendarFiles({ settings }: EmailDeps, { event, attendeeToken }: AddressedEmail, now: Date) {
  if (!event) return []
  const url = absoluteLink(settings.publicUrl, eventPath(event.urlName))
  const own =
    attendeeToken === undefined ? {} : { directions: directionsLink(settings.publicUrl, attendeeToken) }
  const file = {
    filename: `${event.urlName}.ics`,
    content: eventCalendar({
      event: { ...event, cancelled: event.cancelledAt !== null, revision: revisionOf(event) },
      url,
      uid: eventUid(event.id),
      ...own,
      now,
    }),
    contentType: CALENDAR_CONTENT_TYPE,
  }
  return [file]
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * The site stops retrying an e-mail after this time, because the e-mail is outdated. For the retries of other jobs, see
 * `retryAfter` in `platform/outbox-worker.ts` and `later` in `booking/jobs.ts`.
 */
const GIVE_UP_AFTER = 72 * HOUR

/**
 * Returns when to retry a failed e-mail, or null to stop trying. The first retries are close together, because an
 * outage may be short (R9.4).
 */
export function nextTry(failed: { queuedAt: Date; attempt: number; now: Date }): Date | null {
  const { queuedAt, attempt, now } = failed
  const age = now.getTime() - queuedAt.getTime()
  if (age >= GIVE_UP_AFTER) return null
  return new Date(now.getTime() + Math.min(10 * SECOND * 2 ** Math.min(attempt, 20), longestWait(age)))
}

function longestWait(age: number): number {
  if (age < 2 * HOUR) return 3 * MINUTE
  return age < 24 * HOUR ? 15 * MINUTE : HOUR
}
