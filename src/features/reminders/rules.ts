/** The mails that go out by themselves, to whom and when (docs/reminders.md). Pure: days and instants come in. */
import { addDays, type Day, daysBetween, ranchDay } from '#shared/days.ts'

/**
 * The settings, all of them. `days` are counted on the ranch's calendar from the base day: 7 days before it is -7.
 * `until` is the day, counted likewise, on which nothing of the kind goes out any more.
 */
const REMINDERS = {
  /** From the invoice's due day: 7 and 3 days before it, on it, and 3 days after; no word of it a week after. */
  'invoice-remind': { days: [-7, -3, 0, 3], until: 7 },
  /** From the event's first day, while details are missing: 14 and 7 days before it. */
  'info-remind': { days: [-14, -7], until: 0 },
  /** From the event's first day: 7 days before it. Asks for missing details itself. */
  'welcome-info': { days: [-7], until: 0 },
} as const satisfies Record<string, { days: readonly number[]; until: number }>

export type ReminderType = keyof typeof REMINDERS

export const REMINDER_TYPES = Object.keys(REMINDERS) as ReminderType[]

/** Types that say the same: an e-mail of these counts as one of this type too. */
export const SAID_BY: Record<ReminderType, readonly ReminderType[]> = {
  'invoice-remind': ['invoice-remind'],
  'info-remind': ['info-remind', 'welcome-info'],
  'welcome-info': ['welcome-info'],
}

/** A stage of a reminder: one of its days. */
export interface Stage {
  days: number
  /** The day from which it is too late: the next stage's day, or the end of the kind. */
  until: number
}

/** A kind's stages, the first one first. */
export function stagesOf(type: ReminderType): Stage[] {
  const { days, until }: { days: readonly number[]; until: number } = REMINDERS[type]
  return days.map((from, nth) => ({ days: from, until: days[nth + 1] ?? until }))
}

/** The stage whose time `today` is: its own day, or a later one on which what was missed is caught up. */
export function stageOn(type: ReminderType, base: Day, today: Day): Stage | null {
  const from = daysBetween(base, today)
  return stagesOf(type).find(({ days, until }) => days <= from && from < until) ?? null
}

/** The base days that have a stage open on `today`, both included. */
export function openBases(type: ReminderType, today: Day): { from: Day; to: Day } {
  const stages = stagesOf(type)
  const last = stages[stages.length - 1] as Stage
  return { from: addDays(today, 1 - last.until), to: addDays(today, -(stages[0] as Stage).days) }
}

/** The cause of an automatic e-mail, as its dedupe key names it: another base day or another event is another cause. */
export interface Cause {
  type: ReminderType
  /** The invoice's id for `invoice-remind`, else the reservation's. */
  target: number
  base: Day
  /** The stage. */
  days: number
  /** The event, for e-mails about its first day. Older keys do not name it. */
  eventId?: number
}

/** `auto:invoice-remind:17:2027-05-06:-7`, or `auto:welcome-info:5:2027-05-06:-7:3` with the event. */
export const causeKey = ({ type, target, base, days, eventId }: Cause): string =>
  ['auto', type, target, base, days, ...(eventId === undefined ? [] : [eventId])].join(':')

/** Null: the mail did not go out by itself. */
export function readCause(key: string): Cause | null {
  const [, type, target, base = '', days, eventId] =
    /^auto:([a-z-]+):(\d+):([\d-]+):(-?\d+)(?::(\d+))?$/.exec(key) ?? []
  const known = REMINDER_TYPES.find((name) => name === type)
  if (!known) return null
  const cause = { type: known, target: Number(target), base, days: Number(days) }
  return eventId === undefined ? cause : { ...cause, eventId: Number(eventId) }
}

/** A mail of one of these kinds, whoever sent it. One that was dropped went to nobody and is none (R9.10). */
export interface Mail {
  type: ReminderType
  invoiceId: number | null
  /** Null: sent by hand. */
  cause: Cause | null
  status: 'queued' | 'sent' | 'failed'
  createdAt: Date
  sentAt: Date | null
}

interface OpenInvoice {
  id: number
  due: Day
  /** The ranch's day on which it was made. */
  madeOn: Day
}

/**
 * The reason why a guest is not asked for an invoice (R42): the card that they have kept pays it, or may have paid it by a try whose end nobody
 * knows, which an admin has to find out first.
 */
export type NotAsked = 'card_kept' | 'maybe_charged'

/** A confirmed reservation that was not purged, of an event that was not cancelled. */
export interface Stay {
  reservationId: number
  eventId: number
  start: Day
  madeOn: Day
  detailsMissing: boolean
  /** The invoices that the guest is to pay. */
  invoices: OpenInvoice[]
  /** The unpaid ones that the guest is not asked for. */
  notAsked: { due: Day; why: NotAsked }[]
  /** All of the reservation's mails of these kinds. */
  mails: Mail[]
}

