/** Sends queued mails: the outbox's handler of kind `email`. */
import type { OutboxHandler } from '../../platform/outbox.ts'
import { openRecord } from '../../platform/sealing.ts'
import type { Services } from '../../platform/services.ts'
import { ranchDay } from '../../shared/days.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventUid } from '../../shared/ics.ts'
import { absoluteLink, eventPath } from '../../shared/links.ts'
import { venue } from '../../shared/venue.ts'
import { mailbox, parseMailbox, type Mailbox } from './addresses.ts'
import { causeFacts, composeMail, type Guest } from './compose.ts'
import type { EmailContent, RenderEmail } from './content.ts'
import { findMailFacts, type MailFacts } from './facts/store.ts'
import { toMime, type Draft } from './mime.ts'
import { causeProblem, nextTry } from './rules.ts'
import { findEmail, markEmail, type QueuedEmail } from './store.ts'
import type { MailTransport, OutgoingMail } from './transport.ts'

export interface EmailDeps extends Pick<Services, 'db' | 'settings' | 'sealer' | 'now' | 'log'> {
  transport: MailTransport
  renderEmail: RenderEmail
}

/** A mail ready to go, or why it will never be. */
type Prepared =
  | { ready: true; subject: string; outgoing: OutgoingMail }
  | { ready: false; status: 'dropped' | 'failed'; reason: string }

/**
 * Tries one queued mail. Recipient and text are read now; a mail whose cause is gone is dropped. A crash
 * after the server took it and before our mark sends it again, with the same Message-ID.
 */
export function emailJob(deps: EmailDeps): OutboxHandler {
  const { db, now, log } = deps

  return async ({ emailId }, { attempt }) => {
    const email = await findEmail(db, Number(emailId))
    if (!email || email.status !== 'queued') return 'done'
    const facts = email.reservationId === null ? undefined : await findMailFacts(db, email.reservationId)

    let prepared: Prepared
    try {
      prepared = await prepare(deps, email, facts)
    } catch (err) {
      // A fault of ours; a later version may mend it before the mail is given up.
      log.error({ err, email: email.id, type: email.emailType }, 'a mail could not be written')
      return tryAgain(email, attempt, 'it could not be written')
    }
    if (!prepared.ready) {
      const { status, reason } = prepared
      await markEmail(db, email.id, { status, failure: reason })
      return status === 'failed' ? { giveUp: reason } : 'done'
    }

    const result = await deps.transport.send(prepared.outgoing)
    if (result.outcome === 'unavailable') return tryAgain(email, attempt, result.reason)
    if (result.outcome === 'refused') return giveUp(email, result.reason)
    await markEmail(db, email.id, { status: 'sent', subject: prepared.subject, at: now() })
    return 'done'
  }

  async function tryAgain(email: QueuedEmail, attempt: number, reason: string) {
    const retryAt = nextTry({ queuedAt: email.createdAt, attempt, now: now() })
    if (retryAt === null) return giveUp(email, reason)
    await markEmail(db, email.id, { status: 'queued', failure: reason })
    return { retryAt, reason }
  }

  async function giveUp(email: QueuedEmail, reason: string) {
    await markEmail(db, email.id, { status: 'failed', failure: reason })
    return { giveUp: reason }
  }
}

async function prepare(deps: EmailDeps, email: QueuedEmail, facts: MailFacts | undefined): Promise<Prepared> {
  const problem = causeProblem(causeFacts(email.emailType, email.invoiceId, facts))
  if (problem || !facts) return { ready: false, status: 'dropped', reason: problem ?? 'reservation_gone' }
  const guest = openGuest(deps, facts)
  const content = composeMail({
    type: email.emailType,
    facts,
    invoiceId: email.invoiceId,
    guest,
    today: ranchDay(deps.now()),
    publicUrl: deps.settings.publicUrl,
    venue,
  })
  if (!content) return { ready: false, status: 'failed', reason: 'there are no words for this kind of mail' }
  const to = recipient(content, guest, facts)
  if (!to) return { ready: false, status: 'failed', reason: 'the address cannot be used' }
  const draft = await draftOf(deps, { email, content, facts, to })
  const outgoing = { from: draft.from.address, to: to.address, raw: await toMime(draft) }
  return { ready: true, subject: draft.subject, outgoing }
}

function openGuest({ sealer }: EmailDeps, { reservation }: MailFacts): Guest {
  const { customerName, nickname, email } = reservation
  const opened = openRecord(
    sealer,
    { table: 'reservations', row: reservation.uuid },
    { customerName, nickname, email },
  )
  return { customerName: opened.customerName ?? '', nickname: opened.nickname, email: opened.email ?? '' }
}

function recipient(content: EmailContent, guest: Guest, { event }: MailFacts): Mailbox | null {
  return content.type === 'late-refund-admin'
    ? mailbox(event.adminEmail, content.venue.name)
    : mailbox(guest.email, guest.customerName)
}

interface Drafting {
  email: QueuedEmail
  content: EmailContent
  facts: MailFacts
  to: Mailbox
}

async function draftOf(deps: EmailDeps, { email, content, facts, to }: Drafting): Promise<Draft> {
  const house = { name: venue.name, address: venue.email }
  const now = deps.now()
  return {
    ...(await deps.renderEmail(content)),
    from: parseMailbox(deps.settings.mail.from) ?? house,
    replyTo: house,
    to,
    messageId: email.messageId,
    date: now,
    attachments: TELLS_THE_DATES.has(content.type) ? [calendarFile(deps, facts, now)] : [],
  }
}

/** What says that the guest is coming brings the dates as a calendar file. */
const TELLS_THE_DATES: ReadonlySet<EmailContent['type']> = new Set([
  'invoice-success',
  'signup-success-simple',
])

function calendarFile({ settings }: EmailDeps, { event }: MailFacts, now: Date) {
  const url = absoluteLink(settings.publicUrl, eventPath(event.urlName))
  return {
    filename: `${event.urlName}.ics`,
    content: eventCalendar({ event, url, uid: eventUid(event.id), now }),
    contentType: CALENDAR_CONTENT_TYPE,
  }
}
