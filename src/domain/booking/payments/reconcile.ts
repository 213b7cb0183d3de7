/**
 * Finds payments that no webhook reported, and completes work that a crash left unfinished (R4.11). Every step is
 * idempotent, and two processes may run it at the same time.
 */
import { isSent } from '#domain/money/card-provider/port.ts'
import { formatMoney } from '#shared/money.ts'
import { findLastComparison, findWebhookDelivery, noteComparison, siteId } from '#platform/site-facts.ts'
import type { Applied, BookingDeps } from '../deps.ts'
import {
  readDeclinesOfIntent,
  listOpenIntents,
  listUnheededWarnings,
  listUnknownIntents,
  listUnknownNotices,
} from '../store/payment-intents.ts'
import { listIntentsWithoutFee } from '../store/payments.ts'
import { listUnfinishedRefunds, sumRefundsWithoutBalance } from '../store/refunds.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { type ReadPace, WITHOUT_PACE } from './read-pace.ts'
import { makeRefund, type Refunded } from './refund.ts'
import { storeWebhookEvent } from './webhook.ts'

const MINUTE = 60_000

/** Minimum age of the intents and refunds to reconcile. A request may still be working on younger ones. */
const SHORT_WHILE_MS = MINUTE

/**
 * Each comparison starts this long before the time of the last one, because Stripe may list entries late. So an
 * event is found even if Stripe lists it an hour late.
 */
const LOOK_BACK_MS = 70 * MINUTE

/** The event with which Stripe lists a new payment intent. Webhooks do not send it, because the site needs it only here. */
const INTENT_CREATED = 'payment_intent.created'

/** Most intents or refunds that one run reads. The next run continues with the others. */
const BATCH = 500

/** Most intents or refunds from which a run chooses. */
const MOST_WAITING = 10_000

const UNTOLD_BATCH = 50

/** A webhook event usually arrives within this time. An event that has not arrived by then counts as late. */
const ON_ITS_WAY_MS = MINUTE / 2

/** Events that webhook endpoints set up for older versions do not send. If they are missing, the endpoint still works. */
const ADDED_LATER = /^(?:payout|radar)\./

const SILENT_MS = 24 * 60 * MINUTE

/** After this many calls in a row without an answer, the site assumes that Stripe is down. */
const AWAY_AFTER = 3

const BY = 'job:reconcile'

/**
 * Reads the status of open intents from Stripe, finishes refunds, and compares Stripe's list of events with the
 * database. Each of the three steps runs even if another one fails, so that an error cannot hide money. `pace` may
 * leave out what was read a short time ago.
 */
export async function reconcile(deps: BookingDeps, pace: ReadPace = WITHOUT_PACE): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() - SHORT_WHILE_MS)
  const { watching, declined } = watchDeclines(deps)
  const intents = await listOpenIntents(deps.db, before, MOST_WAITING)
  await paced(deps, { pace, what: 'intents', ids: intents }, (id) => applyPaymentIntent(watching, id, BY))
  const refunds = await listUnfinishedRefunds(deps.db, before, MOST_WAITING)
  await paced(deps, { pace, what: 'refunds', ids: refunds }, (id) => makeRefund(deps, id))
  await reportLowBalance(deps)
  const last = await findLastComparison(deps.db)
  if (pace.isComparisonDue(now, last) || (await lacksDeclines(deps, declined)))
    await compareEvents(deps, { pace, last })
}

/** Returns the same dependencies, and when each intent was declined that has been read through them. */
function watchDeclines(deps: BookingDeps) {
  const declined = new Map<string, Date>()
  const retrieveIntent: typeof deps.provider.retrieveIntent = async (id, about) => {
    const reply = await deps.provider.retrieveIntent(id, about)
    const state = reply.outcome === 'ok' ? reply.intent.state : null
    if (state?.status === 'open' && state.declinedAt) declined.set(id, state.declinedAt)
    return reply
  }
  return { watching: { ...deps, provider: { ...deps.provider, retrieveIntent } }, declined }
}

/**
 * Returns whether one of these intents was declined after the last stored event about a decline. Then webhooks are
 * missing, and somebody may be testing stolen cards that nobody counts (R4.13).
 */
