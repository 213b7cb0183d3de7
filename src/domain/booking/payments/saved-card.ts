/**
 * Charges and deletes the cards that guests saved for the remainder (R42). `nextStep` decides
 * each step, which is then written under the stay's locks. Calls to Stripe are made between two transactions. Each
 * charge has its own idempotency key.
 */
import { retractEmails, enqueueEmail } from '#platform/email-queue.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import type { ChargeReply } from '#domain/money/card-provider/port.ts'
import { recordAudit, type Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { siteId } from '#platform/site-facts.ts'
import type { BookingDeps } from '../deps.ts'
import { type SavedCardStep, nextStep } from '../domain/saved-card.ts'
import {
  announcementKey,
  endCharge,
  endSavedCard,
  findCharge,
  findSavedCard,
  insertCharge,
  type SavedCardRow,
  listSavedCards,
  startCharge,
  usesOfCustomer,
} from '../store/saved-cards.ts'
import { lockReservation } from '../store/locks.ts'
import { lockInvoiceRow } from '../store/invoices.ts'
import { closeIntent, findIntent, withdrawConsents } from '../store/payment-intents.ts'
import { auditReservation } from '../transitions.ts'
import { applyPaymentIntent, recordIntent } from './apply-intent.ts'
import { adoptUnknownIntents } from './reconcile.ts'
import { stopPayments } from './stop-payments.ts'

const BY = 'job:kept-card'

/**
 * The largest number of steps for one saved card in one run. Steps are, for example, recording a decline and
 * planning the next charge.
 */
const STEPS = 6

const HOUR_MS = 3_600_000

/**
 * How long the site may safely repeat a charge with the same idempotency key. Stripe repeats its answer for 24
 * hours (docs.stripe.com/api/idempotent_requests). The site uses one hour less, because clocks differ.
 */
const SAME_ANSWER_MS = 23 * HOUR_MS

/**
 * After this time, every charge that reached Stripe appears in Stripe's lists. A charge that is no longer wanted is
 * not sent again, but looked up there.
 */
const IN_LISTS_MS = HOUR_MS / 4

const chargingContext = ({ settings, now }: BookingDeps) => ({ isOn: settings.keepCards, now: now() })

/**
 * Outcome of a step for a saved card. `busy`: a bank is still deciding about a payment. `unanswered`: Stripe did
 * not answer. The next run tries again in either case.
 */
type Progress = 'done' | 'busy' | 'unanswered'

/** After this many unanswered calls in a row, the site assumes that Stripe is down. */
const AWAY_AFTER = 3

/**
 * Takes the next steps for every saved card. If a step fails, logs the error, and the next run tries again.
 */
export async function chargeSavedCards(deps: BookingDeps): Promise<void> {
  let unanswered = 0
  const listed = await listSavedCards(deps.db, chargingContext(deps))
  const steps = listed.map(({ reservationId, facts }) => ({ reservationId, does: nextStep(facts).do }))
  for (const { reservationId, does } of steps.toSorted(byAnswer)) {
    if (does === 'nothing') continue
    if (unanswered >= AWAY_AFTER) return
    try {
      unanswered = (await workSavedCard(deps, reservationId)) === 'unanswered' ? unanswered + 1 : 0
    } catch (err) {
      deps.log.error({ err, reservationId }, 'the next step for a saved card failed')
    }
  }
}

/**
 * Sorts saved cards that wait for an answer from Stripe to the end. They may wait for a day and must not delay the
 * others.
 */
const byAnswer = (one: { does: SavedCardStep['do'] }, other: { does: SavedCardStep['do'] }): number =>
  Number(one.does === 'resume') - Number(other.does === 'resume')

/** Takes the steps for a saved card sequentially, until nothing can be done now. */
async function workSavedCard(deps: BookingDeps, reservationId: number): Promise<Progress> {
  for (let done = 0; done < STEPS; done += 1) {
    const row = await findSavedCard(deps.db, reservationId, chargingContext(deps))
    const step = row && nextStep(row.facts)
    if (!row || !step || step.do === 'nothing') return 'done'
    const progress = await doStep(deps, row, step)
    if (progress !== 'done') return progress
  }
  return 'done'
}

async function doStep(deps: BookingDeps, row: SavedCardRow, step: SavedCardStep): Promise<Progress> {
  switch (step.do) {
    case 'charge': {
      const started = await startAttempt(deps, row, step.id)
      return started === 'done' ? askProvider(deps, row, step.id) : started
    }
    case 'resume':
      return resume(deps, row, step)
    case 'nothing':
      return 'done'
    default:
      await writeStep(deps, row, step)
      return 'done'
  }
}

/**
 * Locks the event, the stay and the invoice of a saved card, and decides the next step again. Returns null if the
 * next step is no longer `does`.
 */
async function lockStep<Do extends SavedCardStep['do']>(
  tx: Transaction,
  deps: BookingDeps,
  { before: { reservationId, eventId, facts }, does }: { before: SavedCardRow; does: Do },
) {
  await lockEvent(tx, eventId)
  await lockReservation(tx, reservationId)
  if (facts.invoice) await lockInvoiceRow(tx, facts.invoice.id)
  const row = await findSavedCard(tx, reservationId, chargingContext(deps))
  if (!row || row.eventId !== eventId || row.facts.invoice?.id !== facts.invoice?.id) return null
  const step = nextStep(row.facts)
  return step.do === does ? { row, step: step as Extract<SavedCardStep, { do: Do }> } : null
}

type WrittenStep = Exclude<SavedCardStep, { do: 'nothing' | 'charge' | 'resume' }>

/** Writes a step for a saved card that needs no call to Stripe. */
async function writeStep(deps: BookingDeps, before: SavedCardRow, { do: does }: WrittenStep): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const locked = await lockStep(tx, deps, { before, does })
    if (!locked) return
    const { row, step } = locked
    const { reservationId, eventId, facts } = row
    const now = deps.now()
    const done = { row: { id: reservationId, eventId }, by: { actor: BY }, now }
    const invoiceId = facts.invoice?.id ?? 0
    const mail = (type: 'card-charge-soon' | 'card-declined' | 'card-charge-failed-admin', id: number) =>
      enqueueEmail(tx, { type, reservationId, invoiceId, key: `${type}:${id}`, now })
    switch (step.do) {
      case 'announce': {
        const { amount, on } = step
        await mail('card-charge-soon', await insertCharge(tx, { reservationId, invoiceId, amount, on, now }))
        const announced = { action: 'card.charge_announced', details: { amount, on } }
        return auditReservation(tx, deps, { ...done, ...announced })
      }
      case 'try-again': {
        const { amount, on, after } = step
        await insertCharge(tx, { reservationId, invoiceId, amount, on, now })
        return mail('card-declined', after)
      }
      case 'stop':
        await endCharge(tx, { id: step.id }, { status: 'stopped', now })
        return retractEmails(tx, [announcementKey(step.id)])
      case 'give-up':
        if (step.tells.guest) await mail('card-declined', step.after)
        if (step.tells.admin) await mail('card-charge-failed-admin', step.after)
        break
      case 'drop':
        // The step `drop` e-mails nobody. The code after the `switch` deletes the card, as for `give-up`.
        break
    }
    await endSavedCard(tx, reservationId, now)
    await auditReservation(tx, deps, { ...done, action: 'card.dropped' })
  })
}

