/** Texts and links of the Today page. Has no side effects. */
import { Verbatim } from '#app/ui/text.tsx'
import { Link } from 'react-router'
import { emailLabel } from '#shared/email-types.ts'
import type { LatePayer } from '#app/admin/reminders/remind-late.tsx'
import type {
  Arrival,
  ArrivingGuest,
  Failures,
  Missing,
  TodayEvent,
  UnpaidInvoice,
} from '#domain/desk/today/contract.ts'
import { describeWaiting } from '#app/admin/waitlist/waitlist-labels.ts'
import { type Day, daysBetween, ranchDay } from '#shared/days.ts'
import { integrationProblemText } from '#shared/integration-problems.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { paths } from '#app/paths.ts'

/**
 * Returns how far away a day is from today: `"today"`, `"tomorrow"`, `"in 20 days"`, `"yesterday"` or `"3
 * days ago"`.
 */
export function awayFrom(today: Day, day: Day): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${plural(days, 'day')}` : `${plural(-days, 'day')} ago`
}

/** Returns the guest's name, or a placeholder if the purge has deleted the name. */
export const nameOf = (guest: string | null) => guest ?? 'A guest, name deleted'

const LACKS: Record<Missing, (guest: Pick<ArrivingGuest, 'owes'>) => string> = {
  details: () => 'Details missing',
  money: ({ owes }) => `Owes ${formatMoney(owes)}`,
  directions: () => 'Directions not viewed',
}

/**
 * Returns a phrase for each thing that an arriving guest lacks, such as "Details missing" or "Owes $240.00".
 */
export function describeLack(guest: ArrivingGuest): { lack: Missing; words: string }[] {
  return guest.missing.map((lack) => ({ lack, words: LACKS[lack](guest) }))
}

/**
 * Summarizes on one line how many guests of an event lack details, payment or directions. All sections of the
 * Today page use these words.
 */
export function describeLacking({ details, money, directions }: Arrival['lacking']): string {
  const parts = [
    details > 0 && `${details} without details`,
    money > 0 && (money === 1 ? '1 owes money' : `${money} owe money`),
    directions > 0 && `${directions} ${directions === 1 ? 'has' : 'have'} not viewed the directions`,
  ].filter((words) => words !== false)
  return parts.length > 0 ? parts.join(', ') : 'all set'
}

/**
 * Groups unpaid invoices by due day and event. The groups, and the invoices in each group, keep their order.
 */
export const byDueDay = <Invoice extends UnpaidInvoice>(invoices: Invoice[]): Invoice[][] => [
  ...Map.groupBy(invoices, ({ due, event }) => `${due} ${event.urlName}`).values(),
]

/**
 * Returns the guests with overdue invoices, each guest once, ordered by the guest's oldest overdue invoice.
 */
export function latePayers(invoices: UnpaidInvoice[], today: Day): LatePayer[] {
  const ofGuests = Map.groupBy(invoices, ({ reservationId }) => reservationId)
  return [...ofGuests].map(([reservationId, theirs]) => ({
    reservationId,
    name: nameOf(theirs[0]?.guest ?? null),
    event: theirs[0]?.event.name ?? '',
    owes: theirs.reduce((sum, { amount }) => sum + amount, 0),
    hasEmail: theirs.some((invoice) => invoice.hasEmail),
    remindedToday: theirs.some(({ remindedAt }) => remindedAt && ranchDay(new Date(remindedAt)) === today),
  }))
}

/** Summarizes the spots of an event: `"5 of 6 spots taken, 1 held, 3 waiting for 5 spots"`. */
export function describeSpots({ spots, taken, held, ...queue }: TodayEvent): string {
  return [
    `${taken} of ${plural(spots, 'spot')} taken`,
    held > 0 && `${held} held`,
    queue.waiting > 0 && describeWaiting(queue),
  ]
    .filter(Boolean)
    .join(', ')
}

const JOBS: Record<string, string> = {
  'send-email': 'Sending an email',
  'send-refund': 'Asking Stripe to refund a payment',
  'remove-leaver': 'Removing a guest who left a party from its invoices',
  'decide-waiting-refund': 'Waiting for the card fee before a refund',
  'apply-payment-intent': 'Recording a payment',
  'cancel-event': 'Canceling an event',
  'expire-holds': 'Ending holds',
  'offer-spots': 'Offering free spots to the waitlist',
  'withdraw-offer': 'Withdrawing the offer of a guest who got another spot',
  'offer-free-spots': 'Looking for free spots to offer',
  'enqueue-news': 'Looking for notifications to email',
  'enqueue-reminders': 'Looking for reminders to send',
  'charge-saved-cards': 'Charging saved cards',
  'begin-stays': 'Recording income of stays that begin',
  'find-missed-payments': 'Looking for payments that Stripe did not report',
  'start-reconciliation': 'Starting the nightly reconciliation',
  'read-payouts': 'Reading Stripe’s payouts',
  'reconcile-payments': 'The nightly reconciliation',
  'pass-on-stay': 'Offering a spot that a guest passes on',
  'email-lost-links': 'Emailing requested private links',
  'email-waitlist-confirmation': 'Asking to confirm a place on the waitlist',
  'write-decoy-email': 'Handling a request with an unknown email address',
  'report-overdue-guests': 'Looking for guests who are overdue',
  'purge-guests': 'Deleting the data of guests who have left',
  'delete-expired-sessions': 'Ending old sign-ins',
  'find-unused-uploads': 'Looking for unused pictures and PDFs',
  'check-file-store': 'Checking the picture storage',
  'check-wallet-domain': 'Checking Apple Pay, Google Pay and Link',
  'forget-customer': 'Deleting a saved card',
  'delete-unused-uploads': 'Deleting unused pictures and PDFs',
  'make-avif': 'Making pictures smaller',
  'delete-leftover-picture': 'Cleaning up after an upload of a picture',
  'delete-leftover-pdf': 'Cleaning up after an upload of a PDF',
  'start-backup': 'Starting the nightly backup',
  'make-backup': 'Making and testing a backup',
}

export const describeJob = (kind: string) => JOBS[kind] ?? `Background work (${kind})`

/** A list that is missing, because the person may not see it. */
export const NONE = { count: 0, list: [] }

/** Returns the number of failures of each kind, such as "1 refund failed" and "2 emails failed". */
export function describeFaults({
  outside = [],
  mails,
  refunds = NONE,
  fees = NONE,
  jobs = NONE,
}: Failures): string[] {
  return [
    outside.length > 0 && `${plural(outside.length, 'setup problem')}`,
    refunds.count > 0 && `${plural(refunds.count, 'refund')} failed`,
    fees.count > 0 && `${plural(fees.count, 'refund')} waiting for a fee`,
    mails.count > 0 && `${plural(mails.count, 'email')} failed`,
    jobs.count > 0 && `${plural(jobs.count, 'job')} failed`,
  ].filter((words) => words !== false)
}

const forWhom = (about: { guest: string | null } | null, word: string) =>
  about?.guest ? ` ${word} ${about.guest}` : ''

/** Describes the newest failure of the most serious kind. */
export function firstFault({
  outside = [],
  refunds = NONE,
  fees = NONE,
  mails,
  jobs = NONE,
}: Failures): string {
  if (outside[0]) return integrationProblemText(outside[0]).title.replace(/\.$/, '')
  const [refund, fee, mail, job] = [refunds.list[0], fees.list[0], mails.list[0], jobs.list[0]]
  if (refund) return `${formatMoney(refund.amount)}${forWhom(refund.about, 'for')}`
  if (fee) return `up to ${formatMoney(fee.most)}${forWhom(fee.about, 'for')}`
  if (mail) return `${emailLabel(mail.emailType)}${forWhom(mail.about, 'to')}`
  return job ? describeJob(job.kind) : ''
}

// `discover="none"` turns off the router's discovery of links, because the browser already knows all routes
// (`react-router.config.ts`). Otherwise the router would write the attribute `data-discover` into each link, which
// adds 8 KB to the Today page of a busy venue.

interface LinkedEvent {
  name: string
  urlName: string
  private?: boolean
  draft?: boolean
}

export function EventLink({ event }: { event: LinkedEvent }) {
  return (
    <>
      <Link discover="none" to={paths.eventGuests(event.urlName)}>
        {event.name}
      </Link>
      {event.private && <span className="mark">Private</span>}
      {event.draft && <span className="mark">Draft</span>}
    </>
  )
}

/** Renders a guest's name as a link to the reservation. The field `guest` is null if the name was deleted. */
export function GuestLink({ of }: { of: { reservationId: number; guest: string | null } }) {
  return (
    <Link discover="none" to={paths.adminReservation(of.reservationId)}>
      <Verbatim>{nameOf(of.guest)}</Verbatim>
    </Link>
  )
}
