/** Converts database rows to the Today page's reply, and decrypts names in memory. */
import { isPublished } from '#domain/events/domain/publication.ts'
import { openColumns, openName, type Sealer } from '#platform/sealing.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import type { IntegrationProblem } from '#shared/integration-problems.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { moneyOf, type MoneySums } from '#shared/reservation-money.ts'
import type { readRefundTasks } from '#domain/booking/use-cases/refund-tasks.ts'
import type { listOverdue } from '#domain/onsite/arrival/jobs.ts'
import type { ReconciliationRow } from '../reconciliation/store.ts'
import type { Arrival, PaidForNothing, TodayEvent } from './contract.ts'
import { countLacking, sortByLack, whatIsMissing } from './rules.ts'
import type { SubjectRow, listGuests, listHolds, NearEvent } from './store/events.ts'
import type {
  listAutomaticRefunds,
  listRefundsDue,
  listUnpaidInvoices,
  sumUnpaid,
  Urgency,
  listDeadJobs,
  listFailedEmails,
  listFailedRefunds,
  listMissingFees,
} from './store/attention.ts'

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>

export interface Counts {
  now: Date
  spots: ReadonlyMap<number, { taken: number; held: number }>
  waiting: ReadonlyMap<number, { waiting: number; spotsWanted: number }>
}

export function toTodayEvent(event: NearEvent, counts: Counts): TodayEvent {
  const { taken = 0, held = 0 } = counts.spots.get(event.id) ?? {}
  const { waiting = 0, spotsWanted = 0 } = counts.waiting.get(event.id) ?? {}
  return { ...event, draft: !isPublished(event, counts.now), taken, held, waiting, spotsWanted }
}

const toSubject = (sealer: Sealer, row: SubjectRow) => ({
  reservationId: row.reservationId,
  guest: openName(sealer, 'reservations', row),
  event: { name: row.eventName, urlName: row.eventUrlName },
})

export const toOverdue = (sealer: Sealer, guests: Rows<typeof listOverdue>) =>
  guests.map(({ from, expectedAt, phone, ...row }) => {
    const opened = openColumns(sealer, 'reservations', { ...row, phone }, 'phone')
    return { ...toSubject(sealer, row), ...opened, from, expectedAt }
  })

/** Returns guests by name. Guests without a name come last. */
export function toGuestsByName(sealer: Sealer, rows: readonly SubjectRow[]) {
  const named = rows.map((row) => ({
    reservationId: row.reservationId,
    guest: openName(sealer, 'reservations', row),
  }))
  return sortByLack(named.map((guest) => ({ ...guest, missing: [] }))).map(({ reservationId, guest }) => {
    return { reservationId, guest }
  })
}

type MaybeSubject = { [Column in keyof SubjectRow]: SubjectRow[Column] | null }

/** Returns the guest and event of a database row, or null if the row is about no reservation. */
function toMaybeSubject(sealer: Sealer, row: MaybeSubject) {
  const { reservationId, uuid, customerName, eventName, eventUrlName } = row
  if (reservationId === null || uuid === null || eventName === null || eventUrlName === null) return null
  return toSubject(sealer, { reservationId, uuid, customerName, eventName, eventUrlName })
}

// A reservation has no totals if it was deleted or moved after the query for guests and before the query for totals.
const stillToPayOf = (sums: MoneySums | undefined) => (sums ? moneyOf(sums).stillToPay : 0)

/** Returns the arriving guests of one event, at most `limit` of them. Guests who have most left to do come first. */
export function toArrival(
  event: TodayEvent,
  guests: Rows<typeof listGuests>,
  { sealer, sums, limit }: { sealer: Sealer; sums: ReadonlyMap<number, MoneySums>; limit: number },
): Arrival {
  const facts = guests.map((row) => ({
    reservationId: row.reservationId,
    guest: openName(sealer, 'reservations', row),
    ...whatIsMissing({
      // A sealed value counts as given, so nothing needs to be decrypted here. A purged guest, who has no name, cannot
      // do these things anymore.
      detailsGiven: row.customerName === null || additionalInformationProvided(row),
      sawDirections: row.customerName === null || row.directionsViewedAt !== null,
      stillToPay: stillToPayOf(sums.get(row.reservationId)),
    }),
  }))
  const listed = sortByLack(facts).slice(0, limit)
  return { event, lacking: countLacking(facts), guests: listed, more: facts.length - listed.length }
}

