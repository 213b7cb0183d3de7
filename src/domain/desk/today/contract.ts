/** The API endpoints of the admins' Today page: who comes, what failed and what is owed. They change nothing. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, instantText } from '#shared/fields.ts'
import { integrationProblem } from '#shared/integration-problems.ts'

/** A total in cents, which may be larger than a single payment. Negative if refunds exceed the payments. */
const sum = () => z.int().meta({ title: 'Cents' })

const todayEvent = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  startDateDate: day(),
  endDateDate: day(),
  private: z.boolean(),
  spots: z.int(),
  /** Spots taken by confirmed reservations. */
  taken: z.int(),
  /** Spots taken by active holds. */
  held: z.int(),
  /** Number of waitlist entries that are waiting. `spotsWanted` is the number of spots they want. */
  waiting: z.int(),
  spotsWanted: z.int(),
})
export type TodayEvent = z.output<typeof todayEvent>

/** The reservation and event that a row is about. `guest` is null once the guest's data is deleted. */
const about = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  event: z.object({ name: z.string(), urlName: z.string() }),
})

/**
 * An arriving guest, and what this guest has not done yet: fill in the final details, pay, open the
 * directions.
 */
const arrivingGuest = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  missing: z.array(z.enum(['details', 'money', 'directions'])),
  owes: sum(),
})
export type ArrivingGuest = z.output<typeof arrivingGuest>
export type Missing = ArrivingGuest['missing'][number]

/**
 * A guest who should have arrived by now and has not. The list begins with the guest who is overdue longest.
 */
const overdueGuest = about.extend({
  phone: z.string().nullable(),
  /**
   * `told`: the guest entered an arrival time. `pavement`: the time follows from the guest's button "Leaving
   * the pavement".
   */
  from: z.enum(['told', 'pavement']),
  expectedAt: instantText(),
})
export type OverdueGuest = z.output<typeof overdueGuest>

const arrival = z.object({
  event: todayEvent,
  /**
   * Numbers of confirmed guests who still have to do each of these. `any` counts guests who have to do at
   * least one.
   */
  lacking: z.object({ any: z.int(), details: z.int(), money: z.int(), directions: z.int() }),
  /**
   * Arriving guests: those with most left to do first, then by name. `more` is the number of guests who are
   * not listed.
   */
  guests: z.array(arrivingGuest),
  more: z.int(),
})
export type Arrival = z.output<typeof arrival>

const unpaidInvoice = about.extend({
  invoiceId: z.int(),
  /** The invoice's name ("Remainder", "Leather lesson"). */
  label: z.string(),
  amount: sum(),
  due: day().nullable(),
  remindedAt: instantText().nullable(),
})
export type UnpaidInvoice = z.output<typeof unpaidInvoice>

const dueInvoice = unpaidInvoice.extend({
  /**
   * All invoices of the event that are due on that day: their number and total, even if not all are listed.
   */
  ofDay: z.object({ count: z.int(), cents: sum() }),
})
export type DueInvoice = z.output<typeof dueInvoice>

/** Unpaid invoices of confirmed reservations: their number, their total, and the first of them by due day. */
const owed = z.object({ count: z.int(), cents: sum(), invoices: z.array(unpaidInvoice) })
export type Owed = z.output<typeof owed>

const failedMail = z.object({
  id: z.int(),
  emailType: z.string(),
  /** The guest and event of the e-mail. Null if it is not about one reservation. */
  about: about.nullable(),
  failure: z.string().nullable(),
  createdAt: instantText(),
})

const failedRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** The guest and event of the refund. Null if its reservation was deleted. */
  about: about.nullable(),
  finishedAt: instantText().nullable(),
})

const deadJob = z.object({
  id: z.int(),
  kind: z.string(),
  reason: z.string().nullable(),
  deadAt: instantText(),
})

/** A refund that cannot be decided yet, because Stripe has not reported its fee for hours. */
const missingFee = z.object({
  about,
  /** The largest refund by the Terms, in cents, if Stripe's fee is 0. */
  most: sum(),
  cancelledAt: instantText(),
})

