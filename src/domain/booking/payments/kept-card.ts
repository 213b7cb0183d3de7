/**
 * Charges and deletes the cards that guests saved for the remainder (R42, docs/decisions/0082). Each step that
 * `nextStep` decides is written under the stay's locks. Stripe is called between two transactions, with an
 * idempotency key of the charge attempt.
 */
import { retractEmails, enqueueEmail } from '#platform/email-queue.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import type { ChargeReply } from '#domain/money/card-provider/port.ts'
import { recordAudit, type Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { siteId } from '#platform/site-facts.ts'
import type { BookingDeps } from '../deps.ts'
import { type KeptCardStep, nextStep } from '../domain/kept-card.ts'
import {
  announcementKey,
  endCharge,
  endKeptCard,
  findCharge,
  findKeptCard,
  insertCharge,
  type KeptCardRow,
  listKeptCards,
  startCharge,
  usesOfCustomer,
} from '../store/kept-cards.ts'
import { lockReservation } from '../store/locks.ts'
import { lockInvoiceRow } from '../store/invoices.ts'
import { closeIntent, findIntent, withdrawConsents } from '../store/payment-intents.ts'
import { auditReservation } from '../transitions.ts'
import { applyPaymentIntent, recordIntent } from './apply-intent.ts'
import { adoptUnknownIntents } from './reconcile.ts'
import { stopPayments } from './stop-payments.ts'

const BY = 'job:kept-card'

/** The largest number of steps in one run. Steps are, for example, a decline, its e-mail and the next attempt. */
const STEPS = 6

const HOUR_MS = 3_600_000

/**
 * A call with the same key can safely be repeated for this long: Stripe repeats its answer for 24 hours
 * (docs.stripe.com/api/idempotent_requests). One hour less, because clocks differ.
 */
const SAME_ANSWER_MS = 23 * HOUR_MS

/**
 * A charge appears in Stripe's lists this long after it was sent. After a cancellation the site no longer
 * sends it again, but looks there.
 */
const IN_LISTS_MS = HOUR_MS / 4

const chargingContext = ({ settings, now }: BookingDeps) => ({ isOn: settings.keepCards, now: now() })

/**
 * Outcome of a step. `busy`: a bank is still deciding about a payment. `unanswered`: Stripe did not answer.
 * The next run tries both again.
 */
type Progress = 'done' | 'busy' | 'unanswered'

/** After this many unanswered calls in a row, the site assumes that Stripe is down. */
const AWAY_AFTER = 3

/** Takes the next steps for every saved card. If a card fails, logs the error and tries again in the next run. */
export async function chargeKeptCards(deps: BookingDeps): Promise<void> {
  let unanswered = 0
  const listed = await listKeptCards(deps.db, chargingContext(deps))
  const steps = listed.map(({ reservationId, facts }) => ({ reservationId, does: nextStep(facts).do }))
  for (const { reservationId, does } of steps.toSorted(byAnswer)) {
    if (does === 'nothing') continue
    if (unanswered >= AWAY_AFTER) return
    try {
      unanswered = (await workKeptCard(deps, reservationId)) === 'unanswered' ? unanswered + 1 : 0
    } catch (err) {
      deps.log.error({ err, reservationId }, 'the next step for a saved card failed')
    }
  }
}

/**
 * Sorts cards that wait for an answer from Stripe to the end: they may wait for a day and must not delay the others.
 */
const byAnswer = (one: { does: KeptCardStep['do'] }, other: { does: KeptCardStep['do'] }): number =>
  Number(one.does === 'resume') - Number(other.does === 'resume')

/** Takes one step after another for a card, until nothing can be done now. */
async function workKeptCard(deps: BookingDeps, reservationId: number): Promise<Progress> {
  for (let done = 0; done < STEPS; done += 1) {
    const row = await findKeptCard(deps.db, reservationId, chargingContext(deps))
    const step = row && nextStep(row.facts)
    if (!row || !step || step.do === 'nothing') return 'done'
    const progress = await doStep(deps, row, step)
    if (progress !== 'done') return progress
  }
  return 'done'
}

async function doStep(deps: BookingDeps, row: KeptCardRow, step: KeptCardStep): Promise<Progress> {
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
 * Decides the step again under the locks of event, stay and invoice. Returns null if another step is due in the
 * meantime.
 */
async function lockStep<Do extends KeptCardStep['do']>(
  tx: Transaction,
  deps: BookingDeps,
  { before: { reservationId, eventId, facts }, does }: { before: KeptCardRow; does: Do },
) {
  await lockEvent(tx, eventId)
  await lockReservation(tx, reservationId)
  if (facts.invoice) await lockInvoiceRow(tx, facts.invoice.id)
  const row = await findKeptCard(tx, reservationId, chargingContext(deps))
  if (!row || row.eventId !== eventId || row.facts.invoice?.id !== facts.invoice?.id) return null
  const step = nextStep(row.facts)
  return step.do === does ? { row, step: step as Extract<KeptCardStep, { do: Do }> } : null
}

type WrittenStep = Exclude<KeptCardStep, { do: 'nothing' | 'charge' | 'resume' }>

/** Writes a step that needs no call to Stripe. */
async function writeStep(deps: BookingDeps, before: KeptCardRow, { do: does }: WrittenStep): Promise<void> {
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
        // This case e-mails nobody. The card is deleted after the `switch`.
        break
    }
    await endKeptCard(tx, reservationId, now)
    await auditReservation(tx, deps, { ...done, action: 'card.dropped' })
  })
}

