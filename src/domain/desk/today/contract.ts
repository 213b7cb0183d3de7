/** The API endpoints of the admins' Today page: who comes, what failed and what is owed. Read-only. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, instantText } from '#shared/fields.ts'
import { integrationProblem } from '#shared/integration-problems.ts'

/**
 * A total of many amounts, in cents. It may exceed the limit of one payment, and is negative if refunds
 * outweigh.
 */
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
  /** How many waitlist entries are waiting. `spotsWanted` is how many spots they ask for. */
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

/** An arriving guest and what is missing: final details, money, or a look at the directions. */
const arrivingGuest = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  missing: z.array(z.enum(['details', 'money', 'directions'])),
  /** Cents of the whole stay that are still unpaid. */
  owes: sum(),
})
export type ArrivingGuest = z.output<typeof arrivingGuest>
export type Missing = ArrivingGuest['missing'][number]

/** A guest who should be at the ranch by now and has not been seen. The longest overdue comes first. */
const overdueGuest = about.extend({
  phone: z.string().nullable(),
  /** Whether the expected time comes from the time they gave or from "Leaving the pavement". */
  from: z.enum(['told', 'pavement']),
  expectedAt: instantText(),
})
export type OverdueGuest = z.output<typeof overdueGuest>

const arrival = z.object({
  event: todayEvent,
  /** How many confirmed guests lack each thing. `any` counts those who lack at least one. */
  lacking: z.object({ any: z.int(), details: z.int(), money: z.int(), directions: z.int() }),
  /** The arriving guests. Those who lack most come first, then by name. `more` is how many are not listed. */
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
  /** The total of all invoices of the event that are due on that day, including unlisted ones. */
  ofDay: z.object({ count: z.int(), cents: sum() }),
})
export type DueInvoice = z.output<typeof dueInvoice>

/** Unpaid invoices of confirmed reservations: their number, their total, and the first ones by due day. */
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

/** A refund that cannot be decided, because Stripe has not reported its fee for hours. */
const missingFee = z.object({
  about,
  /** The most that the Terms can refund, in cents. */
  most: sum(),
  cancelledAt: instantText(),
})

const failures = z.object({
  /** Problems with the setup of outside services, the oldest first. */
  outside: z.array(integrationProblem),
  mails: z.object({ count: z.int(), list: z.array(failedMail) }),
  /** E-mails that have failed so far and are being retried. */
  retrying: z.int(),
  refunds: z.object({ count: z.int(), list: z.array(failedRefund) }),
  /** Refunds of canceled stays that cannot be decided, because Stripe has not reported a fee for hours. */
  fees: z.object({ count: z.int(), list: z.array(missingFee) }),
  /** Jobs that were given up, except failed e-mails and refunds, which are listed above. */
  jobs: z.object({ count: z.int(), list: z.array(deadJob) }),
})
export type Failures = z.output<typeof failures>

/** A manual refund that is due, the oldest first. `method` is how the guest had paid. */
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

/** A card payment that was refunded automatically in full, because there was nothing for it to pay. */
const automaticRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** Stripe's id, to search for it there. */
  intentId: z.string(),
  /** The event that the payment was for. Null if it is unknown or was deleted. */
  event: z.object({ name: z.string(), urlName: z.string() }).nullable(),
  paidAt: instantText(),
  /**
   * `lost`: its reservation was lost when an older backup was restored. `unused`: nobody signed up with it,
   * or the reservation was deleted.
   */
  why: z.enum(['lost', 'unused']),
  status: z.enum(['requested', 'succeeded', 'failed']),
})
export type PaidForNothing = z.output<typeof automaticRefund>

/**
 * The automatic refunds of the last 30 days, newest first. `lost` counts refunds whose reservation a restore
 * lost.
 */
const autoRefunds = z.object({ count: z.int(), lost: z.int(), list: z.array(automaticRefund) })
export type AutoRefunds = z.output<typeof autoRefunds>

const movedSums = z.object({ received: sum(), refunded: sum() })

/**
 * One payment about which our records and Stripe's disagree. An amount is null if that side does not know the
 * payment.
 */