/** The subject of a reminder in one stay: an invoice, or the stay itself. */
interface Subject {
  type: ReminderType
  target: number
  base: Day
  madeOn: Day
  eventId?: number
}

/** Whether a cause is about the same day of the same event. A key that names no event counts for any. */
const isOfSameDay = (cause: Cause, { base, eventId }: Subject): boolean =>
  cause.base === base && (cause.eventId === undefined || cause.eventId === eventId)

/** The subjects of each type of reminder in this stay as it stands. */
export function subjectsOf(stay: Stay): Subject[] {
  const { reservationId, eventId, start, madeOn, detailsMissing } = stay
  const ofStay = { target: reservationId, base: start, madeOn, eventId }
  const invoices = stay.invoices.toSorted((a, b) => a.due.localeCompare(b.due) || a.id - b.id)
  return [
    { type: 'welcome-info', ...ofStay },
    ...(detailsMissing ? [{ type: 'info-remind' as const, ...ofStay }] : []),
    ...invoices.map(({ id, due, madeOn: made }) => ({
      type: 'invoice-remind' as const,
      target: id,
      base: due,
      madeOn: made,
    })),
  ]
}

/**
 * Whether the subject was there before the stage's day. Who comes later has just been told all of it, so that only
 * what everybody needs once is caught up: `welcome-info`.
 */
export const reaches = (stage: Stage, { type, base, madeOn }: Subject): boolean =>
  type === 'welcome-info' || madeOn < addDays(base, stage.days)

/** The mail that has said it already: by itself for this cause or a later one, or by hand since the stage's day began. */
export function saidBy(mails: Mail[], stage: Stage, subject: Subject): Mail | undefined {
  const { type, target, base } = subject
  const day = addDays(base, stage.days)
  return mails.find((mail) => {
    if (!SAID_BY[type].includes(mail.type)) return false
    if (type === 'invoice-remind' && mail.invoiceId !== target) return false
    const { cause } = mail
    if (!cause) return ranchDay(mail.createdAt) >= day
    return isOfSameDay(cause, subject) && (cause.days >= stage.days || stagesOf(type).length === 1)
  })
}

/** The guest waits for one of this kind, or has got one today: never two on a day. */
const hadToday = (mails: Mail[], type: ReminderType, today: Day): boolean =>
  mails.some(({ type: sent, status, createdAt, sentAt }) => {
    if (!SAID_BY[type].includes(sent)) return false
    if (status === 'queued' || ranchDay(createdAt) === today) return true
    return sentAt !== null && ranchDay(sentAt) === today
  })

/** The mails that go out to this guest on `today`: at most one mail of a kind. */
export function dueMails(stay: Stay, today: Day): Cause[] {
  const due: Cause[] = []
  for (const subject of subjectsOf(stay)) {
    const { type, target, base, eventId } = subject
    const stage = stageOn(type, base, today)
    if (!stage || !reaches(stage, subject) || saidBy(stay.mails, stage, subject)) continue
    // A reminder found for this stay before counts as sent.
    if (hadToday(stay.mails, type, today) || due.some((found) => SAID_BY[type].includes(found.type))) continue
    const cause = { type, target, base, days: stage.days }
    due.push(eventId === undefined ? cause : { ...cause, eventId })
  }
  return due
}

/** Whether a waiting mail's cause still stands: nothing moved, paid or told meanwhile, and its time is not over. */
export function stillDue(cause: Cause, stay: Stay, today: Day): boolean {
  const { type, target, base, days } = cause
  const asked = subjectsOf(stay).some(
    (subject) => subject.type === type && subject.target === target && isOfSameDay(cause, subject),
  )
  return asked && stageOn(type, base, today)?.days === days
}

/** The overdue invoice that an admin reminds this guest of, the oldest one; or why of none, for people. */
export function overdueInvoice(stay: Stay | undefined, today: Day): { invoiceId: number } | { why: string } {
  if (!stay) return { why: 'The reservation is no longer confirmed.' }
  const [oldest] = stay.invoices
    .filter(({ due }) => due < today)
    .toSorted((a, b) => a.due.localeCompare(b.due) || a.id - b.id)
  if (!oldest) {
    const held = stay.notAsked.find(({ due }) => due < today)
    return { why: held ? NOT_ASKED[held.why] : 'Nothing is overdue any more.' }
  }
  if (hadToday(stay.mails, 'invoice-remind', today)) return { why: 'Already reminded today.' }
  return { invoiceId: oldest.id }
}

const NOT_ASKED: Record<NotAsked, string> = {
  card_kept: 'Their saved card will be charged.',
  maybe_charged: 'Their saved card may have been charged. Please look at the reservation first.',
}
