/**
 * The nightly reconciliation compares each of our card payments with Stripe's, in each direction (R4.14), and the
 * ledger with both (R49.4). For every
 * difference, it first applies Stripe's status as a webhook would, so that only unexplained differences are left. It
 * may run at any time, repeatedly, and in two processes at the same time.
 */
import { z } from 'zod'
import { applyPaymentIntent } from '#domain/booking/payments/apply-intent.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import { listLedgerDifferences } from '#domain/money/ledger/store/compare.ts'
import { findSync } from '#domain/money/statements/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { ListedMoney } from '#domain/money/card-provider/port.ts'
import { type Job, job, nightlyRetry, periodicJob } from '#platform/job.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import { siteId } from '#platform/site-facts.ts'
import {
  addToTally,
  type BothSides,
  differencesOf,
  emptyTally,
  isInFlight,
  intentMoney,
  MAX_DIFFERENCES,
  type Tally,
  reconciliationNight,
} from './rules.ts'
import * as store from './store.ts'

/** The job that reconciles the payments of one ranch night. */
export const RECONCILE_PAYMENTS = jobKind('reconcile-payments', z.object({ day: z.string() }))

/**
 * Enqueues the current night's reconciliation. Runs in each time slot, so that a site that was down at night still
 * reconciles.
 */
export const startReconciliationJob = ({ db, now }: Pick<BookingDeps, 'db' | 'now'>): Job =>
  periodicJob('start-reconciliation', () => {
    const day = reconciliationNight(now())
    const dedupeKey = `books.prove.${day}`
    return db.transaction((tx) =>
      enqueue(tx, RECONCILE_PAYMENTS, { input: { day }, dedupeKey, runAt: now() }),
    )
  })

export function reconcilePaymentsJob(deps: BookingDeps): Job {
  const { db, now, log } = deps
  return job(RECONCILE_PAYMENTS, async ({ day }, { attempt, stopping }) => {
    const known = await store.findReconciliation(db, day)
    // Once the next night has begun, the next night's job compares everything.
    if (day !== reconciliationNight(now()) || (known && known.outcome !== 'unanswered')) return 'done'
    const compared = await compareWithProvider(deps, stopping)
    const ranAt = now()
    if (typeof compared !== 'string') compared.differences.push(...(await compareLedger(db, compared)))
    if (compared === 'stopped') return { retryAt: ranAt, reason: 'The site was stopped' }
    if (compared === 'unanswered') {
      await store.writeReconciliation(db, { day, ranAt, outcome: 'unanswered', ...emptyTally() })
      return { retryAt: nightlyRetry(attempt, ranAt), reason: 'Stripe did not answer' }
    }
    const different = compared.differences.length
    if (different > 0) log.warn({ day, different }, 'our payments differ from the card provider')
    const outcome = different > 0 ? 'different' : 'equal'
    await store.writeReconciliation(db, { day, ranAt, outcome, ...compared })
    return 'done'
  })
}

/**
 * Compares the ledger with our payments and refunds, and with the provider's balance (R49.4). Returns as many
 * differences as the tally has room for.
 */
export async function compareLedger(
  db: Database,
  { differences }: Pick<Tally, 'differences'>,
): Promise<Tally['differences']> {
  const { until } = await findSync(db)
  const limit = MAX_DIFFERENCES - differences.length
  const found = await listLedgerDifferences(db, { syncedUntil: until, limit })
  return found.map(({ what, id, expected, posted }) => {
    const row = what === 'refunded' || what === 'owed' ? `refund ${id}` : `payment ${id}`
    return {
      intentId: `${row}, ${what}`,
      what: 'ledger',
      ours: expected,
      theirs: posted,
      reservationId: null,
    }
  })
}

const ACTOR = 'job:books'
/** Number of our payments to read from the database at a time. */
const BATCH = 1_000

/**
 * The tally of a complete comparison, or why there is none. `unanswered`: Stripe did not return everything. `stopped`:
 * the process is ending.
 */
type Compared = Tally | 'unanswered' | 'stopped'

/**
 * Compares all payments of our database and of Stripe, page by page. Keeps only the ids of our payments in memory.
 */
