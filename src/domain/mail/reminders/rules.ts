/**
 * Rules for automatic reminders: to whom and when they are sent (docs/owners/emails-and-reminders.md). Pure: the
 * current day and time are parameters.
 */
import { addDays, type Day, daysBetween, ranchDay } from '#shared/days.ts'

/**
 * The settings of all reminders. `days` counts ranch days from an invoice's due day or an event's first day: -7 means
 * 7 days before. From the day `until`, the site sends no reminder of this type.
 */
const REMINDERS = {
  /**
   * Counted from the invoice's due day: 7 and 3 days before, on the day, and 3 days after. From a week after the due
   * day, the site sends nothing more.
   */
  'invoice-remind': { days: [-7, -3, 0, 3], until: 7 },
  /** Counted from the event's first day: 14 and 7 days before, while details are missing. */
  'info-remind': { days: [-14, -7], until: 0 },
  /** Counted from the event's first day: 7 days before. The welcome also asks for missing details. */
  'welcome-info': { days: [-7], until: 0 },
} as const satisfies Record<string, { days: readonly number[]; until: number }>

export type ReminderType = keyof typeof REMINDERS

export const REMINDER_TYPES = Object.keys(REMINDERS) as ReminderType[]

/**
 * For each type of reminder, the types of e-mails that say the same. A guest who got one of these e-mails needs no
 * reminder of this type.
 */
export const COVERED_BY: Record<ReminderType, readonly ReminderType[]> = {
  'invoice-remind': ['invoice-remind'],
  'info-remind': ['info-remind', 'welcome-info'],
  'welcome-info': ['welcome-info'],
}

/**
 * A stage is one of the days on which a reminder is sent. `days` counts from the base day: the invoice's due day or
 * the event's first day.
 */
export interface Stage {
  days: number
  /** The day from which it is too late for this stage: the day of the next stage, or the end of the reminder. */
  until: number
}

/** Returns the stages of a reminder type, earliest first. */
export function stagesOf(type: ReminderType): Stage[] {
  const { days, until }: { days: readonly number[]; until: number } = REMINDERS[type]
  return days.map((from, nth) => ({ days: from, until: days[nth + 1] ?? until }))
}

/**
 * Returns the stage of a reminder that may be sent on `today`: the stage of this day, or an earlier one that is not
 * too late yet. Returns null if there is none.
 */
export function stageOn(type: ReminderType, base: Day, today: Day): Stage | null {
  const from = daysBetween(base, today)
  return stagesOf(type).find(({ days, until }) => days <= from && from < until) ?? null
}

/**
 * Returns the first and last base day (an invoice's due day or an event's first day) for which a reminder of this
 * type may be sent on `today`.
 */
export function openBases(type: ReminderType, today: Day): { from: Day; to: Day } {
  const stages = stagesOf(type)
  const last = stages[stages.length - 1] as Stage
  return { from: addDays(today, 1 - last.until), to: addDays(today, -(stages[0] as Stage).days) }
}

/**
 * Why an automatic reminder is sent, as its dedupe key contains it. If the invoice's due day, the event's first day
 * or the event changes, that is another cause and so another reminder.
 */
export interface Cause {
  type: ReminderType
  /** The invoice's id for `invoice-remind`, otherwise the reservation's id. */
  target: number
  base: Day
  /**
   * On which day the reminder is sent, counted from the base day (the invoice's due day or the event's first day).
   */
  days: number
  /** The event, for e-mails about the event's first day. Keys from an earlier version of the site omit the event. */
  eventId?: number
}

/**
 * Returns the dedupe key of a reminder, such as `auto:invoice-remind:17:2027-05-06:-7`, or with the event
 * `auto:welcome-info:5:2027-05-06:-7:3`.
 */
export const causeKey = ({ type, target, base, days, eventId }: Cause): string =>
  ['auto', type, target, base, days, ...(eventId === undefined ? [] : [eventId])].join(':')

/** Returns the cause in a dedupe key. Returns null if the key is not that of an automatic reminder. */
export function readCause(key: string): Cause | null {
  const [, type, target, base = '', days, eventId] =
    /^auto:([a-z-]+):(\d+):([\d-]+):(-?\d+)(?::(\d+))?$/.exec(key) ?? []
  const known = REMINDER_TYPES.find((name) => name === type)
  if (!known) return null
  const cause = { type: known, target: Number(target), base, days: Number(days) }
  return eventId === undefined ? cause : { ...cause, eventId: Number(eventId) }
}

