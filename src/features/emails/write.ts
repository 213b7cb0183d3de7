/** An e-mail's text and recipient as of now: at its sending, and when an admin looks at it beforehand. */
import type { Database } from '#platform/database/database.ts'
import { openRecord, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { mailbox, type Mailbox } from './addresses.ts'
import { hasHappened } from '#features/events/rules.ts'
import { isToConfirm } from '#features/events/line/rules.ts'
import { causeFacts, composeMail, type Guest, type Stay } from './compose.ts'
import { waitlistConfirm } from './composing/waitlist-confirm.ts'
import type { EmailContent } from './content.ts'
import {
  findEntryFacts,
  findMailFacts,
  listStaysOf,
  type MailFacts,
  type StayOfAddress,
} from './facts/store.ts'
import { causeProblem, type DropReason, entryProblem, recipientName, type StayMail } from './rules.ts'
import type { QueuedEmail } from './store.ts'

export interface WritingDeps extends Pick<Services, 'settings' | 'sealer' | 'now' | 'log'> {
  db: Database
}

/** The columns of an e-mail's row that its text is made of. */
export type MailAbout = Pick<QueuedEmail, 'emailType' | 'reservationId' | 'waitlistEntryId' | 'invoiceId'>

export interface Composed {
  content: EmailContent
  to: Mailbox
  facts: Pick<MailFacts, 'event'>
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
  const compose = await read(deps, about)
  try {
    const composed = await compose()
    return 'ready' in composed ? composed : { ready: true, mail: await finish(composed) }
  } catch (err) {
    deps.log.error({ err, type: emailType, reservation: reservationId }, 'a mail could not be written')
    return { ready: false, status: 'later', reason: 'it could not be written' }
  }
}

/** Reads what the mail is made of; what it gives composes it. */
async function read(
  deps: WritingDeps,
  { emailType: type, reservationId, waitlistEntryId, invoiceId }: MailAbout,
): Promise<() => Composed | Unwritten | Promise<Composed | Unwritten>> {
  if (type === 'waitlist-confirm') {
    const found = waitlistEntryId === null ? undefined : await findEntryFacts(deps.db, waitlistEntryId)
    return () => composeForEntry(deps, found)
  }
  const facts = reservationId === null ? undefined : await findMailFacts(deps.db, reservationId)
  return async () => {
    const stays = type === 'lost-link' && facts ? await staysOf(deps, facts) : []
    return compose(deps, { type, invoiceId, facts, stays })
  }
}

function composeForEntry(
  { settings, sealer, now }: WritingDeps,
  found: Awaited<ReturnType<typeof findEntryFacts>>,
): Composed | Unwritten {
  const { entry, event } = found ?? {}
  const problem = entryProblem(
    entry ? { purged: entry.purgedAt !== null, toConfirm: isToConfirm(entry.state) } : null,
    {
      cancelled: event?.cancelledAt != null,
      started: event !== undefined && hasHappened(event.startDateDate, ranchDay(now())),
    },
  )
  if (problem || !entry || !event) return { ready: false, status: 'dropped', reason: problem ?? 'entry_gone' }
  const { uuid, customerName, email } = entry
  const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
  const guest = {
    customerName: opened.customerName ?? '',
    nickname: null,
    email: opened.email ?? '',
  }
  const content = waitlistConfirm({
    token: uuid,
    guest,
    event,
    publicUrl: settings.publicUrl,
    venue,
  })
  const to = mailbox(guest.email, recipientName(guest.customerName))
  if (!to) return UNUSABLE
  return { content, to, facts: { event } }
}

const UNUSABLE = {
  ready: false,
  status: 'failed',
  reason: 'the address cannot be used',
} as const

interface ToCompose {
  type: StayMail
  invoiceId: number | null
  facts: MailFacts | undefined
  stays: Stay[]
}

function compose(deps: WritingDeps, { type, invoiceId, facts, stays }: ToCompose): Composed | Unwritten {
  const today = ranchDay(deps.now())
  const problem = causeProblem(causeFacts({ type, invoiceId, facts, today }))
  if (problem || !facts)
    return {
      ready: false,
      status: 'dropped',
      reason: problem ?? 'reservation_gone',
    }
  const guest = openGuest(deps, facts)
  const content = composeMail({
    type,
    facts,
    invoiceId,
    guest,
    stays,
    today,
    publicUrl: deps.settings.publicUrl,
    venue,
  })
  const to = recipient(content, guest, facts)
  if (!to) return UNUSABLE
  return { content, to, facts }
}

function openGuest({ sealer }: WritingDeps, { reservation }: MailFacts): Guest {
  const { customerName, nickname, email } = reservation
  const opened = openRecord(
    sealer,
    { table: 'reservations', row: reservation.uuid },
    { customerName, nickname, email },
  )
  return {
    customerName: opened.customerName ?? '',
    nickname: opened.nickname,
    email: opened.email ?? '',
  }
}

/** The stays of the address that stand now, whatever they were when it was asked for. */
async function staysOf(deps: WritingDeps, facts: MailFacts): Promise<Stay[]> {
  const { sealer, db, now } = deps
  const hashes = sealer.lookups(openGuest(deps, facts).email)
  return (await listStaysOf(db, hashes, ranchDay(now()))).map((stay) => openStay(sealer, stay))
}

function openStay(sealer: Sealer, { uuid, event, customerName, nickname }: StayOfAddress): Stay {
  const opened = openRecord(sealer, { table: 'reservations', row: uuid }, { customerName, nickname })
  return {
    uuid,
    event,
    customerName: opened.customerName ?? '',
    nickname: opened.nickname,
  }
}

function recipient(content: EmailContent, guest: Guest, { event }: MailFacts): Mailbox | null {
  return content.type === 'late-refund-admin'
    ? mailbox(event.adminEmail, content.venue.name)
    : mailbox(guest.email, recipientName(guest.customerName))
}
