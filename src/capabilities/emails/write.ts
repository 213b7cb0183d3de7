/** What a mail says now and to whom: at its sending, and when an admin looks at it beforehand. */
import type { Database } from '../../platform/database/database.ts'
import { openRecord, type Sealer } from '../../platform/sealing.ts'
import type { Services } from '../../platform/services.ts'
import { ranchDay } from '../../shared/days.ts'
import { venue } from '../../shared/venue.ts'
import { mailbox, type Mailbox } from './addresses.ts'
import { causeFacts, composeMail, type Guest, type Stay } from './compose.ts'
import type { EmailContent } from './content.ts'
import { findMailFacts, listStaysOf, type MailFacts, type StayOfAddress } from './facts/store.ts'
import { causeProblem, type DropReason, recipientName } from './rules.ts'
import type { QueuedEmail } from './store.ts'

export interface WritingDeps extends Pick<Services, 'settings' | 'sealer' | 'now' | 'log'> {
  db: Database
}

/** What a mail is made of; nothing else of its row matters to its text. */
export type MailAbout = Pick<QueuedEmail, 'emailType' | 'reservationId' | 'invoiceId'>

export interface Composed {
  content: EmailContent
  to: Mailbox
  facts: MailFacts
}

/** `dropped`: its cause is gone; `failed`: somebody must see to it; `later`: a fault of ours that may be mended. */
export type Unwritten =
  | { ready: false; status: 'dropped'; reason: DropReason }
  | { ready: false; status: 'failed' | 'later'; reason: string }

/**
 * Reads and composes the mail as it would be sent now, and hands it to `finish`; or tells why there is none,
 * also when `finish` throws. Only a database that does not answer is an exception.
 */
export async function writeMail<Finished>(
  deps: WritingDeps,
  about: MailAbout,
  finish: (composed: Composed) => Finished | Promise<Finished>,
): Promise<{ ready: true; mail: Finished } | Unwritten> {
  const { emailType, reservationId } = about
  const facts = reservationId === null ? undefined : await findMailFacts(deps.db, reservationId)
  try {
    const stays = emailType === 'lost-link' && facts ? await staysOf(deps, facts) : []
    const composed = compose(deps, about, { facts, stays })
    return 'ready' in composed ? composed : { ready: true, mail: await finish(composed) }
  } catch (err) {
    deps.log.error({ err, type: emailType, reservation: reservationId }, 'a mail could not be written')
    return { ready: false, status: 'later', reason: 'it could not be written' }
  }
}

function compose(
  deps: WritingDeps,
  { emailType, invoiceId }: MailAbout,
  { facts, stays }: { facts: MailFacts | undefined; stays: Stay[] },
): Composed | Unwritten {
  const today = ranchDay(deps.now())
  const problem = causeProblem(causeFacts({ type: emailType, invoiceId, facts, today }))
  if (problem || !facts) return { ready: false, status: 'dropped', reason: problem ?? 'reservation_gone' }
  const guest = openGuest(deps, facts)
  const content = composeMail({
    type: emailType,
    facts,
    invoiceId,
    guest,
    stays,
    today,
    publicUrl: deps.settings.publicUrl,
    venue,
  })
  const to = recipient(content, guest, facts)
  if (!to) return { ready: false, status: 'failed', reason: 'the address cannot be used' }
  return { content, to, facts }
}

function openGuest({ sealer }: WritingDeps, { reservation }: MailFacts): Guest {
  const { customerName, nickname, email } = reservation
  const opened = openRecord(
    sealer,
    { table: 'reservations', row: reservation.uuid },
    { customerName, nickname, email },
  )
  return { customerName: opened.customerName ?? '', nickname: opened.nickname, email: opened.email ?? '' }
}

/** What its address has standing now, whatever it had when it was asked for. */
async function staysOf(deps: WritingDeps, facts: MailFacts): Promise<Stay[]> {
  const { sealer, db, now } = deps
  const hashes = sealer.lookups(openGuest(deps, facts).email)
  return (await listStaysOf(db, hashes, ranchDay(now()))).map((stay) => openStay(sealer, stay))
}

function openStay(sealer: Sealer, { uuid, event, customerName, nickname }: StayOfAddress): Stay {
  const opened = openRecord(sealer, { table: 'reservations', row: uuid }, { customerName, nickname })
  return { uuid, event, customerName: opened.customerName ?? '', nickname: opened.nickname }
}

function recipient(content: EmailContent, guest: Guest, { event }: MailFacts): Mailbox | null {
  return content.type === 'late-refund-admin'
    ? mailbox(event.adminEmail, content.venue.name)
    : mailbox(guest.email, recipientName(guest.customerName))
}
