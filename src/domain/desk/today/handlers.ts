/** Handles the requests for the Today page and the pages behind it. Runs the same number of SQL statements for any number of events. */
import { readRefundTasks } from '#domain/booking/use-cases/refund-tasks.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import { may } from '#platform/http/context.ts'
import { listIntegrationProblems } from '#platform/integration-problems.ts'
import { failuresSince } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import { addMonths, firstOf, lastOf, monthOf } from '#shared/months.ts'
import { listOverdue } from '#domain/onsite/arrival/jobs.ts'
import { findLatestBackupProof } from '../backup/store/backup-proofs.ts'
import { backupNight } from '#domain/desk/backup/rules.ts'
import { listOpenRows } from '#domain/booking/open-balances/store.ts'
import { listMoneySums } from '#domain/booking/store/payments.ts'
import { listDepositsByEvent, listIncome, sumRefundsPayable } from '#domain/money/ledger/store/read.ts'
import { findRestored, listComingPurges } from '#domain/guests/privacy/store/due.ts'
import { findLatestReconciliation } from '../reconciliation/store.ts'
import { reconciliationNight } from '#domain/desk/reconciliation/rules.ts'
import { getOutlook, getPaymentsDue, getProblems, getRefunds, getToday, getTonight } from './contract.ts'
import { depositsByMonth, monthsFrom } from './rules.ts'
import {
  countSpots,
  countWaitingByEvent,
  listSubjects,
  listArrivingEvents,
  listComingEvents,
  listFamilyEntries,
  listGuests,
  listCurrentEvents,
  listHolds,
  listOvernightEvents,
} from './store/events.ts'
import {
  listAutomaticRefunds,
  listRefundsDue,
  listUnpaidInvoices,
  sumSpots,
  sumUnpaid,
  listDeadJobs,
  listFailedEmails,
  listFailedRefunds,
  listMissingFees,
} from './store/attention.ts'
import {
  toArrival,
  toFailures,
  toRefundsDue,
  toAutoRefunds,
  toHolds,
  toPaymentsDue,
  toOverdue,
  toGuestsByName,
  toProof,
  toTodayEvent,
} from './view.ts'

/** The largest number of rows of each list. The counts in the reply include rows that are not listed. */
const MAX_CURRENT = 6
const MAX_COMING = 12
const MAX_ARRIVING = 3
const MAX_GUESTS = 40
const MAX_ROWS = 20
const MAX_INVOICES = 50
/** The page lists invoices that are due within this many days. */
const DUE_DAYS = 30
const MONTHS = 12
/**
 * Hours after which the page lists a refund that waits for Stripe to report its fee. Stripe usually reports the fee
 * within one hour.
 */
const FEE_HOURS = 2

type Deps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now'>

export function todayHandlers(deps: Deps): Bound[] {
  const { db, sealer, settings } = deps
  const today = () => ranchDay(deps.now())
  // Each handler runs its queries at the same time. On PostgreSQL, a page then waits only for the slowest query.
  return [
    bind(getToday, async () => {
      const day = today()
      const [events, leaving, held, overdue] = await Promise.all([
        readEvents(deps, day),
        listComingPurges(db, day, settings.purgeAfterDays),
        listHolds(db, MAX_ROWS),
        listOverdue(db, deps.now()),
      ])
      return { day, overdue: toOverdue(sealer, overdue), ...events, leaving, holds: toHolds(sealer, held) }
    }),
    bind(getPaymentsDue, async () => ({ day: today(), ...(await readPaymentsDue(deps, today())) })),
    bind(getRefunds, async () => {
      const [refundsDue, autoRefunds, open] = await Promise.all([
        readRefundsDue(deps),
        readAutoRefunds(deps),
        listOpenRows(db),
      ])
      const cents = open.reduce((total, { deposits, refunds }) => total + deposits + refunds, 0)
      return { day: today(), refundsDue, autoRefunds, openBalances: { count: open.length, cents } }
    }),
    bind(getProblems, async (_input, { caller }) => {
      const seesMoney = may(caller, 'money.see')
      const seesSettings = may(caller, 'settings.edit')
      const [{ outside, jobs, refunds, fees, ...mails }, books, backup] = await Promise.all([
        readFailures(deps),
        seesMoney ? readReconciliation(deps) : undefined,
        seesSettings ? readBackup(deps) : undefined,
      ])
      const failures = {
        ...mails,
        ...(seesMoney && { refunds, fees }),
        ...(seesSettings && { outside, jobs }),
      }
      return { day: today(), failures, books, backup }
    }),
    bind(getOutlook, async () => ({ day: today(), ...(await readOutlook(deps, today())) })),
    bind(getTonight, () => readTonight(deps)),
  ]
}

async function readRefundsDue({ db, sealer }: Deps) {
  const due = await listRefundsDue(db, MAX_ROWS)
  const tasks = await readRefundTasks(
    { db, sealer },
    due.map(({ id }) => id),
  )
  return toRefundsDue(sealer, due, tasks)
}