export async function compareWithProvider(deps: BookingDeps, stopping?: AbortSignal): Promise<Compared> {
  const comparison: Comparison = { deps, tally: emptyTally(), seen: new Set() }
  const site = await siteId(deps.db)
  let page: string | null = null
  do {
    if (stopping?.aborted) return 'stopped'
    const listed = await deps.provider.listMoney(page)
    if (listed.outcome !== 'ok') return 'unanswered'
    const ours = listed.paid.filter(({ metadata }) => metadata['site'] === site)
    if (!(await compareTheirs(comparison, ours))) return 'unanswered'
    page = listed.next
  } while (page !== null)
  for (let rows = await store.listOurs(deps.db, 0, BATCH); rows.length > 0;) {
    if (stopping?.aborted) return 'stopped'
    if (!(await compareOurs(comparison, rows))) return 'unanswered'
    rows = await store.listOurs(deps.db, rows.at(-1)?.paymentId ?? 0, BATCH)
  }
  return comparison.tally
}

interface Comparison {
  deps: BookingDeps
  tally: Tally
  /** Ids of our payments that have been compared. */
  seen: Set<number>
}

/** Compares a page of Stripe's paid intents with our payments. Returns false if Stripe does not answer. */
async function compareTheirs({ deps, tally, seen }: Comparison, intents: ListedMoney[]): Promise<boolean> {
  const rows = await store.findOurs(
    deps.db,
    intents.map(({ id }) => id),
  )
  for (const intent of intents) {
    const row = rows.get(intent.id)
    const sides = sidesOf(row, intent)
    const known = differencesOf(sides).length === 0 || isTooMuch(tally)
    const settled = known ? { sides, row } : await settle(deps, sides)
    if (settled === 'unanswered') return false
    if (settled.row) seen.add(settled.row.paymentId)
    if (settled.row || !isInFlight(intent, deps.now())) addToTally(tally, settled.sides)
  }
  return true
}

/**
 * Asks Stripe for each of our payments that was not in Stripe's list, and compares the two records. Either the guest
 * paid while the list was read, or Stripe does not know the payment. Returns false if Stripe does not answer.
 */
async function compareOurs({ deps, tally, seen }: Comparison, rows: store.OurPayment[]): Promise<boolean> {
  for (const row of rows.filter(({ paymentId }) => !seen.has(paymentId))) {
    const sides = { intentId: row.intentId, reservationId: row.reservationId, ours: row.money, theirs: null }
    const settled = isTooMuch(tally) ? { sides } : await settle(deps, sides)
    if (settled === 'unanswered') return false
    addToTally(tally, settled.sides)
  }
  return true
}

const isTooMuch = ({ differences }: Tally) => differences.length >= MAX_DIFFERENCES

const sidesOf = (
  row: store.OurPayment | undefined,
  { id, received, refunded, withdrawn }: ListedMoney,
): BothSides => ({
  intentId: id,
  reservationId: row?.reservationId ?? null,
  ours: row?.money ?? null,
  theirs: { received, refunded, withdrawn },
})

interface Settled {
  sides: BothSides
  row?: store.OurPayment | undefined
}

/**
 * Applies Stripe's status of a payment as a webhook would. Then reads the payment from our database and from Stripe
 * again.
 */
async function settle(deps: BookingDeps, { intentId }: BothSides): Promise<Settled | 'unanswered'> {
  try {
    if ((await applyPaymentIntent(deps, intentId, ACTOR)) === 'unanswered') return 'unanswered'
  } catch (err) {
    // An error here must not stop the comparison. It is logged, and the payment is reported as a difference.
    deps.log.error({ err, intentId }, 'the state of a payment could not be applied')
  }
  const reply = await deps.provider.retrieveIntent(intentId)
  if (reply.outcome !== 'ok' && reply.outcome !== 'not_found') return 'unanswered'
  const row = (await store.findOurs(deps.db, [intentId])).get(intentId)
  const reservationId = row?.reservationId ?? (await store.findReservationOf(deps.db, intentId))
  const theirs = reply.outcome === 'ok' ? intentMoney(reply.intent) : null
  return { row, sides: { intentId, reservationId, ours: row?.money ?? null, theirs } }
}
