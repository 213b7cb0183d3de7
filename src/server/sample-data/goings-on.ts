/**
 * The recent history of the sample bookings (R22.6): arrivals, a message, a move, an undone cancellation, a place by hand, news; and the
 * codes by which two guests came (R22.8).
 */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { recordDiscounts } from '#features/codes/index.ts'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import { columns, type Transaction } from '#platform/database/database.ts'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { emails, type EmailType, guestMessages } from '#platform/database/schema/emails.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { addDays, type Day, ranchDay, ranchInstant, ranchTimeInstant } from '#shared/days.ts'
import { venue, venueDomain } from '#shared/venue.ts'
import { SAMPLE_EVENTS, type SampleCode } from './events.ts'

/** A filled-in event: its number, its first day, and its reservations in the order of sign-up. */
export interface FilledEvent {
  eventId: number
  startDateDate: Day
  stays: number[]
}

export interface House {
  tx: Transaction
  sealer: Sealer
  now: Date
  /** By the event's name in addresses. */
  filled: ReadonlyMap<string, FilledEvent>
}

export function eventOf({ filled }: House, urlName: string): FilledEvent {
  const found = filled.get(urlName)
  if (!found) throw new Error(`No sample event ${urlName}`)
  return found
}

/** An admin who is nobody's account. */
export const ADMIN = { actor: 'admin:sample', actorEmail: venue.email }

/** Writes it all, once the bookings are there. */
export async function addGoingsOn(house: House): Promise<void> {
  await addArrivals(house)
  await addMessage(house)
  await addChanges(house)
  await addByHand(house)
}

/** At an hour of the ranch's day, so many days ago. */
export const ago = ({ now }: House, days: number, hour: number) =>
  ranchInstant(addDays(ranchDay(now), -days), hour)

const TIMES = ['14:30', '15:00', '15:15', '16:00', null, '16:30', '17:15'] as const

/** The plan that one of them told: the fourth is fetched, the fifth told nothing. */
function told(day: Day, nth: number) {
  const time = TIMES[nth] ?? null
  const by = nth === 3 ? 'fetched' : 'car'
  return time === null ? { day: null, time, by: null } : ({ day, time, by } as const)
}

/** Guests of the retreat that is over told when they would come, and were ticked; those of the next one begin to tell. */
async function addArrivals(house: House): Promise<void> {
  const over = eventOf(house, 'spring-branding')
  const next = eventOf(house, 'desert-cooking')
  const came = TIMES.map((time, nth) => ({
    reservationId: over.stays[nth] ?? 0,
    ...told(over.startDateDate, nth),
    hereAt: ranchTimeInstant(over.startDateDate, time ?? '18:05'),
    hereBy: nth % 2 === 0 ? ('host' as const) : ('guest' as const),
  }))
  const coming = [0, 1, 3].map((nth) => ({
    reservationId: next.stays[nth] ?? 0,
    ...told(next.startDateDate, nth),
    hereAt: null,
    hereBy: null,
  }))
  await house.tx.insert(arrivals).values([...came, ...coming])
}

async function addMessage(house: House): Promise<void> {
  const { tx, sealer } = house
  const { eventId, stays } = eventOf(house, 'desert-cooking')
  const at = ago(house, 1, 10)
  const uuid = randomUUID()
  const text = {
    subject: 'A knife of your own',
    body: 'If you have a knife that you like, bring it: you will cut more onions than ever before.\n\nAprons are here.',
  }
  const [made] = await tx
    .insert(guestMessages)
    .values({
      uuid,
      eventId,
      audience: 'all',
      ...sealRecord(sealer, { table: 'guest_messages', row: uuid }, text),
      attempt: randomUUID(),
      writtenBy: ADMIN.actor,
      createdAt: at,
    })
    .returning({ id: guestMessages.id })
  const id = made?.id ?? 0
  for (const reservationId of stays)
    await addEmail(tx, { type: 'message', reservationId, subject: null, at, guestMessageId: id })
  const what = { action: 'message.sent', entity: 'message', entityId: id, eventId, fields: ['all'] }
  await recordAudit(tx, sealer, [{ ...ADMIN, ...what, at }])
}

/** A stay that came from another retreat, and one that was canceled by mistake. */
async function addChanges(house: House): Promise<void> {
  const { tx, sealer } = house
  const [from, to] = [eventOf(house, 'leather-and-light'), eventOf(house, 'new-moon-star-week')]
  const moved = to.stays[1] ?? 0
  const movedAt = ago(house, 2, 14)
  const details = { priceBefore: 90_000, price: 125_000, sendEmail: true }
  const full = eventOf(house, 'founders-quiet-week')
  const undone = full.stays[2] ?? 0
  const undoneAt = ago(house, 9, 16)
  const { eventId } = full
  await recordAudit(tx, sealer, [
    { ...stayEntry('movedAway', moved), eventId: from.eventId, details, at: movedAt },
    { ...stayEntry('moved', moved), eventId: to.eventId, details, at: movedAt },
    { ...stayEntry('cancelled', undone), eventId, at: ago(house, 9, 15) },
    { ...stayEntry('reinstated', undone), eventId, at: undoneAt },
  ])
  const subject = 'Your stay has moved: New Moon Star Week'
  await addEmail(tx, { type: 'stay-moved', reservationId: moved, subject, at: movedAt })
  const again = 'Your stay is on again: Founders’ Quiet Week'
  await addEmail(tx, { type: 'stay-reinstated', reservationId: undone, subject: again, at: undoneAt })
}