async function readEvents({ db, sealer, now }: Deps, day: Day) {
  const here = await listCurrentEvents(db, day, MAX_CURRENT)
  const coming = await listComingEvents(db, day, MAX_COMING)
  const arriving = await listArrivingEvents(db, day, MAX_ARRIVING)
  const ids = [...new Set([...here, ...coming, ...arriving].map(({ id }) => id))]
  const counts = {
    now: now(),
    spots: await countSpots(db, ids),
    waiting: await countWaitingByEvent(db, ids),
  }
  const arrivingIds = arriving.map(({ id }) => id)
  const guests = await listGuests(db, arrivingIds)
  const sums = await listMoneySums(db, { eventIds: arrivingIds }, day)
  return {
    here: here.map((event) => toTodayEvent(event, counts)),
    arrivals: arriving.map((event) => {
      const ofEvent = guests.filter(({ eventId }) => eventId === event.id)
      return toArrival(toTodayEvent(event, counts), ofEvent, { sealer, sums, limit: MAX_GUESTS })
    }),
    coming: { count: coming[0]?.all ?? 0, events: coming.map((event) => toTodayEvent(event, counts)) },
  }
}

async function readPaymentsDue({ db, sealer }: Deps, day: Day) {
  const until = addDays(day, DUE_DAYS)
  const [sums, overdue, due, later] = await Promise.all([
    sumUnpaid(db, { today: day, until }),
    listUnpaidInvoices(db, { from: null, until: addDays(day, -1) }, MAX_INVOICES),
    listUnpaidInvoices(db, { from: day, until }, MAX_INVOICES),
    listUnpaidInvoices(db, { from: addDays(until, 1), until: null }, MAX_INVOICES),
  ])
  return toPaymentsDue(sealer, { sums, overdue, due, later })
}

async function readOutlook({ db }: Deps, day: Day) {
  const thisMonth = monthOf(day)
  const ahead = monthsFrom(thisMonth, MONTHS)
  const behind = monthsFrom(addMonths(thisMonth, 1 - MONTHS), MONTHS)
  const [found, income, deposits, refunds] = await Promise.all([
    sumSpots(db, day, firstOf(addMonths(thisMonth, MONTHS))),
    listIncome(db, { first: firstOf(behind[0] ?? thisMonth), last: lastOf(thisMonth) }),
    // Events of this month that have begun hold no more deposits, unless a guest was deleted.
    listDepositsByEvent(db, day, { startsFrom: firstOf(thisMonth) }),
    sumRefundsPayable(db),
  ])
  return {
    occupancy: ahead.map((month) => {
      const { spots = 0, taken = 0 } = found.find((row) => row.month === month) ?? {}
      return { month, spots, taken }
    }),
    income: behind.map((month) => {
      const { retreatIncome = 0, cancellationIncome = 0 } = income.find((row) => row.month === month) ?? {}
      return { month, cents: retreatIncome + cancellationIncome }
    }),
    deposits: { ...depositsByMonth(deposits, ahead), refunds },
  }
}

async function readFailures({ db, sealer, now }: Deps) {
  const since = failuresSince(now())
  return toFailures(sealer, {
    outside: await listIntegrationProblems(db),
    mails: await listFailedEmails(db, since, MAX_ROWS),
    refunds: await listFailedRefunds(db, MAX_ROWS),
    fees: await listMissingFees(db, new Date(now().getTime() - FEE_HOURS * 3_600_000), MAX_ROWS),
    jobs: await listDeadJobs(db, since, MAX_ROWS),
  })
}

async function readAutoRefunds({ db, now }: Deps) {
  const since = failuresSince(now())
  return toAutoRefunds(await listAutomaticRefunds(db, { since, restored: await findRestored(db) }, MAX_ROWS))
}

async function readReconciliation({ db, sealer, now }: Deps) {
  const proof = await findLatestReconciliation(db)
  const listed = proof?.differences.slice(0, MAX_ROWS) ?? []
  const ids = listed.flatMap(({ reservationId }) => (reservationId === null ? [] : [reservationId]))
  const about = await listSubjects(db, ids)
  return {
    night: reconciliationNight(now()),
    proof: proof ? toProof(sealer, proof, { about, limit: MAX_ROWS }) : null,
  }
}

async function readBackup({ db, now, settings }: Deps) {
  const proof = (await findLatestBackupProof(db)) ?? null
  return { nightly: settings.backups.nightly, night: backupNight(now()), proof }
}

/**
 * The largest number of rows of each list. The ranch has few beds, so longer lists are rare, and the page only counts
 * the other rows.
 */
const MAX_TONIGHT = { retreats: 12, guests: 60, family: 60 }

async function readTonight({ db, sealer, now }: Deps) {
  const day = ranchDay(now())
  const sleeping = await listOvernightEvents(db, day, MAX_TONIGHT.retreats)
  const guests = await listGuests(
    db,
    sleeping.map(({ id }) => id),
  )
  const retreats = sleeping.map((retreat) => {
    const ofRetreat = guests.filter(({ eventId }) => eventId === retreat.id)
    const named = toGuestsByName(sealer, ofRetreat)
    const listed = named.slice(0, MAX_TONIGHT.guests)
    return { ...retreat, guests: listed, more: named.length - listed.length }
  })
  return { day, retreats, family: await listFamilyEntries(db, day, MAX_TONIGHT.family) }
}
