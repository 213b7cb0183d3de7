/** Rows of the morning page as the contract shows them; names are opened here, in memory. */
import { openRecord, type Sealer } from '#platform/sealing.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import type { IntegrationProblem } from '#shared/integration-problems.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { moneyOf, type MoneySums } from '#shared/reservation-money.ts'
import type { listOverdue } from '#features/arrival/index.ts'
import type { ReconciliationRow } from '#features/reconciliation/index.ts'
import type {
  Arrival,
  Books,
  AutoRefunds,
  Hold,
  Owed,
  PaidForNothing,
  Today,
  TodayEvent,
  RefundsDue,
} from './contract.ts'
import { countLacking, inArrivalOrder, whatIsMissing } from './rules.ts'
import type { AboutRow, listGuests, listHolds, NearEvent } from './store/events.ts'
import type { listDeadJobs, listFailedMails, listFailedRefunds, listMissingFees } from './store/failures.ts'
import type {
  listPaidForNothing,
  listRefundsDue,
  listUnpaidInvoices,
  sumUnpaid,
  Urgency,
} from './store/money.ts'

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>

/** How many spots of each event are taken, held, and waited for. */
export interface Counts {
  spots: ReadonlyMap<number, { taken: number; held: number }>
  waiting: ReadonlyMap<number, number>
}

export function toTodayEvent(event: NearEvent, counts: Counts): TodayEvent {
  const { taken = 0, held = 0 } = counts.spots.get(event.id) ?? {}
  const { id, name, urlName, startDateDate, endDateDate, spots } = event
  return {
    id,
    name,
    urlName,
    startDateDate,
    endDateDate,
    private: event.private,
    spots,
    taken,
    held,
    waiting: counts.waiting.get(id) ?? 0,
  }
}

function guestOf(sealer: Sealer, { uuid, customerName }: AboutRow): string | null {
  return openRecord(sealer, { table: 'reservations', row: uuid }, { customerName }).customerName
}

function toAbout(sealer: Sealer, row: AboutRow) {
  return {
    reservationId: row.reservationId,
    guest: guestOf(sealer, row),
    event: { name: row.eventName, urlName: row.eventUrlName },
  }
}

export function toOverdue(sealer: Sealer, guests: Rows<typeof listOverdue>): Today['overdue'] {
  return guests.map(({ from, expectedAt, phone, ...row }) => {
    const opened = openRecord(sealer, { table: 'reservations', row: row.uuid }, { phone })
    return { ...toAbout(sealer, row), ...opened, from, expectedAt: expectedAt.toISOString() }
  })
}

/** Guests by name, those without one last. */
export function toNamed(sealer: Sealer, rows: readonly AboutRow[]) {
  const named = rows.map((row) => ({ reservationId: row.reservationId, guest: guestOf(sealer, row) }))
  return inArrivalOrder(named.map((guest) => ({ ...guest, missing: [] }))).map(({ reservationId, guest }) => {
    return { reservationId, guest }
  })
}

/** The same beside a row that may be about no reservation. */
function toMaybeAbout(sealer: Sealer, row: { [Column in keyof AboutRow]: AboutRow[Column] | null }) {
  const { reservationId, uuid, customerName, eventName, eventUrlName } = row
  if (reservationId === null || uuid === null || eventName === null || eventUrlName === null) return null
  return toAbout(sealer, { reservationId, uuid, customerName, eventName, eventUrlName })
}

// A reservation made between the two statements is on the page the next time.
const stillToPayOf = (sums: MoneySums | undefined) => (sums ? moneyOf(sums).stillToPay : 0)

/** The arrival of one event's guests, those who lack something first; at most `limit` are listed. */
export function toArrival(
  event: TodayEvent,
  guests: Rows<typeof listGuests>,
  { sealer, sums, limit }: { sealer: Sealer; sums: ReadonlyMap<number, MoneySums>; limit: number },
): Arrival {
  const facts = guests.map((row) => ({
    reservationId: row.reservationId,
    guest: guestOf(sealer, row),
    ...whatIsMissing({
      // A sealed value counts as given.
      detailsGiven: row.customerName === null || additionalInformationProvided(row),
      sawDirections: row.directionsViewedAt !== null,
      stillToPay: stillToPayOf(sums.get(row.reservationId)),
    }),
  }))
  const listed = inArrivalOrder(facts).slice(0, limit)
  return { event, lacking: countLacking(facts), guests: listed, more: facts.length - listed.length }
}

interface Unpaid {
  sums: Rows<typeof sumUnpaid>
  overdue: Rows<typeof listUnpaidInvoices>
  due: Rows<typeof listUnpaidInvoices>
}

