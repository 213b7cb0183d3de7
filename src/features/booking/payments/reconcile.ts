/** Finds what no webhook told and what a crash left half done (R4.11). Every step may run at any time, twice, and in two processes at once. */
import { isSent } from '#features/card-provider/index.ts'
import { findLastComparison, findWebhookDelivery, noteComparison, siteId } from '#platform/site-facts.ts'
import type { Applied, BookingDeps } from '../deps.ts'
import { listOpenIntents, listUnknownIntents, listUnknownNotices } from '../store/payment-intents.ts'
import { listIntentsWithoutFee } from '../store/payments.ts'
import { listUnfinishedRefunds } from '../store/refunds.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { makeRefund, type Refunded } from './refund.ts'
import { takeNotice } from './webhook.ts'

const MINUTE = 60_000

/** Younger intents and refunds are being worked on right now. */
const SHORT_WHILE_MS = MINUTE

/**
 * The provider's own lists are compared again for this long: what they show may come late. An intent whose reply was
 * lost is cancelled as unused within this time.
 */
const LOOK_BACK_MS = 70 * MINUTE

/** The last comparison is noted no more often than this. */
const NOTE_EVERY_MS = 10 * MINUTE

const BATCH = 500

const UNTOLD_BATCH = 50

/** A webhook is here by then, when it comes at the first try. */
const ON_ITS_WAY_MS = MINUTE / 2

const SILENT_MS = 24 * 60 * MINUTE

/** After so many calls in a row without an answer the provider is away. */
const AWAY_AFTER = 3

const BY = 'job:reconcile'

/**
 * Reads again what is open, finishes refunds, and compares with the provider's lists. None of the three waits
 * for the one before: what is stuck in one must not keep the others from finding money.
 */
export async function reconcile(deps: BookingDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - SHORT_WHILE_MS)
  await applyAll(deps, await listOpenIntents(deps.db, before, BATCH))
  const refunds = await listUnfinishedRefunds(deps.db, before, BATCH)
  await each(deps, refunds, (id) => makeRefund(deps, id))
  await compareLists(deps)
}

/**
 * Compares from the last time that this came to its end, so that a site that was away for days misses nothing; and reads
 * again the payments of which the provider has not told all, as far as no webhook did.
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

/** Works ids one after the other; an error is logged and left for the next time. False: the provider does not answer, so the rest waits as well. */
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

/** Intents of ours that the provider made but whose row was never written: found by the site in their metadata. False: it did not answer. */
export async function adoptUnknownIntents(deps: BookingDeps, since: Date): Promise<boolean> {
  const listed = await deps.provider.listIntents(since)
  if (listed.outcome !== 'ok') return false
  const site = await siteId(deps.db)
  const ours = listed.intents.filter((intent) => intent.metadata['site'] === site).map((intent) => intent.id)
  return applyAll(deps, await listUnknownIntents(deps.db, ours))
}

/** Events that the provider announced and we never received are treated as if they had come just now. */
async function catchUpNotices(deps: BookingDeps, since: Date): Promise<boolean> {
  const now = deps.now()
  const listed = await deps.provider.listNotices(since)
  if (listed.outcome !== 'ok') return false
  const missed = await listUnknownNotices(
    deps.db,
    listed.notices.map((notice) => notice.id),
  )
  for (const notice of listed.notices) {
    if (missed.has(notice.id)) await takeNotice(deps.db, notice, now)
  }
  const late = listed.notices.some(
    ({ id, type, createdAt }) =>
      missed.has(id) && isSent(type) && now.getTime() - createdAt.getTime() > ON_ITS_WAY_MS,
  )
  if (late) await tellOfSilence(deps)
  return true
}

/** A webhook that is lost now and then is no news; that none came for a day, though one should have, is. */
async function tellOfSilence({ db, now, problems }: BookingDeps): Promise<void> {
  const last = await findWebhookDelivery(db)
  if (last === null || now().getTime() - last.getTime() > SILENT_MS)
    await problems.report({ code: 'stripe_webhook_silent' })
}