const failures = z.object({
  /** Problems in the setup of outside services, the oldest first. */
  outside: z.array(integrationProblem),
  mails: z.object({ count: z.int(), list: z.array(failedMail) }),
  /** E-mails that have failed so far and are tried again. */
  retrying: z.int(),
  refunds: z.object({ count: z.int(), list: z.array(failedRefund) }),
  /** Refunds of canceled stays that cannot be decided yet, because Stripe has not reported a fee for hours. */
  fees: z.object({ count: z.int(), list: z.array(missingFee) }),
  /** Jobs that failed permanently, except the failed e-mails and refunds that are listed above. */
  jobs: z.object({ count: z.int(), list: z.array(deadJob) }),
})
export type Failures = z.output<typeof failures>

/** A refund that an admin must make by hand, the oldest first. `method` is how the guest had paid. */
const refundDue = z.object({
  id: z.int(),
  amount: sum(),
  method: z.string(),
  /** The guest and event of the refund. Null if its reservation was deleted. */
  about: about.nullable(),
  createdAt: instantText(),
})
const refundsDue = z.object({ count: z.int(), cents: sum(), list: z.array(refundDue) })
export type RefundsDue = z.output<typeof refundsDue>

/** A card payment that was refunded automatically in full, because it paid for nothing. */
const automaticRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** Stripe's id of the intent, to search for it there. */
  intentId: z.string(),
  /** The event for which the payment was made. Null if it is unknown or was deleted. */
  event: z.object({ name: z.string(), urlName: z.string() }).nullable(),
  paidAt: instantText(),
  /**
   * `lost`: a restore of an older backup has lost the reservation. `unused`: nobody signed up with the
   * payment, or the reservation was deleted.
   */
  why: z.enum(['lost', 'unused']),
  status: z.enum(['requested', 'succeeded', 'failed']),
})
export type PaidForNothing = z.output<typeof automaticRefund>

/**
 * The automatic refunds of the last 30 days, newest first. `lost` is the number of those whose reservation was lost
 * by a restore.
 */
const autoRefunds = z.object({ count: z.int(), lost: z.int(), list: z.array(automaticRefund) })
export type AutoRefunds = z.output<typeof autoRefunds>

const movedSums = z.object({ received: sum(), refunded: sum() })

/**
 * A payment whose amount in our database differs from Stripe's. An amount is null if that side does not know
 * the payment.
 */
const difference = z.object({
  intentId: z.string(),
  what: z.enum(['received', 'refunded', 'disputed']),
  ours: sum().nullable(),
  theirs: sum().nullable(),
  /** The guest and event of the payment. Null if it belongs to no reservation on this site. */
  about: about.nullable(),
})
export type BookDifference = z.output<typeof difference>

const booksProof = z.object({
  day: day(),
  ranAt: instantText(),
  outcome: z.enum(['equal', 'different', 'unanswered']),
  payments: z.int(),
  ours: movedSums,
  theirs: movedSums,
  count: z.int(),
})

/** The nightly reconciliation of our payments with Stripe's, as totals. */
export const booksFacts = z.object({
  /**
   * The night whose reconciliation should have run by now. It is named by the day, at the ranch, on which it began.
   */
  night: day(),
  /** The newest result, perhaps of an earlier night. Null before the first. */
  proof: booksProof.nullable(),
})
export type BooksFacts = z.output<typeof booksFacts>

/** The nightly reconciliation together with its first differences. */
const books = booksFacts.extend({ proof: booksProof.extend({ differences: z.array(difference) }).nullable() })
export type Books = z.output<typeof books>

export const backupProof = z.object({
  day: day(),
  ranAt: instantText(),
  outcome: z.enum(['proved', 'broken', 'failed']),
  rows: z.int(),
  problems: z.array(z.string()),
})

