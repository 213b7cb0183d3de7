/** The admin's morning page in one call: who comes, what went wrong, what is owed. Reads only. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, instantText } from '#shared/fields.ts'
import { integrationProblem } from '#shared/integration-problems.ts'

/** Sums of many rows, which may be more than one payment can be, or less than nothing when refunds outweigh. */
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
  /** Spots taken by holds that are in progress. */
  held: z.int(),
  /** Entries of the waitlist that wait, and the spots that they want. */
  waiting: z.int(),
  spotsWanted: z.int(),
})
export type TodayEvent = z.output<typeof todayEvent>

/** The reservation and event of a row. `guest` is null once the guest's data was deleted. */
const about = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  event: z.object({ name: z.string(), urlName: z.string() }),
})

/** A guest who arrives, and what is missing: the final details, money, or a look at the directions. */
const arrivingGuest = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  missing: z.array(z.enum(['details', 'money', 'directions'])),
  /** Cents of the whole stay that have not arrived. */
  owes: sum(),
})
export type ArrivingGuest = z.output<typeof arrivingGuest>
export type Missing = ArrivingGuest['missing'][number]

/** A guest who should be at the ranch by now and has not been seen, the longest overdue first. */
const overdueGuest = about.extend({
  phone: z.string().nullable(),
  /** From this word of theirs they are waited for: the time they told, or that they left the pavement. */
  from: z.enum(['told', 'pavement']),
  expectedAt: instantText(),
})
export type OverdueGuest = z.output<typeof overdueGuest>

const arrival = z.object({
  event: todayEvent,
  /** The number of its confirmed guests who lack each; `any`: at least one of them. */
  lacking: z.object({ any: z.int(), details: z.int(), money: z.int(), directions: z.int() }),
  /** Those who lack something first, then by name; `more` are not listed. */
  guests: z.array(arrivingGuest),
  more: z.int(),
})
export type Arrival = z.output<typeof arrival>

const unpaidInvoice = about.extend({
  invoiceId: z.int(),
  /** Its name ("Remainder", "Leather lesson"). */
  label: z.string(),
  amount: sum(),
  due: day().nullable(),
  remindedAt: instantText().nullable(),
})
export type UnpaidInvoice = z.output<typeof unpaidInvoice>

const dueInvoice = unpaidInvoice.extend({
  /** All invoices of the event that fall due on the same day, also those that are not listed. */
  ofDay: z.object({ count: z.int(), cents: sum() }),
})
export type DueInvoice = z.output<typeof dueInvoice>

/** Unpaid invoices of confirmed reservations: how many, their sum, and the first ones by due day. */
const owed = z.object({ count: z.int(), cents: sum(), invoices: z.array(unpaidInvoice) })
export type Owed = z.output<typeof owed>

const failedMail = z.object({
  id: z.int(),
  emailType: z.string(),
  /** Null: not about one reservation. */
  about: about.nullable(),
  failure: z.string().nullable(),
  createdAt: instantText(),
})

const failedRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** Null: its reservation was deleted. */
  about: about.nullable(),
  finishedAt: instantText().nullable(),
})

const deadJob = z.object({
  id: z.int(),
  kind: z.string(),
  reason: z.string().nullable(),
  deadAt: instantText(),
})

/** A refund that waits for a fee which the provider should have told long ago. */
const missingFee = z.object({
  about,
  /** The most that the terms can give back. */
  most: sum(),
  cancelledAt: instantText(),
})

const failures = z.object({
  /** Problems in the set-up of the services outside, the oldest first. */
  outside: z.array(integrationProblem),
  mails: z.object({ count: z.int(), list: z.array(failedMail) }),
  /** Mails that failed so far and are being tried again. */
  retrying: z.int(),
  refunds: z.object({ count: z.int(), list: z.array(failedRefund) }),
  /** Refunds of cancelled stays that cannot be decided, since the provider has not told a fee for hours. */
  fees: z.object({ count: z.int(), list: z.array(missingFee) }),
  /** Other background work that was given up. */
  jobs: z.object({ count: z.int(), list: z.array(deadJob) }),
})
export type Failures = z.output<typeof failures>

/** A refund due by hand, the oldest first; `method`: how the money had come. */
const refundDue = z.object({
  id: z.int(),
  amount: sum(),
  method: z.string(),
  /** Null: its reservation was deleted. */
  about: about.nullable(),
  createdAt: instantText(),
})
const refundsDue = z.object({ count: z.int(), cents: sum(), list: z.array(refundDue) })
export type RefundsDue = z.output<typeof refundsDue>

/** A card payment that was refunded in full by itself, since nothing here was there for it to pay. */
const paidForNothing = z.object({
  id: z.int(),
  amount: sum(),
  /** As the provider’s own search finds it. */
  intentId: z.string(),
  /** The event that it was made for, as far as that is known and still there. */
  event: z.object({ name: z.string(), urlName: z.string() }).nullable(),
  paidAt: instantText(),
  /** lost: paid after the backup that the site was restored from, with the reservation gone; unused: nobody signed up with it, or it was deleted. */
  why: z.enum(['lost', 'unused']),
  status: z.enum(['requested', 'succeeded', 'failed']),
})
export type PaidForNothing = z.output<typeof paidForNothing>