/**
 * Cancels every other payment that could pay the invoice, then marks the charge attempt as started. Returns `busy` if
 * another payment is being processed.
 */
async function startAttempt(deps: BookingDeps, before: KeptCardRow, id: number): Promise<Progress> {
  const { facts } = before
  if (!facts.invoice) return 'busy'
  const started = await stopPayments<KeptCardRow, 'started' | 'other'>(deps, {
    of: { invoiceId: facts.invoice.id },
    by: BY,
    look: async () => {
      const row = await findKeptCard(deps.db, before.reservationId, chargingContext(deps))
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

/** Sends the charge to Stripe. Safe to repeat, because an attempt always sends the same idempotency key. */
async function askProvider(
  deps: BookingDeps,
  { kept, eventId, attempts }: KeptCardRow,
  id: number,
): Promise<Progress> {
  const attempt = attempts.find((one) => one.id === id)
  if (!kept || !attempt) return 'busy'
  const site = await siteId(deps.db)
  const { amount, invoiceId } = attempt
  const { customer, paymentMethod } = kept
  const metadata = { site, purpose: 'charge', invoice: String(invoiceId), attempt: String(id) } as const
  const order = { amount, customer, paymentMethod, metadata, idempotencyKey: `${site}:charge:${id}` }
  const reply = await deps.provider.chargeKept(order)
  await deps.fault?.('charge-made')
  return handleReply(deps, { ...attempt, eventId }, reply)
}

type Asked = KeptCardRow['attempts'][number] & Pick<KeptCardRow, 'eventId'>

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
 * Records a declined charge. First cancels its intent at Stripe, so that the guest's page can open a payment of its
 * own.
 */
async function handleDecline(
  deps: BookingDeps,
  asked: Asked,
  { intentId, code, declineCode, adviceCode, authentication }: Extract<ChargeReply, { outcome: 'declined' }>,
): Promise<Progress> {
  const { id, invoiceId, amount, reservationId, eventId } = asked
  if (intentId !== null) {
    const ended = await deps.provider.cancelIntent(intentId)
    // The charge counts as declined only if its intent is canceled. If the intent is paid, or can still be paid, that
    // is handled instead.
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
 * Finds out the result of a charge whose answer was lost. Sends it again while Stripe still repeats its answer for
 * that key and the card may be charged. Otherwise only searches Stripe's lists, because sending it again could charge
 * twice.
 */
async function resume(
  deps: BookingDeps,
  row: KeptCardRow,
  { id, again }: Extract<KeptCardStep, { do: 'resume' }>,
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
 * Withdraws a saved card, for a guest or for an admin on the guest's behalf (R42.6). Changes the row first. Then asks
 * Stripe immediately to delete the customer; if that fails, a job retries until it succeeds.
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
    const customer = await endKeptCard(tx, id, now)
    // A payment that is still open must save no card, even if it succeeds later.
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
 * Deletes a Stripe customer to which no card is saved. Returns `waits` if an open payment may still save its card to
 * the customer.
 */
export async function forgetCustomer(
  deps: BookingDeps,
  customer: string,
): Promise<'done' | 'waits' | 'unanswered'> {
  const uses = await usesOfCustomer(deps.db, customer)
  if (uses === 'open') return 'waits'
  // The customer still has a saved card. When that card is deleted, the job runs again.
  if (uses === 'kept') return 'done'
  const reply = await deps.provider.deleteCustomer(customer)
  await deps.fault?.('customer-forgotten')
  return reply.outcome === 'ok' ? 'done' : 'unanswered'
}