/**
 * An e-mail of a reminder type, whether automatic or sent by an admin. Never a dropped e-mail, because that does not
 * count as a reminder (R9.10).
 */
export interface Mail {
  type: ReminderType
  invoiceId: number | null
  /** The cause of an automatic reminder. Null for an e-mail that an admin sent. */
  cause: Cause | null
  status: 'queued' | 'sent' | 'failed'
  createdAt: Date
  sentAt: Date | null
}

interface OpenInvoice {
  id: number
  due: Day
  /** The ranch day on which the invoice was created. */
  madeOn: Day
}

/**
 * Why the site does not ask a guest to pay an invoice (R42). A saved card will pay it (`card_kept`), or nobody knows
 * whether the card was charged (`maybe_charged`). In the second case, an admin must check first.
 */
export type NotAsked = 'card_kept' | 'maybe_charged'

/** A reservation whose guest may get reminders: confirmed and not purged, for an event that is not canceled. */
export interface ReservationToRemind {
  reservationId: number
  eventId: number
  start: Day
  madeOn: Day
  detailsMissing: boolean
  /** The invoices that the site asks the guest to pay. */
  invoices: OpenInvoice[]
  /** The unpaid invoices that the site does not ask the guest to pay, with the reason. */
  notAsked: { due: Day; why: NotAsked }[]
  /** All e-mails of reminder types that belong to this reservation. */
  mails: Mail[]
}

/** What a reminder is about: one invoice, or the whole reservation. */
interface Subject {
  type: ReminderType
  target: number
  base: Day
  madeOn: Day
  eventId?: number
}

/**
 * Returns true if a reminder's cause is still right: the invoice's due day or the event's first day is unchanged, and
 * so is the event. A cause without an event matches any event.
 */
const isOfSameDay = (cause: Cause, { base, eventId }: Subject): boolean =>
  cause.base === base && (cause.eventId === undefined || cause.eventId === eventId)

/** Returns what each type of reminder to this guest would be about now. */
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
 * Returns true if the invoice or reservation existed before the day of the stage (one of the reminder's days). A guest
 * who signed up later already has all information, and gets only `welcome-info` late.
 */
export const existedBefore = (stage: Stage, { type, base, madeOn }: Subject): boolean =>
  type === 'welcome-info' || madeOn < addDays(base, stage.days)

/**
 * Returns the e-mail that makes a stage (one of the reminder's days) unnecessary. That is an automatic one for this
 * or a later stage, or one that an admin sent on or after the stage's day.
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
 * Returns true if the guest has a queued e-mail of this type, or got one today. A guest gets at most one e-mail of a
 * type per day.
 */
const remindedToday = (mails: Mail[], type: ReminderType, today: Day): boolean =>
  mails.some(({ type: sent, status, createdAt, sentAt }) => {
    if (!COVERED_BY[type].includes(sent)) return false
    if (status === 'queued' || ranchDay(createdAt) === today) return true
    return sentAt !== null && ranchDay(sentAt) === today
  })

/** Returns the reminders that the site should send to this guest today, at most one per type. */
export function dueMails(stay: ReservationToRemind, today: Day): Cause[] {
  const due: Cause[] = []
  for (const subject of subjectsOf(stay)) {
    const { type, target, base, eventId } = subject
    const stage = stageOn(type, base, today)
    if (!stage || !existedBefore(stage, subject) || coveringEmail(stay.mails, stage, subject)) continue
    // A reminder that an earlier pass of this loop has found counts as sent, too.
    if (remindedToday(stay.mails, type, today) || due.some((found) => COVERED_BY[type].includes(found.type)))
      continue
    const cause = { type, target, base, days: stage.days }
    due.push(eventId === undefined ? cause : { ...cause, eventId })
  }
  return due
}

/**
 * Returns true if there is still a reason to send a queued reminder. There is none if the due day or the event's
 * first day has changed, the guest has paid or filled in the details, or the reminder's time has passed.
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

/** Returns a sentence that says why an admin cannot remind this guest of missing details, or null if an admin can. */
export function whyNoDetailsReminder(stay: ReservationToRemind | undefined, today: Day): string | null {
  if (!stay) return 'The reservation is no longer confirmed, or has no email address.'
  if (!stay.detailsMissing) return 'No details are missing anymore.'
  return remindedToday(stay.mails, 'info-remind', today) ? 'Already reminded today.' : null
}

const NOT_ASKED: Record<NotAsked, string> = {
  card_kept: 'Their saved card will be charged.',
  maybe_charged: 'Their saved card may have been charged. Please look at the reservation first.',
}
