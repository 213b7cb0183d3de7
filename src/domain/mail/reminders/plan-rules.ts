/** Rules for the plan of an event's automatic e-mails. Pure. */
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { HOURS, nextOpening } from '#shared/email-hours.ts'
import {
  type Mail,
  existedBefore,
  REMINDER_TYPES,
  type ReminderType,
  COVERED_BY,
  coveringEmail,
  type Stage,
  stagesOf,
  type ReservationToRemind,
  subjectsOf,
} from './rules.ts'

/** One type of automatic e-mail on one day of the plan. */
export interface PlanRow {
  type: ReminderType
  day: Day
  why: string
  wanted: number
  sent: number
  queued: number
  failed: number
  over: boolean
}

export interface Planned {
  event: { start: Day; cancelled: boolean }
  /** The confirmed reservations of the event. */
  stays: ReservationToRemind[]
  /** All reminders to guests of the event, including guests who no longer come. */
  mails: Mail[]
}

/**
 * One guest or e-mail to count in a row of the plan. `what` names the count to increase. If `what` is null, the row
 * exists without a count.
 */
interface RowCount {
  type: ReminderType
  base: Day
  stage: Stage
  what: 'wanted' | 'sent' | 'queued' | 'failed' | null
}

/** Returns the rows of the plan, the earliest first, and when the next automatic e-mail is sent. */
export function planOf(planned: Planned, now: Date): { next: Date | null; mails: PlanRow[] } {
  const today = ranchDay(now)
  const counts = [
    ...ofEvent(planned),
    ...planned.mails.flatMap(ofMail),
    ...planned.stays.flatMap((stay) => ofStay(stay, today)),
  ]
  const rows = [...Map.groupBy(counts, ({ type, base, stage }) => `${type}:${base}:${stage.days}`).values()]
  const mails = rows.map((ofRow) => toRow(ofRow, today)).toSorted(inOrder)
  return { next: nextOf(mails, now), mails }
}

/**
 * Returns the reminders that depend only on the event's first day. The plan contains them even if the event has no
 * guests yet.
 */
function ofEvent({ event }: Planned): RowCount[] {
  if (event.cancelled) return []
  return (['info-remind', 'welcome-info'] as const).flatMap((type) =>
    ownStages(type).map((stage) => ({ type, base: event.start, stage, what: null })),
  )
}

function ofMail({ cause, status }: Mail): RowCount[] {
  if (!cause) return []
  const { type, base, days } = cause
  const stage = stagesOf(type).find((known) => known.days === days) ?? { days, until: days + 1 }
  return [{ type, base, stage, what: status }]
}

function ofStay(stay: ReservationToRemind, today: Day): RowCount[] {
  const counts = subjectsOf(stay).flatMap((subject) =>
    ownStages(subject.type).flatMap((stage): RowCount[] => {
      const { type, base } = subject
      const covering = coveringEmail(stay.mails, stage, subject)
      if (covering) return covering.cause ? [] : countAdminEmail(covering, { type, base, stage, what: null })
      const over = today >= addDays(base, stage.until)
      return over || !existedBefore(stage, subject) ? [] : [{ type, base, stage, what: 'wanted' }]
    }),
  )
  // The plan counts a guest once, even if two of the guest's invoices are due on the same day.
  const seen = new Set<string>()
  return counts.filter(({ type, base, stage, what }) => {
    const key = [type, base, stage.days, what].join(':')
    return what !== 'wanted' || (!seen.has(key) && seen.add(key))
  })
}

/** Counts an admin's e-mail as if it were the automatic reminder that was due at that time. */
function countAdminEmail({ status, createdAt }: Mail, found: RowCount): RowCount[] {
  const inTime = ranchDay(createdAt) < addDays(found.base, found.stage.until)
  return inTime ? [{ ...found, what: status }] : []
}

/**
 * Returns the days on which a type of reminder is sent. Omits a day if an e-mail of another type on the same day says
 * the same.
 */
function ownStages(type: ReminderType): Stage[] {
  const others = COVERED_BY[type].filter((other) => other !== type)
  return stagesOf(type).filter(({ days }) =>
    others.every((other) => stagesOf(other).every((stage) => stage.days !== days)),
  )
}

function toRow(counts: RowCount[], today: Day): PlanRow {
  const { type, base, stage } = counts[0] as RowCount
  const count = (what: RowCount['what']) => counts.filter((found) => found.what === what).length
  return {
    type,
    day: addDays(base, stage.days),
    why: whyWords(type, stage.days),
    wanted: count('wanted'),
    sent: count('sent'),
    queued: count('queued'),
    failed: count('failed'),
    over: today >= addDays(base, stage.until),
  }
}

function inOrder(one: PlanRow, other: PlanRow): number {
  const place = ({ type }: PlanRow) => REMINDER_TYPES.indexOf(type)
  return one.day.localeCompare(other.day) || place(one) - place(other) || one.why.localeCompare(other.why)
}

/** Returns when the next automatic e-mail is sent. That is now if its day has come and it is not night. */
function nextOf(rows: PlanRow[], now: Date): Date | null {
  const opening = nextOpening(now)
  const times = rows
    .filter(({ wanted, queued }) => wanted + queued > 0)
    .map(({ day }) => Math.max(ranchInstant(day, HOURS.from).getTime(), opening.getTime()))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Returns why an e-mail is sent on that day, such as `"7 days before it is due"`. */
function whyWords(type: ReminderType, days: number): string {
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (type === 'invoice-remind') {
    if (days === 0) return 'on the day it is due'
    return days < 0 ? `${count} before it is due` : `${count} after it was due`
  }
  const when = days === 0 ? 'on the first day' : `${count} ${days < 0 ? 'before' : 'after'} the start`
  return type === 'info-remind' ? `${when}, while details are missing` : when
}
