/**
 * Rules for automatic reminders: to whom and when they are sent (docs/owners/emails-and-reminders.md). Pure: the current day and time
 * are parameters.
 */
import { addDays, type Day, daysBetween, ranchDay } from '#shared/days.ts'

/**
 * All settings of reminders. `days` counts days at the ranch from the base day; -7 means 7 days before. From the day
 * `until` on, no reminder of the type is sent.
 */
const REMINDERS = {
  /**
   * Counted from the invoice's due day: 7 and 3 days before, on it, and 3 days after. From a week after it,
   * nothing more is sent.
   */
  'invoice-remind': { days: [-7, -3, 0, 3], until: 7 },
  /** Counted from the event's first day: 14 and 7 days before, while details are missing. */
  'info-remind': { days: [-14, -7], until: 0 },
  /** Counted from the event's first day: 7 days before. This e-mail also asks for missing details. */
  'welcome-info': { days: [-7], until: 0 },
} as const satisfies Record<string, { days: readonly number[]; until: number }>

export type ReminderType = keyof typeof REMINDERS

export const REMINDER_TYPES = Object.keys(REMINDERS) as ReminderType[]

/** For each type, the types that say the same. An e-mail of such a type counts as one of this type, too. */
export const COVERED_BY: Record<ReminderType, readonly ReminderType[]> = {
  'invoice-remind': ['invoice-remind'],
  'info-remind': ['info-remind', 'welcome-info'],
  'welcome-info': ['welcome-info'],
}

/** A stage of a reminder is one of its days, relative to the base day. */
export interface Stage {
  days: number
  /** From this day on, the stage is too late: the next stage's day, or the last day of the type. */
  until: number
}

/** Returns the stages of a type, earliest first. */
export function stagesOf(type: ReminderType): Stage[] {
  const { days, until }: { days: readonly number[]; until: number } = REMINDERS[type]
  return days.map((from, nth) => ({ days: from, until: days[nth + 1] ?? until }))
}

/**
 * Returns the stage for `today`: one whose day is today, or an earlier one that is not too late yet. Returns null if
 * there is none.
 */
export function stageOn(type: ReminderType, base: Day, today: Day): Stage | null {
  const from = daysBetween(base, today)
  return stagesOf(type).find(({ days, until }) => days <= from && from < until) ?? null
}

/** Returns the range of base days, both included, for which a stage is neither too early nor too late on `today`. */
export function openBases(type: ReminderType, today: Day): { from: Day; to: Day } {
  const stages = stagesOf(type)
  const last = stages[stages.length - 1] as Stage
  return { from: addDays(today, 1 - last.until), to: addDays(today, -(stages[0] as Stage).days) }
}

/**
 * Why an automatic e-mail is sent, as its dedupe key stores it. Another base day or another event is another
 * cause.
 */
export interface Cause {
  type: ReminderType
  /** The invoice's id for `invoice-remind`, otherwise the reservation's. */
  target: number
  base: Day
  /** The day of the reminder's stage, relative to the base day. */
  days: number
  /** The event, for e-mails about its first day. Keys from an earlier version of the site omit it. */
  eventId?: number
}

/**
 * Returns a key such as `auto:invoice-remind:17:2027-05-06:-7`, or with the event
 * `auto:welcome-info:5:2027-05-06:-7:3`.
 */
export const causeKey = ({ type, target, base, days, eventId }: Cause): string =>
  ['auto', type, target, base, days, ...(eventId === undefined ? [] : [eventId])].join(':')

/** Parses a dedupe key. Returns null if it is not that of an automatic reminder. */
export function readCause(key: string): Cause | null {
  const [, type, target, base = '', days, eventId] =
    /^auto:([a-z-]+):(\d+):([\d-]+):(-?\d+)(?::(\d+))?$/.exec(key) ?? []
  const known = REMINDER_TYPES.find((name) => name === type)
  if (!known) return null
  const cause = { type: known, target: Number(target), base, days: Number(days) }
  return eventId === undefined ? cause : { ...cause, eventId: Number(eventId) }
}

/** An e-mail of one of the reminder types, automatic or sent by an admin. Dropped e-mails do not count (R9.10). */
export interface Mail {
  type: ReminderType
  invoiceId: number | null
  /** The automatic reminder's cause. Null for an e-mail sent by an admin. */
  cause: Cause | null
  status: 'queued' | 'sent' | 'failed'
  createdAt: Date
  sentAt: Date | null
}

interface OpenInvoice {
  id: number
  due: Day
  /** The day, at the ranch, on which the invoice was created. */
  madeOn: Day
}

/**
 * Why a guest is not asked to pay an invoice (R42): a saved card will pay it, or may have paid it. If nobody
 * knows whether the card was charged, an admin must check first.
 */
export type NotAsked = 'card_kept' | 'maybe_charged'