async function lacksDeclines({ db }: BookingDeps, declined: ReadonlyMap<string, Date>): Promise<boolean> {
  for (const [id, at] of declined) {
    const { last } = await readDeclinesOfIntent(db, id)
    if (last === null || last < at) return true
  }
  return false
}

/** Reports to the admins while Stripe holds back refunds because the venue's balance is too low. */
async function reportLowBalance({ db, problems }: BookingDeps): Promise<void> {
  const cents = await sumRefundsWithoutBalance(db)
  if (cents > 0) await problems.report({ code: 'stripe_balance_low', detail: formatMoney(cents) })
  else await problems.clear({ code: 'stripe_balance_low' })
}

/**
 * Compares Stripe's list of events since the last complete comparison with the database, so that nothing is missed even
 * if the site was down for days. Stripe lists the events of the last 30 days (docs.stripe.com/api/events/list). Then
 * reads from Stripe the payments whose fee or charge is missing, or about which a stored warning had no effect.
 */
async function compareEvents(
  deps: BookingDeps,
  { pace, last }: { pace: ReadPace; last: Date | null },
): Promise<void> {
  const now = deps.now()
  const since = new Date(Math.min(last?.getTime() ?? Infinity, now.getTime()) - LOOK_BACK_MS)
  // After a long time, Stripe may no longer list the events of all payments. So the site lists the payments too.
  const isLong = now.getTime() - since.getTime() > SILENT_MS
  if (isLong && !(await adoptUnknownIntents(deps, since))) return
  const caughtUp = await catchUpNotices(deps, since)
  if (!caughtUp) return
  pace.noteComparison(caughtUp)
  const withoutFee = await listIntentsWithoutFee(deps.db, now, UNTOLD_BATCH)
  await paced(deps, { pace, what: 'fees', ids: withoutFee }, (id) => applyPaymentIntent(deps, id, BY))
  const warned = await listUnheededWarnings(deps.db, MOST_WAITING)
  await paced(deps, { pace, what: 'warnings', ids: warned }, (id) => applyPaymentIntent(deps, id, BY))
  await noteComparison(deps.db, now)
}

interface Paced<Id> {
  pace: ReadPace
  what: string
  ids: Id[]
}

/** Calls `settleOne` for those ids whose turn it is. An id for which Stripe did not answer stays due. */
const paced = <Id extends string | number>(
  deps: BookingDeps,
  { pace, what, ids }: Paced<Id>,
  settleOne: (id: Id) => Promise<Applied | Refunded>,
) =>
  each(deps, pace.choose(what, ids, deps.now()).slice(0, BATCH), async (id) => {
    const settled = await settleOne(id)
    if (settled !== 'unanswered') pace.noteRead(what, id, deps.now())
    return settled
  })

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
 * Stores the events that Stripe lists but that never arrived as webhooks, and applies payments that have no row in our
 * database. Returns whether the webhook of an event was late, or null if Stripe did not answer.
 */
async function catchUpNotices(deps: BookingDeps, since: Date): Promise<{ late: boolean } | null> {
  const now = deps.now()
  const listed = await deps.provider.listNotices(since)
  if (listed.outcome !== 'ok') return null
  const site = await siteId(deps.db)
  const created = listed.notices.flatMap(({ type, intentId, site: of }) =>
    type === INTENT_CREATED && of === site && intentId !== null ? [intentId] : [],
  )
  if (!(await applyAll(deps, await listUnknownIntents(deps.db, created)))) return null
  const sent = listed.notices.filter(({ type }) => isSent(type))
  const missed = await listUnknownNotices(
    deps.db,
    sent.map((notice) => notice.id),
  )
  for (const notice of sent) {
    if (missed.has(notice.id)) await storeWebhookEvent(deps, notice)
  }
  const late = sent.some(
    ({ id, type, createdAt }) =>
      missed.has(id) && !ADDED_LATER.test(type) && now.getTime() - createdAt.getTime() > ON_ITS_WAY_MS,
  )
  if (late) await tellOfSilence(deps)
  return { late }
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