const difference = z.object({
  intentId: z.string(),
  what: z.enum(['received', 'refunded', 'disputed']),
  ours: sum().nullable(),
  theirs: sum().nullable(),
  /** The guest and event of the payment. Null if it belongs to no reservation of ours. */
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
  /** How many differences there are in all. */
  count: z.int(),
})

/** The nightly reconciliation of our payments with Stripe's, as totals. */
export const booksFacts = z.object({
  /** The night that the reconciliation is due for, named by the ranch day on which it began. */
  night: day(),
  /** The newest result, of this night or an earlier one. Null before the first. */
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
  /** One sentence per problem. */
  problems: z.array(z.string()),
})

/** Whether last night's backup is reliable. */
export const backupFacts = z.object({
  /** False if backups are made by other means than the site. */
  nightly: z.boolean(),
  /** The night that the backup is due for, named by the ranch day on which it began. */
  night: day(),
  /** The newest proof, of this night or an earlier one. Null before the first. */
  proof: backupProof.nullable(),
})
export type BackupFacts = z.output<typeof backupFacts>

/** An event whose guests' data is deleted within a week, the earliest first. */
const leaving = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  /** The ranch day of the deletion. */
  day: day(),
  /** Guests with a confirmed or canceled stay. */
  guests: z.int(),
  /** Waitlist entries that still have data. */
  waiting: z.int(),
})
export type Leaving = z.output<typeof leaving>

/**
 * A hold. `offered`: it came from a waitlist offer. `waitsForMailbox`: the guest must confirm their e-mail.
 * Otherwise the guest is at the card form.
 */
const hold = about.extend({ endsAt: instantText(), offered: z.boolean(), waitsForMailbox: z.boolean() })

const month = z.string().regex(/^\d{4}-\d{2}$/)

const today = z.object({
  /** Today's ranch day. */
  day: day(),
  overdue: z.array(overdueGuest),
  /** Events that have begun and are not over. */
  here: z.array(todayEvent),
  /** The next events, from today on, that have guests. */
  arrivals: z.array(arrival),
  /** The nearest events from today on. `count` includes those that are not listed. */
  coming: z.object({ count: z.int(), events: z.array(todayEvent) }),
  money: z.object({
    overdue: owed,
    /** Invoices due from today through the next 30 days. */
    due: owed.extend({ invoices: z.array(dueInvoice) }),
    /** Invoices due later, or without a due day. */
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
   * This month and the 11 after it, by the month in which events start, without past events. `taken` counts
   * guests, not holds.
   */
  occupancy: z.array(z.object({ month, spots: z.int(), taken: z.int() })),
  /** The last 11 months and this one: payments by the day of payment, minus their refunds. */
  income: z.array(z.object({ month, cents: sum() })),
})
export type Today = z.output<typeof today>

export const getToday = endpoint({
  name: 'today.get',
  route: 'GET auth/today',
  summary:
    "Returns the Today page: arrivals, spots, payments and refunds due, failures, coming data deletions, automatic refunds, last night's reconciliation and backup, holds, occupancy and income",
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
  /** Confirmed guests, by name. A deleted name is null. `more` is how many are not listed. */
  guests: z.array(z.object({ reservationId: z.int(), guest: z.string().nullable() })),
  more: z.int(),
})
export type SleepingRetreat = z.output<typeof sleepingRetreat>

const tonight = z.object({
  /** The ranch day whose night it is. */
  day: day(),
  /** Retreats that have begun by tonight and end on a later day. */
  retreats: z.array(sleepingRetreat),
  /** Events of the family calendar that touch the day. */
  family: z.array(z.object({ id: z.int(), title: z.string(), start: day(), end: day(), color: z.string() })),
})
export type Tonight = z.output<typeof tonight>

/** The people on the ranch tonight: guests who sleep here, and the family events of today. Read-only. */
export const getTonight = endpoint({
  name: 'today.tonight',
  route: 'GET auth/tonight',
  summary:
    "Returns who is on the ranch tonight: guests of retreats that continue tomorrow, and the family's events of today",
  access: 'admin',
  reply: tonight,
})
