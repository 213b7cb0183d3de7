/**
 * The API endpoints of the Today page and of the pages behind it: who comes, what failed and what is owed. They change
 * nothing.
 */
import { z } from 'zod'
import { refundShare } from '#domain/booking/contract/refunds.ts'
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
  /** True if visitors do not see the event yet. */
  draft: z.boolean(),
  spots: z.int(),
  /** Number of spots that confirmed reservations take. */
  taken: z.int(),
  /** Number of spots that active holds take. */
  held: z.int(),
  /**
   * The number of waiting waitlist entries. `spotsWanted` is the number of spots that these entries want together.
   */
  waiting: z.int(),
  spotsWanted: z.int(),
})
export type TodayEvent = z.output<typeof todayEvent>

/**
 * The reservation and event of a table row on the page. `guest` is the guest's name, or null once the guest's data is
 * deleted.
 */
const about = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  event: z.object({ name: z.string(), urlName: z.string() }),
})

/** An arriving guest, and what the guest still has to do: fill in the final details, pay, or open the directions. */
const arrivingGuest = z.object({
  reservationId: z.int(),
  guest: z.string().nullable(),
  missing: z.array(z.enum(['details', 'money', 'directions'])),
  owes: sum(),
})
export type ArrivingGuest = z.output<typeof arrivingGuest>
export type Missing = ArrivingGuest['missing'][number]

/** A guest who should have arrived by now and has not. The guest who is overdue longest comes first. */
const overdueGuest = about.extend({
  phone: z.string().nullable(),
  /**
   * `told` means that the guest entered an arrival time. `pavement` means that the time was estimated when the guest
   * pressed "Leaving the pavement".
   */
  from: z.enum(['told', 'pavement']),
  expectedAt: instantText(),
})
export type OverdueGuest = z.output<typeof overdueGuest>

const arrival = z.object({
  event: todayEvent,
  /**
   * How many confirmed guests still have to fill in details, pay, or open the directions. `any` counts guests who have
   * to do at least one of these.
   */
  lacking: z.object({ any: z.int(), details: z.int(), money: z.int(), directions: z.int() }),
  /**
   * Arriving guests. Those who have most left to do come first, then by name. `more` is the number of guests who are
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
  /** False if no e-mail can remind the guest. */
  hasEmail: z.boolean(),
})
export type UnpaidInvoice = z.output<typeof unpaidInvoice>

const dueInvoice = unpaidInvoice.extend({
  /** How many invoices of the event are due on this day, and their total, even if some are not listed. */
  ofDay: z.object({ count: z.int(), cents: sum() }),
})
export type DueInvoice = z.output<typeof dueInvoice>

/** Unpaid invoices of confirmed reservations: their number, their total, and the first invoices by due day. */
const owed = z.object({ count: z.int(), cents: sum(), invoices: z.array(unpaidInvoice) })
export type Owed = z.output<typeof owed>

const failedMail = z.object({
  id: z.int(),
  emailType: z.string(),
  /** The guest and event of the e-mail. Null if the e-mail is not about a single reservation. */
  about: about.nullable(),
  failure: z.string().nullable(),
  createdAt: instantText(),
})

const failedRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** The guest and event of the refund. Null if the reservation was deleted. */
  about: about.nullable(),
  finishedAt: instantText().nullable(),
})

const deadJob = z.object({
  id: z.int(),
  kind: z.string(),
  reason: z.string().nullable(),
  deadAt: instantText(),
})

/**
 * A refund of a canceled stay, from which the site must subtract Stripe's fee for the payment. It has waited for hours,
 * because Stripe has not reported that fee.
 */
const missingFee = z.object({
  about,
  /** The refund in cents that the Terms would give if Stripe's fee were 0. */
  most: sum(),
  cancelledAt: instantText(),
})

/** A part that is missing for staff without `money.see`. */
const ofMoney = <Part extends z.ZodType>(part: Part) => part.optional()

/** A part that is missing for staff without `settings.edit`. */
const ofSettings = <Part extends z.ZodType>(part: Part) => part.optional()

const failures = z.object({
  /** Problems in the setup of outside services, the oldest first. */
  outside: ofSettings(z.array(integrationProblem)),
  mails: z.object({ count: z.int(), list: z.array(failedMail) }),
  /** The number of e-mails that have failed so far and are tried again. */
  retrying: z.int(),
  refunds: ofMoney(z.object({ count: z.int(), list: z.array(failedRefund) })),
  /**
   * Refunds of canceled stays that have waited for hours, because Stripe has not reported the fee to subtract from
   * them.
   */
  fees: ofMoney(z.object({ count: z.int(), list: z.array(missingFee) })),
  /** Jobs that failed permanently. Omits jobs whose e-mail or refund is in one of the lists above. */
  jobs: ofSettings(z.object({ count: z.int(), list: z.array(deadJob) })),
})
export type Failures = z.output<typeof failures>