/** Those of the last 30 days, newest first; `lost` counts those of lost reservations. */
const autoRefunds = z.object({ count: z.int(), lost: z.int(), list: z.array(paidForNothing) })
export type AutoRefunds = z.output<typeof autoRefunds>

const movedSums = z.object({ received: sum(), refunded: sum() })

/** One payment about which the two books disagree; null where one knows nothing of it. */
const difference = z.object({
  intentId: z.string(),
  what: z.enum(['received', 'refunded', 'disputed']),
  ours: sum().nullable(),
  theirs: sum().nullable(),
  /** Null: it belongs to no reservation that we have. */
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
  /** The number of all differences. */
  count: z.int(),
})

/** The nightly comparison of our books with the card payment provider’s, in sums. */
export const booksFacts = z.object({
  /** The night whose proof is due or done, as the ranch’s day that began with it. */
  night: day(),
  /** The newest proof, of this night or an earlier one; null before the first. */
  proof: booksProof.nullable(),
})
export type BooksFacts = z.output<typeof booksFacts>

/** The same with the first differences. */
const books = booksFacts.extend({ proof: booksProof.extend({ differences: z.array(difference) }).nullable() })
export type Books = z.output<typeof books>

export const backupProof = z.object({
  day: day(),
  ranAt: instantText(),
  outcome: z.enum(['proved', 'broken', 'failed']),
  rows: z.int(),
  /** A sentence each. */
  problems: z.array(z.string()),
})

/** The facts that tell whether last night's backup can be relied upon. */
export const backupFacts = z.object({
  /** False: backups are made by other means than the site. */
  nightly: z.boolean(),
  /** The night whose backup is due or done, as the ranch’s day that began with it. */
  night: day(),
  /** The newest one, of this night or an earlier one; null before the first. */
  proof: backupProof.nullable(),
})
export type BackupFacts = z.output<typeof backupFacts>

/** An event whose guests' data is deleted within a week, the first to go first. */
const leaving = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  /** The ranch's day on which it goes. */
  day: day(),
  /** Guests with a stay that stands, or was cancelled. */
  guests: z.int(),
  /** The entries that wait on its waitlist. */
  waiting: z.int(),
})
export type Leaving = z.output<typeof leaving>

/** `offered`: by the waitlist; `waitsForMailbox`: until the guest confirms it by e-mail; else somebody is at the card form. */
const hold = about.extend({ endsAt: instantText(), offered: z.boolean(), waitsForMailbox: z.boolean() })

const month = z.string().regex(/^\d{4}-\d{2}$/)

const today = z.object({
  /** The day at the ranch that all of this was true on. */
  day: day(),
  overdue: z.array(overdueGuest),
  /** Events that have begun and are not over. */
  here: z.array(todayEvent),
  /** The next events, from today on, that somebody comes to. */
  arrivals: z.array(arrival),
  /** The nearest events from today on. */
  coming: z.object({ count: z.int(), events: z.array(todayEvent) }),
  money: z.object({
    overdue: owed,
    /** Invoices due from today through the next 30 days. */
    due: owed.extend({ invoices: z.array(dueInvoice) }),
    /** Invoices due after that, or at any time. */
    later: owed.omit({ invoices: true }),
  }),
  refundsDue,
  autoRefunds,
  failures,
  leaving: z.array(leaving),
  books,
  backup: backupFacts,
  holds: z.object({ count: z.int(), list: z.array(hold) }),
  /** This month and the 11 after it, by the month in which events start, without those that are over; `taken`: by guests, not by holds. */
  occupancy: z.array(z.object({ month, spots: z.int(), taken: z.int() })),
  /** The 11 months before this one and this one: payments by the day of payment, less what was refunded of them. */
  income: z.array(z.object({ month, cents: sum() })),
})
export type Today = z.output<typeof today>

export const getToday = endpoint({
  name: 'today.get',
  route: 'GET auth/today',
  summary:
    'The morning page: arrivals, spots, payments and refunds due, what failed, whose data is deleted soon, payments that were refunded automatically, the reconciliation and the backup of last night, holds, occupancy and income',
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
  /** Confirmed, by name; a name is null once it was deleted. `more` are not listed. */
  guests: z.array(z.object({ reservationId: z.int(), guest: z.string().nullable() })),
  more: z.int(),
})
export type SleepingRetreat = z.output<typeof sleepingRetreat>

const tonight = z.object({
  /** The day at the ranch whose night it is. */
  day: day(),
  /** Retreats that have begun by tonight and end on a later day. */
  retreats: z.array(sleepingRetreat),
  /** Events of the family’s calendar that touch the day. */
  family: z.array(z.object({ id: z.int(), title: z.string(), start: day(), end: day(), color: z.string() })),
})
export type Tonight = z.output<typeof tonight>

/** The people on the ranch tonight: the guests who sleep here, and what the family has written down for today. Reads only. */
export const getTonight = endpoint({
  name: 'today.tonight',
  route: 'GET auth/tonight',
  summary:
    'Who is on the ranch tonight: guests of the retreats that go on tomorrow, and the family’s events of today',
  access: 'admin',
  reply: tonight,
})