/** Whether last night's backup can be relied on. */
export const backupFacts = z.object({
  /** False if the site makes no backups itself, because the operator makes them in another way. */
  nightly: z.boolean(),
  /** The night whose backup should have been made by now. It is named by the day, at the ranch, on which it began. */
  night: day(),
  /** The newest result of testing a backup, perhaps of an earlier night. Null before the first. */
  proof: backupProof.nullable(),
})
export type BackupFacts = z.output<typeof backupFacts>

/** An event whose guests' data will be deleted within a week, the earliest first. */
const leaving = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  /** The day of the deletion, at the ranch. */
  day: day(),
  /** Guests with a confirmed or canceled stay. */
  guests: z.int(),
  /** Number of waitlist entries that still have personal data. */
  waiting: z.int(),
})
export type Leaving = z.output<typeof leaving>

/**
 * A hold. `offered`: it is for a waitlist offer. `waitsForMailbox`: the guest must confirm by e-mail. Otherwise the
 * guest is filling in the card form.
 */
const hold = about.extend({ endsAt: instantText(), offered: z.boolean(), waitsForMailbox: z.boolean() })

const month = z.string().regex(/^\d{4}-\d{2}$/)

const today = z.object({
  day: day(),
  overdue: z.array(overdueGuest),
  /** Events that have begun and are not over. */
  here: z.array(todayEvent),
  /** The next events that have guests, including today's. */
  arrivals: z.array(arrival),
  /** The next events, including today's. `count` includes those that are not listed. */
  coming: z.object({ count: z.int(), events: z.array(todayEvent) }),
  money: z.object({
    overdue: owed,
    /** Invoices due from today through the next 30 days. */
    due: owed.extend({ invoices: z.array(dueInvoice) }),
    /** Invoices that are due later, or have no due day. */
    later: owed.omit({ invoices: true }),
  }),
  refundsDue,
  autoRefunds,
  failures,
  leaving: z.array(leaving),
  books,
  backup: backupFacts,
  holds: z.object({ count: z.int(), list: z.array(hold) }),
  /**
   * This month and the 11 months after it, by the month in which an event starts; without past events. `taken` counts
   * guests, not holds.
   */
  occupancy: z.array(z.object({ month, spots: z.int(), taken: z.int() })),
  /** The income of this month and the 11 before it, by the day of payment, minus refunds. */
  income: z.array(z.object({ month, cents: sum() })),
})
export type Today = z.output<typeof today>

export const getToday = endpoint({
  name: 'today.get',
  route: 'GET auth/today',
  summary:
    'Returns everything that an admin should see today: guests who arrive or should have arrived already, free and booked spots, unpaid invoices, refunds to make, failures, holds, data that will be deleted soon, the results of last night’s reconciliation and backup, and occupancy and income by month',
  access: 'admin',
  reply: today,
})

const sleepingRetreat = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  host: z.string().nullable(),
  endDateDate: day(),
  /** Confirmed guests, by name. A deleted name is null. `more` is the number of guests who are not listed. */
  guests: z.array(z.object({ reservationId: z.int(), guest: z.string().nullable() })),
  more: z.int(),
})
export type SleepingRetreat = z.output<typeof sleepingRetreat>

const tonight = z.object({
  /** The day, at the ranch, whose night it is. */
  day: day(),
  /** Retreats that have begun by tonight and end on a later day. */
  retreats: z.array(sleepingRetreat),
  /** Events of the family calendar that include the day. */
  family: z.array(z.object({ id: z.int(), title: z.string(), start: day(), end: day(), color: z.string() })),
})
export type Tonight = z.output<typeof tonight>

/**
 * The people who are on the ranch tonight: guests who sleep there, and the family's events of today. Changes nothing.
 */
export const getTonight = endpoint({
  name: 'today.tonight',
  route: 'GET auth/tonight',
  summary:
    'Returns who is on the ranch tonight: the guests of retreats that go on tomorrow, and today’s events of the family calendar',
  access: 'admin',
  reply: tonight,
})