/** A refund that an admin must pay by hand. In a list, the oldest comes first. `method` is how the guest had paid. */
const refundDue = z.object({
  id: z.int(),
  amount: sum(),
  method: z.string(),
  /** The guest and event of the refund. Null if the reservation was deleted. */
  about: about.nullable(),
  /** The number of the reservation that the refund is for, also if it was deleted. */
  reservationNumber: z.int().nullable(),
  /** For a party: each guest's part of the amount. Otherwise empty. */
  shares: z.array(refundShare),
  createdAt: instantText(),
})
/** The money that the page Open balances lists. */
const openBalances = z.object({ count: z.int(), cents: sum() })
export type OpenBalances = z.output<typeof openBalances>

/** The refunds that an admin must make by hand: their number, their total, and the oldest. */
const refundsDue = z.object({ count: z.int(), cents: sum(), list: z.array(refundDue) })
export type RefundsDue = z.output<typeof refundsDue>

/** A card payment that the site refunded automatically in full, because nobody got a spot for it. */
const automaticRefund = z.object({
  id: z.int(),
  amount: sum(),
  /** Stripe's id of the payment intent, so that an admin can find the payment at Stripe. */
  intentId: z.string(),
  /** The event for which the payment was made. Null if it is unknown or was deleted. */
  event: z.object({ name: z.string(), urlName: z.string() }).nullable(),
  paidAt: instantText(),
  /**
   * `lost` means that the reservation was lost when an older backup was restored. `unused` means that nobody signed
   * up with the payment, or that the reservation was deleted.
   */
  why: z.enum(['lost', 'unused']),
  status: z.enum(['requested', 'succeeded', 'failed']),
  /** True while Stripe holds the refund back because the venue's balance there is too low. */
  waitsForBalance: z.boolean(),
})
export type PaidForNothing = z.output<typeof automaticRefund>

/**
 * The automatic refunds of the last 30 days, newest first. `lost` counts those whose reservation was lost when an
 * older backup was restored.
 */
const autoRefunds = z.object({ count: z.int(), lost: z.int(), list: z.array(automaticRefund) })
export type AutoRefunds = z.output<typeof autoRefunds>

const movedSums = z.object({ received: sum(), refunded: sum() })

/**
 * A payment whose amount in our database (`ours`) differs from Stripe's (`theirs`), or for `ledger` a row whose amount
 * differs from the ledger's (`theirs`). An amount is null if that side does not know the payment.
 */
const difference = z.object({
  intentId: z.string(),
  what: z.enum(['received', 'refunded', 'disputed', 'ledger']),
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

/** The nightly reconciliation of our payments with Stripe's: the totals without the differences. */
export const booksFacts = z.object({
  /** The night whose reconciliation should have run by now, named by the ranch day on which that night began. */
  night: day(),
  /** The newest result of a reconciliation, perhaps of an earlier night. Null before the first reconciliation. */
  proof: booksProof.nullable(),
})
export type BooksFacts = z.output<typeof booksFacts>

/** The nightly reconciliation of our payments with Stripe's, and the first differences that it found. */
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
  /** False if the site makes no backups, because the operator makes backups in another way. */
  nightly: z.boolean(),
  /** The night whose backup should exist by now, named by the ranch day on which that night began. */
  night: day(),
  /** The newest result of testing a backup, perhaps of an earlier night. Null before the first test. */
  proof: backupProof.nullable(),
})
export type BackupFacts = z.output<typeof backupFacts>

/** An event whose guests' data will be deleted within a week. In a list, the earliest deletion comes first. */
const leaving = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  /** The ranch day on which the guests' data is deleted. */
  day: day(),
  /** Number of guests whose stay is confirmed or canceled. */
  guests: z.int(),
  /** Number of waitlist entries that still have personal data. */
  waiting: z.int(),
})
export type Leaving = z.output<typeof leaving>

/**
 * A hold. `offered` means that the hold is for a waitlist offer. `waitsForMailbox` means that the guest must confirm
 * by e-mail. Otherwise the guest is filling in the card form.
 */
const hold = about.extend({ endsAt: instantText(), offered: z.boolean(), waitsForMailbox: z.boolean() })

const month = z.string().regex(/^\d{4}-\d{2}$/)

const today = z.object({
  day: day(),
  overdue: z.array(overdueGuest),
  /** Events that have begun before today and are not over. */
  here: z.array(todayEvent),
  /** The next events that have guests, including events that start today. */
  arrivals: z.array(arrival),
  /** The next events, including events that start today. `count` includes events that are not listed. */
  coming: z.object({ count: z.int(), events: z.array(todayEvent) }),
  leaving: z.array(leaving),
  holds: z.object({ count: z.int(), list: z.array(hold) }),
})
export type Today = z.output<typeof today>