export function toMoney(sealer: Sealer, { sums, ...rows }: Unpaid): Today['money'] {
  const sumOf = (urgency: Urgency) => {
    const { count = 0, cents = 0 } = sums.find((row) => row.urgency === urgency) ?? {}
    return { count, cents: Number(cents) }
  }
  const owed = (urgency: 'overdue' | 'due'): Owed => {
    const invoices = rows[urgency].map((row) => {
      const { invoiceId, amount, due } = row
      const ofDay = { count: row.ofDay.count, cents: Number(row.ofDay.cents) }
      const label = invoiceLabel({ ...row, partOfPrice: !row.extra })
      const remindedAt = row.remindedAt?.toISOString() ?? null
      return { ...toAbout(sealer, row), invoiceId, label, amount, due, ofDay, remindedAt }
    })
    return { ...sumOf(urgency), invoices }
  }
  return { overdue: owed('overdue'), due: owed('due'), later: sumOf('later') }
}

export function refundsDue(sealer: Sealer, rows: Rows<typeof listRefundsDue>): RefundsDue {
  const list = rows.map(({ id, amount, method, about, createdAt }) => {
    return { id, amount, method, about: toMaybeAbout(sealer, about), createdAt: createdAt.toISOString() }
  })
  return { count: rows[0]?.all ?? 0, cents: Number(rows[0]?.cents ?? 0), list }
}

export function toAutoRefunds(rows: Rows<typeof listPaidForNothing>): AutoRefunds {
  const list = rows.flatMap(({ id, amount, status, intentId, paidAt, lost, ...row }): PaidForNothing[] => {
    const { eventName: name, eventUrlName: urlName } = row
    const event = name === null || urlName === null ? null : { name, urlName }
    // What a card paid is never owed by hand.
    if (status === 'owed') return []
    const why = lost ? 'lost' : 'unused'
    return [{ id, amount, status, intentId, paidAt: paidAt.toISOString(), event, why }]
  })
  return { count: rows[0]?.all ?? 0, lost: rows[0]?.allLost ?? 0, list }
}

/** The newest proof; of its differences the first `limit` are listed, with whose they are. */
export function toProof(
  sealer: Sealer,
  proof: ReconciliationRow,
  { about, limit }: { about: AboutRow[]; limit: number },
): NonNullable<Books['proof']> {
  const { day, outcome, payments, differences } = proof
  return {
    day,
    ranAt: proof.ranAt.toISOString(),
    outcome,
    payments,
    ours: proof.ours,
    theirs: proof.theirs,
    count: differences.length,
    differences: differences.slice(0, limit).map(({ reservationId, intentId, what, ours, theirs }) => {
      const row = about.find((one) => one.reservationId === reservationId)
      return { intentId, what, ours, theirs, about: row ? toAbout(sealer, row) : null }
    }),
  }
}

export function toHolds(sealer: Sealer, rows: Rows<typeof listHolds>): Today['holds'] {
  const list: Hold[] = rows.flatMap(({ endsAt, offered, ...row }) =>
    endsAt ? [{ ...toAbout(sealer, row), endsAt: endsAt.toISOString(), offered }] : [],
  )
  return { count: rows[0]?.all ?? 0, list }
}

interface FailedRows {
  outside: IntegrationProblem[]
  mails: Rows<typeof listFailedMails>
  refunds: Rows<typeof listFailedRefunds>
  fees: Rows<typeof listMissingFees>
  jobs: Rows<typeof listDeadJobs>
}

export function toFailures(
  sealer: Sealer,
  { outside, mails, refunds, fees, jobs }: FailedRows,
): Today['failures'] {
  return {
    outside,
    mails: {
      count: mails[0]?.failed ?? 0,
      list: mails
        .filter(({ status }) => status === 'failed')
        .map(({ id, emailType, failure, about, createdAt }) => {
          return {
            id,
            emailType,
            failure,
            about: toMaybeAbout(sealer, about),
            createdAt: createdAt.toISOString(),
          }
        }),
    },
    retrying: mails[0]?.retrying ?? 0,
    refunds: {
      count: refunds[0]?.all ?? 0,
      list: refunds.map(({ id, amount, about, finishedAt }) => {
        return {
          id,
          amount,
          about: toMaybeAbout(sealer, about),
          finishedAt: finishedAt?.toISOString() ?? null,
        }
      }),
    },
    fees: {
      count: fees[0]?.all ?? 0,
      list: fees.map(({ about, most, at }) => {
        return { about: toAbout(sealer, about), most, cancelledAt: at.toISOString() }
      }),
    },
    jobs: {
      count: jobs[0]?.all ?? 0,
      list: jobs.map(({ id, kind, reason, deadAt }) => {
        return { id, kind, reason, deadAt: (deadAt ?? new Date(0)).toISOString() }
      }),
    },
  }
}
