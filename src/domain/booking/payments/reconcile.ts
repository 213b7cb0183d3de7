/**
 * Finds payments that no webhook reported, and completes work that a crash left unfinished (R4.11). Every step is
 * idempotent, and two processes may run it at the same time.
 */
import { isSent } from '#domain/money/card-provider/port.ts'
import { findLastComparison, findWebhookDelivery, noteComparison, siteId } from '#platform/site-facts.ts'
import type { Applied, BookingDeps } from '../deps.ts'
import { listOpenIntents, listUnknownIntents, listUnknownNotices } from '../store/payment-intents.ts'
import { listIntentsWithoutFee } from '../store/payments.ts'
import { listUnfinishedRefunds } from '../store/refunds.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { makeRefund, type Refunded } from './refund.ts'
import { storeWebhookEvent } from './webhook.ts'

const MINUTE = 60_000

/** Minimum age of the intents and refunds to reconcile. A request may still be working on younger ones. */
const SHORT_WHILE_MS = MINUTE

/**
 * Each comparison starts this long before the time of the last one, because Stripe may list entries late. So an
 * intent without a row is found even if Stripe lists it an hour late.
 */
const LOOK_BACK_MS = 70 * MINUTE

/** The site stores the time of its last comparison with Stripe's lists at most this often. */
const NOTE_EVERY_MS = 10 * MINUTE

const BATCH = 500

const UNTOLD_BATCH = 50

/** A webhook event usually arrives within this time. An event that has not arrived by then counts as late. */
const ON_ITS_WAY_MS = MINUTE / 2

const SILENT_MS = 24 * 60 * MINUTE

/** After this many calls in a row without an answer, the site assumes that Stripe is down. */
const AWAY_AFTER = 3

const BY = 'job:reconcile'

/**
 * Reads the status of open intents from Stripe, finishes refunds, and compares Stripe's lists with the database.
 * Each of the three steps runs even if another one fails, so that an error cannot hide money.
 */
export async function reconcile(deps: BookingDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - SHORT_WHILE_MS)
  await applyAll(deps, await listOpenIntents(deps.db, before, BATCH))
  const refunds = await listUnfinishedRefunds(deps.db, before, BATCH)
  await each(deps, refunds, (id) => makeRefund(deps, id))
  await compareLists(deps)
}

/**
 * Compares Stripe's lists since the last complete comparison with the database, so that nothing is missed even if
 * the site was down for days. Then reads from Stripe the payments whose fee or charge is missing.
 */
async function compareLists(deps: BookingDeps): Promise<void> {
  const now = deps.now()
  const last = (await findLastComparison(deps.db)) ?? now
  const since = new Date(Math.min(last.getTime(), now.getTime()) - LOOK_BACK_MS)
  if (!(await adoptUnknownIntents(deps, since))) return
  if (!(await catchUpNotices(deps, since))) return
  if (last !== now && now.getTime() - last.getTime() < NOTE_EVERY_MS) return
  await applyAll(deps, await listIntentsWithoutFee(deps.db, now, UNTOLD_BATCH))
  await noteComparison(deps.db, now)
}

const applyAll = (deps: BookingDeps, intentIds: string[]) =>
  each(deps, intentIds, (id) => applyPaymentIntent(deps, id, BY))

/**
 * Calls `settleOne` for each id sequentially. After an error, logs it and leaves that id for the next run. Returns
 * false if Stripe is down, and then skips the remaining ids.
 */
async function each<Id extends string | number>(
  { log }: BookingDeps,
  ids: Id[],
  settleOne: (id: Id) => Promise<Applied | Refunded>,
): Promise<boolean> {
  let unanswered = 0
  for (const id of ids) {
    try {
      unanswered = (await settleOne(id)) === 'unanswered' ? unanswered + 1 : 0
    } catch (err) {
      log.error({ err, id }, 'an intent or a refund could not be reconciled')
    }
    if (unanswered >= AWAY_AFTER) return false
  }
  return true
}

/**
 * Finds intents at Stripe whose metadata has this site's id but that have no row in our database. Applies their
 * status. Returns false if Stripe did not answer.
 */
export async function adoptUnknownIntents(deps: BookingDeps, since: Date): Promise<boolean> {
  const listed = await deps.provider.listIntents(since)
  if (listed.outcome !== 'ok') return false
  const site = await siteId(deps.db)
  const ours = listed.intents.filter((intent) => intent.metadata['site'] === site).map((intent) => intent.id)
  return applyAll(deps, await listUnknownIntents(deps.db, ours))
}

/**
 * Stores the events that Stripe lists but that never arrived as webhooks. Returns false if Stripe did not answer.
 */
async function catchUpNotices(deps: BookingDeps, since: Date): Promise<boolean> {
  const now = deps.now()
  const listed = await deps.provider.listNotices(since)
  if (listed.outcome !== 'ok') return false
  const missed = await listUnknownNotices(
    deps.db,
    listed.notices.map((notice) => notice.id),
  )
  for (const notice of listed.notices) {
    if (missed.has(notice.id)) await storeWebhookEvent(deps.db, notice, now)
  }
  const late = listed.notices.some(
    ({ id, type, createdAt }) =>
      missed.has(id) && isSent(type) && now.getTime() - createdAt.getTime() > ON_ITS_WAY_MS,
  )
  if (late) await tellOfSilence(deps)
  return true
}

/**
 * Reports a problem to the admins if Stripe had events for the site but no webhook arrived for a day. A single lost
 * webhook is normal.
 */
async function tellOfSilence({ db, now, problems }: BookingDeps): Promise<void> {
  const last = await findWebhookDelivery(db)
  if (last === null || now().getTime() - last.getTime() > SILENT_MS)
    await problems.report({ code: 'stripe_webhook_silent' })
}
