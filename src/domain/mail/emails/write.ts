/** Writes an e-mail's text and recipient from current data, for sending and for previews. */
import { createElement, type FunctionComponent } from 'react'
import type { Database } from '#platform/database/database.ts'
import { isOutage } from '#platform/http/outage.ts'
import { openColumns, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import type { ReservationMoney } from '#shared/reservation-money.ts'
import { privateLink } from '#shared/links.ts'
import { CONTACT_FIELDS, type GuestContact } from '#shared/guest-details.ts'
import { venue } from '#shared/venue.ts'
import { mailboxToken } from '#domain/booking/domain/mailbox.ts'
import { readNewsOf } from '../notifications/store.ts'
import { greetingName, mailbox, type Mailbox, recipientName } from './addresses.ts'
import type {
  DropReason,
  EmailText,
  EntryEmail,
  Guest,
  PartyMember,
  CurrentReservation,
  ReservationCause,
  ReservationEmail,
  ReservationSource,
  WrittenEmail,
} from './definition.ts'
import { definitionOf } from './registry.ts'
import { message } from './types/message.tsx'
import { news } from './types/news.tsx'
import { staffInvitation } from './types/staff-invitation.tsx'
import { findPersonByUuid, openPerson } from '#domain/staff/people/store.ts'
import { invitedIn } from '#domain/staff/people/rules.ts'
import { findEmail, firstSent, type QueuedEmail } from '#platform/email-queue.ts'
import {
  type EntryRows,
  type EventRow,
  findEntryRows,
  findMessageRow,
  findReservationRows,
  type ReservationRows,
} from './store/rows.ts'
import { readStayMoney } from '#domain/booking/use-cases/show-reservation.ts'
import { findMoney } from '#domain/booking/store/payments.ts'
import { isPayer } from '#domain/booking/domain/party.ts'
import { readRefundSchedule } from '#domain/booking/payments/refund-schedule.ts'
import { isActive } from '#shared/reservation-status.ts'
import { listStaysOf } from '#domain/booking/store/stays-of-address.ts'

export interface WritingDeps extends Pick<Services, 'settings' | 'sealer' | 'now' | 'log'> {
  db: Database
}

/** The fields of an e-mail's database row that decide its text. */
export type EmailAbout = Pick<
  QueuedEmail,
  'emailType' | 'reservationId' | 'waitlistEntryId' | 'invoiceId'
> & { guestMessageId?: number | null } & Partial<Pick<QueuedEmail, 'id' | 'dedupeKey'>>

export interface AddressedEmail {
  email: WrittenEmail
  to: Mailbox
  /** The event that the e-mail is about. Null if the e-mail is about several events or none. */
  event: EventRow | null
  attachesDates: boolean
  /** The token of the guest's own link to the directions. The calendar file contains that link. */
  attendeeToken?: string
}

/**
 * Why an e-mail was not written. `dropped` means that there is no longer a reason to send it. `failed` means that a
 * person must solve the problem. `later` means an error of the site, so the e-mail is retried.
 */
export type Unwritten =
  | { ready: false; status: 'dropped'; reason: DropReason }
  | { ready: false; status: 'failed' | 'later'; reason: string }

/**
 * Writes the e-mail as it would be sent now, and passes it to `finish`. If the e-mail cannot be written or `finish`
 * throws, returns the reason. Throws only if the database is unavailable.
 */
export async function writeEmail<Finished>(
  deps: WritingDeps,
  about: EmailAbout,
  finish: (email: AddressedEmail) => Finished | Promise<Finished>,
): Promise<{ ready: true; finished: Finished } | Unwritten> {
  try {
    const written = await write(deps, about)
    return 'ready' in written ? written : { ready: true, finished: await finish(written) }
  } catch (err) {
    if (isOutage(err)) throw err
    const { emailType, reservationId } = about
    deps.log.error({ err, type: emailType, reservation: reservationId }, 'could not write an e-mail')
    return { ready: false, status: 'later', reason: 'it could not be written' }
  }
}

type Written = AddressedEmail | Unwritten

async function write(deps: WritingDeps, about: EmailAbout): Promise<Written> {
  const { db, now } = deps
  const { emailType, reservationId, waitlistEntryId, invoiceId } = about
  const definition = definitionOf(emailType)
  if (definition.about === 'news') return writeNews(deps, about)
  if (definition.about === 'person') return writeInvitation(deps, about)
  const entry = waitlistEntryId === null ? undefined : await findEntryRows(db, waitlistEntryId)
  if (definition.about === 'waitlist-entry')
    return entry ? writeToEntry(deps, definition, entry) : dropped('entry_gone')
  const rows = reservationId === null ? undefined : await findReservationRows(db, reservationId)
  if (definition.about === 'message') return writeKeptMessage(deps, about, rows ?? entry)
  if (!rows) return dropped('reservation_gone')
  const at = now()
  const cause = { rows, invoiceId, today: ranchDay(at), now: at }
  const problem = stayDropReason(definition, cause)
  return problem ? dropped(problem) : writeToGuest(deps, definition, cause)
}

async function writeNews(deps: WritingDeps, { id = 0, dedupeKey = '' }: EmailAbout): Promise<Written> {
  const found = await readNewsOf(deps, firstSent({ id, dedupeKey }))
  if (!found) return dropped('purged')
  const email = emailText(news, { items: found.items, publicUrl: deps.settings.publicUrl })
  const to = mailbox(found.to, venue.name)
  return to ? { email, to, event: null, attachesDates: false } : UNUSABLE
}

async function writeInvitation(
  { db, sealer, settings }: WritingDeps,
  { id = 0, dedupeKey = '' }: EmailAbout,
): Promise<Written> {
  const first = await findEmail(db, firstSent({ id, dedupeKey }))
  const uuid = invitedIn(first?.dedupeKey ?? '')
  const person = uuid === null ? undefined : await findPersonByUuid(db, uuid)
  if (!person) return dropped('person_gone')
  const { name, email: address } = openPerson(sealer, person)
  if (address === null) return dropped('no_address')
  const facts = { name, email: address, role: person.role, publicUrl: settings.publicUrl }
  const to = mailbox(address, name ?? '')
  return to ? { email: emailText(staffInvitation, facts), to, event: null, attachesDates: false } : UNUSABLE
}

/** Writes an admin's stored message to the guest or waitlist entry that the e-mail is for. */
async function writeKeptMessage(
  deps: WritingDeps,
  { waitlistEntryId, guestMessageId }: EmailAbout,
  rows: ReservationRows | EntryRows | undefined,
): Promise<Written> {
  const text = guestMessageId ? await findMessageRow(deps.db, guestMessageId) : undefined
  const typed = text && openText(deps.sealer, text)
  if (!typed) return dropped('text_gone')
  if (!rows) return dropped(waitlistEntryId === null ? 'reservation_gone' : 'entry_gone')
  // The message was for the guests of one event. A guest who has moved to another event must not get it.
  return rows.event.id === text.eventId ? writeMessage(deps, typed, rows) : dropped('other_event')
}

interface TypedText {
  subject: string
  body: string
}

/**
 * Writes an admin's message that is not stored yet, as one recipient would get it. Returns null if that recipient
 * would not get the message.
 */
export async function writeTyped(
  deps: WritingDeps,
  {
    reservationId,
    waitlistEntryId,
    ...typed
  }: Pick<EmailAbout, 'reservationId' | 'waitlistEntryId'> & TypedText,
): Promise<AddressedEmail | null> {
  const rows =
    reservationId === null
      ? await findEntryRows(deps.db, waitlistEntryId ?? 0)
      : await findReservationRows(deps.db, reservationId)
  const written = rows ? writeMessage(deps, typed, rows) : null
  return written && 'email' in written ? written : null
}

function openText(sealer: Sealer, row: NonNullable<Awaited<ReturnType<typeof findMessageRow>>>) {
  const { subject, body } = openColumns(sealer, 'guest_messages', row, 'subject', 'body')
  return subject === null || body === null ? null : { subject, body }
}

function writeMessage(deps: WritingDeps, typed: TypedText, rows: ReservationRows | EntryRows): Written {
  const now = deps.now()
  const today = ranchDay(now)
  const { event } = rows
  const isStay = 'reservation' in rows
  if ((isStay ? rows.reservation : rows.entry).purgedAt !== null) return dropped('purged')
  const problem = message.dropReason(isStay ? { rows, invoiceId: null, today, now } : { rows, today })
  if (problem) return dropped(problem)
  const guest = isStay ? openGuest(deps, rows.reservation) : openEntry(deps, rows.entry)
  const stay = isStay ? privateLink(deps.settings.publicUrl, rows.reservation.uuid) : null
  const email = emailText(message, { guest: greetingName(guest), event, ...typed, stay })
  return addressed(guest, { email, event, attachesDates: false })
}

/** Returns subject, preview and content of an e-mail with these facts. */
export const emailText = <Facts>(definition: EmailText<Facts>, facts: Facts): WrittenEmail => ({
  subject: definition.subject(facts),
  preview: definition.preview(facts),
  content: createElement(definition.Content as FunctionComponent<object>, facts as object),
})

const dropped = (reason: DropReason): Unwritten => ({ ready: false, status: 'dropped', reason })

const UNUSABLE: Unwritten = { ready: false, status: 'failed', reason: 'the address cannot be used' }

/**
 * Returns why there is no longer a reason to send an e-mail about a reservation, or null to send it (R9.1). The site
 * never sends an e-mail that it has dropped.
 */
export function stayDropReason(
  definition: ReservationEmail<unknown>,
  cause: ReservationCause,
): DropReason | null {
  if (cause.rows.reservation.purgedAt !== null && !definition.toAdmin) return 'purged'
  return definition.dropReason(cause)
}

async function writeToGuest(
  deps: WritingDeps,
  definition: ReservationEmail<unknown>,
  cause: ReservationCause,
): Promise<Written> {
  const { event, reservation, party } = cause.rows
  const money = await findMoney(deps.db, reservation.id, cause.today)
  if (!money) return dropped('reservation_gone')
  const payer = definition.toPayer && party.find((member) => member.payer)
  const guest = openGuest(deps, payer || reservation)
  const stays = definition.listsStays ? await staysOf(deps, guest) : []
  const refunds = definition.showsRefunds ? await refundsOf(deps, cause) : null
  const stay = definition.showsMoney ? await moneyOfStay(deps, cause, money) : null
  const contact = openContact(deps, reservation)
  const { publicUrl } = deps.settings
  const members = party.map((member) => openMember(deps, member))
  const token = mailboxToken(deps.sealer, { uuid: reservation.uuid, email: guest.email })
  const source: ReservationSource = {
    ...cause,
    money,
    guest,
    contact,
    mailboxToken: token,
    party: members,
    stays,
    refunds,
    stay,
    publicUrl,
  }
  const facts = definition.facts(source)
  const email = emailText(definition, facts)
  const address = definition.toAdmin ? 'adminEmail' : definition.toEventAddress
  const { attendeeToken } = reservation
  const attachesDates = definition.attachesDates?.(facts) ?? false
  const written = { email, event, attachesDates, attendeeToken }
  if (!address) return addressed(guest, written)
  const to = mailbox(event[address] ?? '', venue.name)
  return to ? { ...written, to } : UNUSABLE
}

function writeToEntry(
  { settings, sealer, now }: WritingDeps,
  definition: EntryEmail<unknown>,
  rows: EntryRows,
): Written {
  const { entry, event } = rows
  const cause = { rows, today: ranchDay(now()) }
  const problem = entry.purgedAt === null ? definition.dropReason(cause) : 'purged'
  if (problem) return dropped(problem)
  const guest = openEntry({ sealer }, entry)
  const facts = definition.facts({ ...cause, guest, publicUrl: settings.publicUrl })
  return addressed(guest, { email: emailText(definition, facts), event, attachesDates: false })
}

type SealedGuest = Pick<ReservationRows['reservation'], 'uuid' | 'customerName' | 'nickname' | 'email'>

/**
 * Adds the recipient to a written e-mail. A guest without an e-mail address gets none, which is not a failure
 * (R30.7).
 */
function addressed(guest: Guest, email: Omit<AddressedEmail, 'to'>): Written {
  const to = mailbox(guest.email, recipientName(guest.customerName))
  if (to) return { ...email, to }
  return guest.email === '' ? dropped('no_address') : UNUSABLE
}

function openEntry({ sealer }: Pick<WritingDeps, 'sealer'>, entry: EntryRows['entry']): Guest {
  const opened = openColumns(sealer, 'waitlist_entries', entry, 'customerName', 'email')
  return { customerName: opened.customerName ?? '', nickname: null, email: opened.email ?? '' }
}

function openGuest({ sealer }: Pick<WritingDeps, 'sealer'>, sealed: SealedGuest): Guest {
  const opened = openColumns(sealer, 'reservations', sealed, 'customerName', 'nickname', 'email')
  return { customerName: opened.customerName ?? '', nickname: opened.nickname, email: opened.email ?? '' }
}

function openMember(
  deps: Pick<WritingDeps, 'sealer'>,
  { customerName, nickname, email, ...member }: ReservationRows['party'][number],
): PartyMember {
  const guest = openGuest(deps, { uuid: member.uuid, customerName, nickname, email })
  return { ...member, name: recipientName(guest.customerName) || null }
}

const openContact = (
  { sealer }: Pick<WritingDeps, 'sealer'>,
  row: ReservationRows['reservation'],
): GuestContact => openColumns(sealer, 'reservations', row, ...CONTACT_FIELDS)

/** Returns what is refunded if the guest cancels, with the companions whom the guest pays for. */
function refundsOf({ db }: WritingDeps, { rows: { reservation, event, party }, today }: ReservationCause) {
  const { id } = reservation
  const others = isPayer(reservation) ? party.filter((one) => one.id !== id && isActive(one.status)) : []
  const { startDateDate } = event
  return readRefundSchedule(db, [id, ...others.map((one) => one.id)], { startDateDate, today })
}

/** Returns the money of the guest's stay, as the guest's page shows it. */
const moneyOfStay = (
  deps: WritingDeps,
  { rows: { reservation, event } }: ReservationCause,
  money: ReservationMoney,
) => readStayMoney(deps, reservation, { money, firstDay: event.startDateDate })

/**
 * Returns the reservations that this e-mail address has now. They may differ from those it had when the visitor asked
 * for the links.
 */
async function staysOf({ sealer, db, now }: WritingDeps, { email }: Guest): Promise<CurrentReservation[]> {
  const found = await listStaysOf(db, sealer.lookups(email), ranchDay(now()))
  return found.map(({ uuid, event, customerName, nickname }) => {
    return { uuid, event, ...openGuest({ sealer }, { uuid, customerName, nickname, email: null }) }
  })
}