/** A confirmed reservation that is not purged, of an event that is not canceled. */
export interface ReservationToRemind {
  reservationId: number
  eventId: number
  start: Day
  madeOn: Day
  detailsMissing: boolean
  /** The invoices that the guest must pay. */
  invoices: OpenInvoice[]
  /** Unpaid invoices that the guest is not asked to pay. */
  notAsked: { due: Day; why: NotAsked }[]
  /** All e-mails of reminder types to this reservation. */
  mails: Mail[]
}

/** What a reminder is about: an invoice, or the whole reservation. */
interface Subject {
  type: ReminderType
  target: number
  base: Day
  madeOn: Day
  eventId?: number
}

/**
 * Returns whether a cause is about the same base day and the same event. A key without an event matches any event.
 */
const isOfSameDay = (cause: Cause, { base, eventId }: Subject): boolean =>
  cause.base === base && (cause.eventId === undefined || cause.eventId === eventId)

/** Returns what each type of reminder is about for this reservation now. */
export function subjectsOf(stay: ReservationToRemind): Subject[] {
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
 * Returns whether the invoice or reservation existed before the stage's day. A guest who signed up later
 * already has all information, so gets only `welcome-info` late.
 */
export const existedBefore = (stage: Stage, { type, base, madeOn }: Subject): boolean =>
  type === 'welcome-info' || madeOn < addDays(base, stage.days)

/**
 * Returns the e-mail that makes a stage unnecessary: an automatic one for this or a later stage, or one that
 * an admin sent on or after the stage's day.
 */
export function coveringEmail(mails: Mail[], stage: Stage, subject: Subject): Mail | undefined {
  const { type, target, base } = subject
  const day = addDays(base, stage.days)
  return mails.find((mail) => {
    if (!COVERED_BY[type].includes(mail.type)) return false
    if (type === 'invoice-remind' && mail.invoiceId !== target) return false
    const { cause } = mail
    if (!cause) return ranchDay(mail.createdAt) >= day
    return isOfSameDay(cause, subject) && (cause.days >= stage.days || stagesOf(type).length === 1)
  })
}

/**
 * Returns whether the guest has a queued e-mail of this type, or got one today. A guest gets at most one of a type
 * per day.
 */
const remindedToday = (mails: Mail[], type: ReminderType, today: Day): boolean =>
  mails.some(({ type: sent, status, createdAt, sentAt }) => {
    if (!COVERED_BY[type].includes(sent)) return false
    if (status === 'queued' || ranchDay(createdAt) === today) return true
    return sentAt !== null && ranchDay(sentAt) === today
  })

/** Returns the reminders to send to this guest today, at most one per type. */
export function dueMails(stay: ReservationToRemind, today: Day): Cause[] {
  const due: Cause[] = []
  for (const subject of subjectsOf(stay)) {
    const { type, target, base, eventId } = subject
    const stage = stageOn(type, base, today)
    if (!stage || !existedBefore(stage, subject) || coveringEmail(stay.mails, stage, subject)) continue
    // Treats a reminder from an earlier pass of this loop as sent.
    if (remindedToday(stay.mails, type, today) || due.some((found) => COVERED_BY[type].includes(found.type)))
      continue
    const cause = { type, target, base, days: stage.days }
    due.push(eventId === undefined ? cause : { ...cause, eventId })
  }
  return due
}

/**
 * Returns whether there is still a reason to send a queued reminder. There is none if the base day has changed, the
 * guest has paid or filled in the details, or its time has passed.
 */
export function stillDue(cause: Cause, stay: ReservationToRemind, today: Day): boolean {
  const { type, target, base, days } = cause
  const asked = subjectsOf(stay).some(
    (subject) => subject.type === type && subject.target === target && isOfSameDay(cause, subject),
  )
  return asked && stageOn(type, base, today)?.days === days
}

/** Returns the guest's oldest overdue invoice, or a sentence that says why an admin cannot remind this guest. */
export function overdueInvoice(
  stay: ReservationToRemind | undefined,
  today: Day,
): { invoiceId: number } | { why: string } {
  if (!stay) return { why: 'The reservation is no longer confirmed.' }
  const [oldest] = stay.invoices
    .filter(({ due }) => due < today)
    .toSorted((a, b) => a.due.localeCompare(b.due) || a.id - b.id)
  if (!oldest) {
    const held = stay.notAsked.find(({ due }) => due < today)
    return { why: held ? NOT_ASKED[held.why] : 'Nothing is overdue anymore.' }
  }
  if (remindedToday(stay.mails, 'invoice-remind', today)) return { why: 'Already reminded today.' }
  return { invoiceId: oldest.id }
}

const NOT_ASKED: Record<NotAsked, string> = {
  card_kept: 'Their saved card will be charged.',
  maybe_charged: 'Their saved card may have been charged. Please look at the reservation first.',
}