/**
 * Cancels every other payment that could pay the invoice, then marks a planned charge as started. Returns `busy` if
 * another payment is being processed.
 */
async function startAttempt(deps: BookingDeps, before: SavedCardRow, id: number): Promise<Progress> {
  const { facts } = before
  if (!facts.invoice) return 'busy'
  const started = await stopPayments<SavedCardRow, 'started' | 'other'>(deps, {
    of: { invoiceId: facts.invoice.id },
    by: BY,
    look: async () => {
      const row = await findSavedCard(deps.db, before.reservationId, chargingContext(deps))
      return row && nextStep(row.facts).do === 'charge' ? { seen: row } : { result: 'other' }
    },
    write: async (tx, seen, stopped) => {
      const locked = await lockStep(tx, deps, { before: seen, does: 'charge' })
      if (locked?.step.id !== id) return 'other'
      await stopped()
      await startCharge(tx, id, deps.now())
      return 'started'
    },
  })
  if (started !== 'started') return started === 'provider_failed' ? 'unanswered' : 'busy'
  await deps.fault?.('charge-wanted')
  return 'done'
}

/**
 * Sends a charge to Stripe. This is safe to repeat, because the same charge always has the same idempotency key.
 */
async function askProvider(
  deps: BookingDeps,
  { kept, eventId, attempts }: SavedCardRow,
  id: number,
): Promise<Progress> {
  const attempt = attempts.find((one) => one.id === id)
  if (!kept || !attempt) return 'busy'
  const site = await siteId(deps.db)
  const { amount, invoiceId } = attempt
  const { customer, paymentMethod } = kept
  const metadata = { site, purpose: 'charge', invoice: String(invoiceId), attempt: String(id) } as const
  const order = { amount, customer, paymentMethod, metadata, idempotencyKey: `${site}:charge:${id}` }
  const reply = await deps.provider.chargeSavedCard(order)
  await deps.fault?.('charge-made')
  return handleReply(deps, { ...attempt, eventId }, reply)
}

type Asked = SavedCardRow['attempts'][number] & Pick<SavedCardRow, 'eventId'>

async function handleReply(deps: BookingDeps, asked: Asked, reply: ChargeReply): Promise<Progress> {
  switch (reply.outcome) {
    case 'unavailable':
    case 'forbidden':
      return 'unanswered'
    case 'ok': {
      const { id: intentId, amount, createdAt } = reply.intent
      const { invoiceId } = asked
      const row = { id: intentId, amount, createdAt, eventId: null, invoiceId }
      await recordIntent(deps.db, row, asked.id)
      await deps.fault?.('charge-noted')
      return applyIntent(deps, intentId, asked.id)
    }
    case 'declined':
      return handleDecline(deps, asked, reply)
    case 'rejected':
    case 'not_found':
      await endAttempt(deps, asked.id, 'declined')
      return 'done'
  }
}