type Unpaid = { sums: Rows<typeof sumUnpaid> } & Record<Urgency, Rows<typeof listUnpaidInvoices>>

export function toPaymentsDue(sealer: Sealer, { sums, ...rows }: Unpaid) {
  const owed = (urgency: Urgency) => {
    const { count = 0, cents = 0 } = sums.find((row) => row.urgency === urgency) ?? {}
    const invoices = rows[urgency].map((row) => {
      const { invoiceId, amount, due, remindedAt, hasEmail } = row
      const ofDay = { count: row.ofDay.count, cents: Number(row.ofDay.cents) }
      const label = invoiceLabel({ ...row, partOfPrice: !row.extra })
      return { ...toSubject(sealer, row), invoiceId, label, amount, due, ofDay, remindedAt, hasEmail }
    })
    return { count, cents: Number(cents), invoices }
  }
  return { overdue: owed('overdue'), due: owed('due'), later: owed('later') }
}

const withSubject = <Row extends { about: MaybeSubject }>(sealer: Sealer, row: Row) => ({
  ...row,
  about: toMaybeSubject(sealer, row.about),
})

/** Returns the number of all rows, and the rows, each with its guest and event. */
const listed = <Row extends { about: MaybeSubject; all: number }>(sealer: Sealer, rows: Row[]) => ({
  count: rows[0]?.all ?? 0,
  list: rows.map((row) => withSubject(sealer, row)),
})

export function toRefundsDue(
  sealer: Sealer,
  rows: Rows<typeof listRefundsDue>,
  tasks: Awaited<ReturnType<typeof readRefundTasks>>,
) {
  const { count, list } = listed(sealer, rows)
  const withShares = list.map((row) => ({ ...row, shares: tasks.get(row.id)?.shares ?? [] }))
  return { count, list: withShares, cents: Number(rows[0]?.cents ?? 0) }
}

export function toAutoRefunds(rows: Rows<typeof listAutomaticRefunds>) {
  const list = rows.flatMap(({ status, eventName: name, eventUrlName: urlName, ...row }) => {
    const event = name === null || urlName === null ? null : { name, urlName }
    // These are refunds to cards, which never have the status `owed`. The check only satisfies the compiler.
    return status === 'owed' ? [] : [{ ...row, status, event, why: refundReason(row) }]
  })
  return { count: rows[0]?.all ?? 0, lost: rows[0]?.allLost ?? 0, list }
}

const refundReason = ({ lost }: { lost: boolean }): PaidForNothing['why'] => (lost ? 'lost' : 'unused')

/** Returns a reconciliation with its first `limit` differences and their guests. */
export const toProof = (
  sealer: Sealer,
  { differences, ...proof }: ReconciliationRow,
  { about, limit }: { about: SubjectRow[]; limit: number },
) => ({
  ...proof,
  count: differences.length,
  differences: differences.slice(0, limit).map((difference) => {
    const row = about.find(({ reservationId }) => reservationId === difference.reservationId)
    return { ...difference, about: row ? toSubject(sealer, row) : null }
  }),
})

export function toHolds(sealer: Sealer, rows: Rows<typeof listHolds>) {
  const list = rows.flatMap(({ endsAt, offered, waitsForMailbox, ...row }) =>
    endsAt ? [{ ...toSubject(sealer, row), endsAt, offered, waitsForMailbox }] : [],
  )
  return { count: rows[0]?.all ?? 0, list }
}

interface FailedRows {
  outside: IntegrationProblem[]
  mails: Rows<typeof listFailedEmails>
  refunds: Rows<typeof listFailedRefunds>
  fees: Rows<typeof listMissingFees>
  jobs: Rows<typeof listDeadJobs>
}

export function toFailures(sealer: Sealer, { outside, mails, refunds, fees, jobs }: FailedRows) {
  const [{ failed = 0, retrying = 0 } = {}] = mails
  const failedMails = mails.filter(({ status }) => status === 'failed')
  return {
    outside,
    mails: { count: failed, list: failedMails.map((mail) => withSubject(sealer, mail)) },
    retrying,
    refunds: listed(sealer, refunds),
    fees: {
      count: fees[0]?.all ?? 0,
      list: fees.map(({ about, most, at }) => ({ about: toSubject(sealer, about), most, cancelledAt: at })),
    },
    jobs: {
      count: jobs[0]?.all ?? 0,
      list: jobs.map(({ deadAt, ...job }) => ({ ...job, deadAt: deadAt ?? new Date(0) })),
    },
  }
}