export const getToday = endpoint({
  name: 'today.get',
  route: 'GET auth/today',
  summary:
    'Returns the guests and events that matter today: guests who arrive next, guests who are late to arrive, free and booked spots, held spots, and guest data that will be deleted soon',
  needs: 'guests.edit',
  reply: today,
})

const paymentsDue = z.object({
  day: day(),
  overdue: owed,
  /** Unpaid invoices that are due from today through the next 30 days. */
  due: owed.extend({ invoices: z.array(dueInvoice) }),
  /** Unpaid invoices that are due after the next 30 days, or have no due day. */
  later: owed.extend({ invoices: z.array(dueInvoice) }),
})
export type PaymentsDue = z.output<typeof paymentsDue>

export const getPaymentsDue = endpoint({
  name: 'today.payments',
  route: 'GET auth/today/payments',
  summary:
    'Returns what guests owe: the totals and the first invoices by due day, of those that are overdue, due within 30 days, and due later',
  needs: 'money.take',
  reply: paymentsDue,
})

const refunds = z.object({ day: day(), refundsDue, openBalances, autoRefunds })
export type Refunds = z.output<typeof refunds>

export const getRefunds = endpoint({
  name: 'today.refunds',
  route: 'GET auth/today/refunds',
  summary:
    'Returns the refunds that an admin has to make by hand, the total of open balances, and the automatic refunds of the last 30 days',
  needs: 'money.refund',
  reply: refunds,
})

const problems = z.object({
  day: day(),
  failures,
  books: ofMoney(books),
  backup: ofSettings(backupFacts),
})
export type Problems = z.output<typeof problems>

export const getProblems = endpoint({
  name: 'today.problems',
  route: 'GET auth/today/problems',
  summary:
    'Returns what needs attention: failed e-mails, refunds and jobs, problems with outside services, and the results of last night’s backup and comparison with Stripe. Omits refunds and the comparison for staff who may not see money, and jobs, outside services and the backup for staff who may not see settings',
  needs: 'guests.edit',
  reply: problems,
})

const outlook = z.object({
  day: day(),
  /**
   * Spots and guests by the month in which an event starts: this month and the next 11, without past events. `taken`
   * counts confirmed guests, not holds.
   */
  occupancy: z.array(z.object({ month, spots: z.int(), taken: z.int() })),
  /**
   * The income of this month and of the 11 months before: of retreats in the month in which they begin, and what was
   * kept of canceled stays. Without taxes, minus refunds.
   */
  income: z.array(z.object({ month, cents: sum() })),
  /**
   * What the venue owes to guests now. `months` has the deposits by the month in which the retreat begins: this month
   * and the next 11. `total` has those of all retreats from this month on. `refunds` is the total of all refunds that
   * were decided and are not made yet.
   */
  deposits: z.object({ total: sum(), months: z.array(z.object({ month, cents: sum() })), refunds: sum() }),
})
export type Outlook = z.output<typeof outlook>

export const getOutlook = endpoint({
  name: 'today.outlook',
  route: 'GET auth/today/outlook',
  summary: 'Returns spots taken and deposits of the next 12 months, and the income of the past 12, by month',
  needs: 'money.see',
  reply: outlook,
})

const sleepingRetreat = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  private: z.boolean(),
  host: z.string().nullable(),
  endDateDate: day(),
  /**
   * Confirmed guests, by name. The name is null if the guest's data was deleted. `more` is the number of guests who
   * are not listed.
   */
  guests: z.array(z.object({ reservationId: z.int(), guest: z.string().nullable() })),
  more: z.int(),
})
export type SleepingRetreat = z.output<typeof sleepingRetreat>

const tonight = z.object({
  /** The ranch day on which the night begins. */
  day: day(),
  /** The retreats whose guests sleep at the ranch: begun by this day, and ending on a later day. */
  retreats: z.array(sleepingRetreat),
  /** Events of the family calendar that include this day. */
  family: z.array(z.object({ id: z.int(), title: z.string(), start: day(), end: day(), color: z.string() })),
})
export type Tonight = z.output<typeof tonight>

/** Returns the people who are on the ranch tonight: the guests who sleep there, and the family's events of today. */
export const getTonight = endpoint({
  name: 'today.tonight',
  route: 'GET auth/tonight',
  summary:
    'Returns who is on the ranch tonight: the guests of retreats that have begun and end after today, and today’s events of the family calendar',
  needs: 'guests.names',
  reply: tonight,
})