/**
 * Records a declined charge. First cancels the charge's intent at Stripe, so that the guest's page can open a
 * payment of its own.
 */
async function handleDecline(
  deps: BookingDeps,
  asked: Asked,
  { intentId, code, declineCode, adviceCode, authentication }: Extract<ChargeReply, { outcome: 'declined' }>,
): Promise<Progress> {
  const { id, invoiceId, amount, reservationId, eventId } = asked
  if (intentId !== null) {
    const ended = await deps.provider.cancelIntent(intentId)
    // The charge counts as declined only if its intent could be canceled. If the intent is paid, or can still be
    // paid, its new status counts instead.
    if (ended.outcome === 'ok' && ended.intent.state.status !== 'canceled')
      return handleReply(deps, asked, ended)
    if (ended.outcome !== 'ok' && ended.outcome !== 'not_found') return 'unanswered'
    await deps.fault?.('intent-cancelled')
  }
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    if (intentId !== null) {
      await recordIntent(tx, { id: intentId, amount, eventId: null, invoiceId, createdAt: now }, id)
      await closeIntent(tx, intentId, 'canceled')
    }
    const status = authentication ? 'needs_guest' : 'declined'
    await endCharge(tx, { id }, { status, declineCode: declineCode ?? code, adviceCode, now })
    const about = { entity: 'invoice', entityId: invoiceId, reservationId, eventId, at: now }
    await recordAudit(tx, deps.sealer, [
      { actor: BY, action: 'card.declined', ...about, details: { amount } },
    ])
  })
  return 'done'
}

/**
 * Finds out the result of a charge whose answer was lost. Sends the charge again while Stripe still repeats its
 * answer for the idempotency key and the card may be charged. Otherwise only searches Stripe's lists, because
 * sending it again could charge the card twice.
 */
async function resume(
  deps: BookingDeps,
  row: SavedCardRow,
  { id, again }: Extract<SavedCardStep, { do: 'resume' }>,
): Promise<Progress> {
  const startedAt = row.attempts.find((one) => one.id === id)?.startedAt
  if (!startedAt) return 'busy'
  const age = deps.now().getTime() - startedAt.getTime()
  if (again && age < SAME_ANSWER_MS) return askProvider(deps, row, id)
  if (!(await adoptUnknownIntents(deps, startedAt))) return 'unanswered'
  const intentId = (await findCharge(deps.db, id))?.intentId
  if (intentId) return applyIntent(deps, intentId, id)
  if (age < (again ? SAME_ANSWER_MS : IN_LISTS_MS)) return 'busy'
  await endAttempt(deps, id, 'stopped')
  return 'done'
}

const endAttempt = (deps: BookingDeps, id: number, status: 'declined' | 'stopped') =>
  deps.db.transaction((tx) => endCharge(tx, { id }, { status, now: deps.now() }))

/** Applies the intent of a charge. If the intent is paid or canceled, the charge attempt is finished. */
async function applyIntent(deps: BookingDeps, intentId: string, id: number): Promise<Progress> {
  if ((await applyPaymentIntent(deps, intentId, BY)) !== 'settled') return 'unanswered'
  if ((await findIntent(deps.db, intentId))?.status === 'canceled') await endAttempt(deps, id, 'declined')
  return (await findCharge(deps.db, id))?.status === 'charging' ? 'busy' : 'done'
}

/**
 * Removes a saved card, for the guest or for an admin on the guest's behalf (R42.6). Changes the database first.
 * Then asks Stripe to delete the customer; if that fails, a job retries until it succeeds.
 */
export async function withdrawCard(
  deps: BookingDeps,
  { id, by }: { id: number; by: Actor },
): Promise<'done' | 'not_found' | 'purged'> {
  const now = deps.now()
  const ended = await deps.db.transaction(async (tx) => {
    const row = await lockReservation(tx, id)
    if (!row) return 'not_found' as const
    if (row.purgedAt) return 'purged' as const
    const customer = await endSavedCard(tx, id, now)
    // A payment that is still open must not save its card, even if it succeeds later.
    const wished = await withdrawConsents(tx, id)
    if (customer !== null || wished)
      await auditReservation(tx, deps, { row, action: 'card.withdrawn', by, now })
    return { customer }
  })
  if (typeof ended === 'string') return ended
  await deps.fault?.('card-withdrawn')
  if (ended.customer !== null) await deps.provider.deleteCustomer(ended.customer)
  return 'done'
}

/**
 * Deletes a Stripe customer to whom no card is saved. Returns `waits` if an open payment may still save its card to
 * the customer.
 */
export async function forgetCustomer(
  deps: BookingDeps,
  customer: string,
): Promise<'done' | 'waits' | 'unanswered'> {
  const uses = await usesOfCustomer(deps.db, customer)
  if (uses === 'open') return 'waits'
  // The customer still has a saved card. When the site deletes that card, it enqueues this job again.
  if (uses === 'kept') return 'done'
  const reply = await deps.provider.deleteCustomer(customer)
  await deps.fault?.('customer-forgotten')
  return reply.outcome === 'ok' ? 'done' : 'unanswered'
}