const stayEntry = (change: string, entityId: number): Omit<AuditEntry, 'at'> => ({
  ...ADMIN,
  action: `reservation.${change}`,
  entity: 'reservation',
  entityId,
})

/** Somebody on the waitlist who called, and an e-mail that came back as news. */
async function addByHand(house: House): Promise<void> {
  const { tx, sealer } = house
  const { eventId } = eventOf(house, 'founders-quiet-week')
  const at = ago(house, 3, 9)
  const uuid = randomUUID()
  const person = { customerName: 'Walt Ortega', email: null, phone: '505-555-0187' }
  const [entry] = await tx
    .insert(waitlistEntries)
    .values({
      uuid,
      eventId,
      ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, person),
      byHand: true,
      state: 'waiting',
      position: LAST,
      confirmedAt: at,
      createdAt: at,
    })
    .returning({ id: waitlistEntries.id })
  const [failed] = await tx
    .select({ ...columns(emails, 'id', 'reservationId'), at: emails.createdAt, type: emails.emailType })
    .from(emails)
    .where(and(eq(emails.status, 'failed'), eq(emails.emailType, 'info-remind')))
  const added = { action: 'waitlist.added', entity: 'waitlist', entityId: entry?.id ?? 0, eventId, at }
  const news = failed && {
    actor: 'job:email',
    action: 'mail.failed',
    entity: 'email',
    entityId: failed.id,
    fields: [failed.type],
    eventId,
    reservationId: failed.reservationId,
    at: failed.at,
  }
  await recordAudit(tx, sealer, [{ ...ADMIN, ...added }, ...(news ? [news] : [])])
}

/** Behind everybody who joined by the form. */
const LAST = 100

interface SentEmail {
  type: EmailType
  reservationId: number
  subject: string | null
  at: Date
  guestMessageId?: number
}

export async function addEmail(
  tx: Transaction,
  { type, reservationId, subject, at, guestMessageId }: SentEmail,
): Promise<void> {
  await tx.insert(emails).values({
    emailType: type,
    reservationId,
    guestMessageId: guestMessageId ?? null,
    dedupeKey: `${type}:${guestMessageId ?? 'sample'}:${reservationId}`,
    status: 'sent',
    subject,
    messageId: `<${randomUUID()}@${venueDomain}>`,
    createdAt: at,
    sentAt: at,
  })
}

type Terms = Omit<typeof codes.$inferInsert, 'id' | 'code'> & { code: SampleCode }

/** The codes: a percentage off, an amount for one retreat, and a price that guests name. */
function sampleCodes(house: House): Terms[] {
  const lastDay = addDays(ranchDay(house.now), 60)
  const { eventId } = eventOf(house, 'leather-and-light')
  return [
    { code: 'EARLY-BIRD', kind: 'percent', value: 10, validUntil: lastDay, note: 'On the spring postcard.' },
    {
      code: 'LEATHER-FRIENDS',
      kind: 'amount',
      value: 15_000,
      eventId,
      uses: 3,
      note: 'For those whom Inez brings.',
    },
    {
      code: 'COME-ANYWAY',
      kind: 'open',
      value: 30_000,
      suggestion: 60_000,
      uses: 4,
      note: 'Four places a year for whoever could not come otherwise.',
    },
  ]
}

/** Adds the codes, and names them at the stays that cost less by one. */
export async function addCodes(house: House): Promise<void> {
  const { tx, sealer } = house
  const at = ago(house, 150, 9)
  const made = await tx
    .insert(codes)
    .values(sampleCodes(house).map((terms) => ({ ...terms, createdAt: at })))
    .returning({ id: codes.id, code: codes.code })
  const entries = made.map(({ id, code }) => ({
    ...ADMIN,
    action: 'code.created',
    entity: 'code',
    entityId: id,
    details: { label: code },
    at,
  }))
  await recordAudit(tx, sealer, entries)
  for (const { event, coded } of SAMPLE_EVENTS) {
    if (!coded) continue
    const codeId = made.find(({ code }) => code === coded.code)?.id ?? null
    const id = eventOf(house, event.urlName).stays[coded.guest] ?? 0
    const changes = { codeId, discount: coded.off }
    const [stay] = await tx.update(reservations).set(changes).where(eq(reservations.id, id)).returning()
    if (stay) await recordDiscounts(tx, [id], stay.createdAt)
  }
}
