/**
 * Steps that happen outside of the site: time, the card provider and its dashboard, banks, webhooks, and
 * crashes.
 */
import { eq, sql } from 'drizzle-orm'
import { readMoney } from '#domain/booking/store/payments.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import type { SavedCardAnswer, EnvironmentStep } from '../operations.ts'
import { runWork } from '../site.ts'
import { dollars, pick, logLine, type HistoryState } from '../history-state.ts'
import { partOf } from './refunds.ts'

type Doing<Name extends EnvironmentStep['do']> = Extract<EnvironmentStep, { do: Name }>

export async function runEnvironmentStep(state: HistoryState, step: EnvironmentStep): Promise<void> {
  const { app, conditions } = state.site
  const control = app.sandbox?.control
  switch (step.do) {
    case 'wait':
      return await wait(state, step)
    case 'work':
      await runWork(state.site, step.part)
      logLine(
        state,
        step.part === 'everything' ? 'the site does what is due' : `the site works: ${step.part}`,
      )
      return
    case 'provider':
      if (conditions.provider === step.is) return
      conditions.provider = step.is
      logLine(state, `from now on the provider is ${step.is}`)
      return
    case 'banks answer for kept cards':
      await control?.set({ offSession: ANSWERS[step.with] })
      logLine(state, `from now on banks answer for kept cards: ${step.with}`)
      return
    case 'kept cards fall due':
      return await fallDue(state)
    case 'webhooks wait':
      await control?.set({ holdWebhooks: step.on })
      logLine(state, step.on ? 'webhooks are held back' : 'webhooks leave again')
      return
    case 'webhooks come': {
      const { copies, order } = step
      await control?.set({ copies, order })
      logLine(state, `webhooks come ${copies === 1 ? 'once' : `${copies} times`}, ${order}`)
      return
    }
    case 'webhooks are lost':
      await app.services.db.execute(sql`update sandbox.deliveries set done_at = run_at where done_at is null`)
      logLine(state, 'the webhooks that wait are lost')
      return
    case 'an old webhook comes again':
      return await sendAgain(state, step)
    case 'bank thinks':
      await control?.set({ keepProcessing: step.on })
      logLine(state, step.on ? 'from now on the bank thinks' : 'the bank answers at once again')
      return
    case 'bank decides':
      return await decide(state, step)
    case 'dashboard refunds':
      return await dashboardRefunds(state, step)
    case 'dispute':
      return await dispute(state, step)
    case 'dispute moves':
      return await moveDispute(state, step)
    case 'a refund fails':
      return await failRefund(state, step)
    case 'fees come':
      await control?.set({ feeAfterMs: step.minutesLater * 60_000 })
      logLine(state, `from now on fees come ${step.minutesLater} minutes after the charge`)
      return
    case 'process dies':
      conditions.crashAt = step.at
      logLine(state, `the process will die at ${step.at}`)
  }
}

const ANSWERS = {
  'as the card does': null,
  'try again later': { decline: 'insufficient_funds', advice: 'try_again_later' },
  'do not try again': { decline: 'stolen_card', advice: 'do_not_try_again' },
} as const satisfies Record<SavedCardAnswer, unknown>

/**
 * Moves the clock so that the next charge of a saved card is due. The site charges the card three days after
 * the announcement.
 */
async function fallDue(state: HistoryState): Promise<void> {
  const { app } = state.site
  const { db, now } = app.services
  const found = await db.execute(sql`select min(coalesce(c.charge_on, i.due))::text as day from kept_cards k
    join invoices i on i.reservation_id = k.reservation_id and i.purpose = 'remainder' and i.unpaid
    left join card_charges c on c.invoice_id = i.id and c.status = 'planned'
    where k.ended_at is null`)
  const day = (found as unknown as { rows: { day: string | null }[] }).rows[0]?.day
  if (!day) return
  for (const on of [addDays(day, -3), day]) {
    const at = ranchInstant(on, 10)
    if (at > now()) app.clock.set(at)
    await runWork(state.site, 'everything')
  }
  logLine(state, `it is ${day}, on which a kept card is due`)
}

const ROUND_MINUTES = 10

/**
 * Moves the clock. If `working` is true, the site runs its jobs every ten minutes, but at most six times.
 * Otherwise the site is down all the time.
 */
async function wait(state: HistoryState, { minutes, working }: Doing<'wait'>): Promise<void> {
  const { app } = state.site
  const rounds = working ? Math.min(6, Math.max(1, Math.floor(minutes / ROUND_MINUTES))) : 1
  for (let round = 0; round < rounds; round += 1) {
    app.clock.advance({ seconds: Math.floor((minutes * 60) / rounds) })
    if (working) await runWork(state.site, 'everything')
  }
  logLine(state, `${minutes} minutes have passed${working ? ', the site at work' : ''}`)
}

async function sendAgain(state: HistoryState, { nth }: Doing<'an old webhook comes again'>): Promise<void> {
  const { db, now } = state.site.app.services
  const found = await db.execute(sql`select id::int as id from sandbox.deliveries where done_at is not null
    order by id`)
  const rows = (found as unknown as { rows: { id: number }[] }).rows
  const old = pick(rows, nth * 7)
  if (!old) return
  await db.execute(sql`update sandbox.deliveries set done_at = null, run_at = ${now().toISOString()}::timestamptz
    where id = ${old.id}`)
  logLine(state, 'an old webhook is on its way again')
}

async function decide(state: HistoryState, { nth, end }: Doing<'bank decides'>): Promise<void> {
  const waiting = await processingIntents(state)
  const id = pick(waiting, nth)
  if (!id) return
  await state.site.app.sandbox?.control.finish(id, end)
  logLine(state, `the bank decides about ${id}: ${end}`)
}

/** Returns the ids of payment intents that a bank is still processing. */
export async function processingIntents({ site }: HistoryState): Promise<string[]> {
  const found = await site.app.services.db.execute(sql`select id::text as id from sandbox.objects
    where kind = 'payment_intent' and body->>'status' = 'processing' order by seq`)
  return (found as unknown as { rows: { id: string }[] }).rows.map((row) => row.id)
}

async function dashboardRefunds(
  state: HistoryState,
  { nth, share }: Doing<'dashboard refunds'>,
): Promise<void> {
  const { app } = state.site
  const charge = pick((await app.sandbox?.ledger())?.charges ?? [], nth)
  const left = charge ? charge.amount - charge.refunded : 0
  if (!charge || left === 0) return
  const amount = partOf(left, share, await creditOf(state, charge.paymentIntent))
  if (amount === 0) return
  const response = await refundInDashboard(app, charge.paymentIntent, amount)
  const said = response.ok ? '' : `: refused (${response.status})`
  logLine(state, `the provider's dashboard refunds ${dollars(amount)} of ${charge.paymentIntent}${said}`)
}

/** Returns how much a guest has overpaid, in cents. `intentId` is a payment intent of the guest. */
async function creditOf({ site }: HistoryState, intentId: string): Promise<number> {
  const { db, now } = site.app.services
  const [payment] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  if (!payment?.reservationId) return 0
  return (await readMoney(db, payment.reservationId, ranchDay(now()))).credit
}

async function dispute(state: HistoryState, { nth, what }: Doing<'dispute'>): Promise<void> {
  const { sandbox } = state.site.app
  const charge = pick((await sandbox?.ledger())?.charges ?? [], nth)
  if (!charge) return
  const kind = what === 'inquiry' ? 'inquiry' : 'dispute'
  const amount = what === 'half' ? Math.ceil((charge.amount - charge.withdrawn) / 2) : undefined
  const raised = await sandbox?.control.dispute(charge.id, { kind, amount })
  if (typeof raised !== 'object') return
  logLine(state, `${dollars(raised.amount)} of ${charge.paymentIntent} are in a ${raised.status} dispute`)
}

/**
 * Changes of a dispute's status that are possible at Stripe. A lost dispute may still be won, but a closed
 * inquiry is final.
 */
const MOVES = new Set([
  'needs_response',
  'under_review',
  'lost',
  'warning_needs_response',
  'warning_under_review',
])

async function moveDispute(state: HistoryState, { nth, step }: Doing<'dispute moves'>): Promise<void> {
  const { sandbox } = state.site.app
  const waiting = (await sandbox?.ledger())?.disputes.filter((one) => MOVES.has(one.status)) ?? []
  const found = pick(waiting, nth)
  if (!found) return
  const inPart = step === 'lost in part'
  const moved = await sandbox?.control.moveDispute(
    found.id,
    inPart ? 'lost' : step,
    inPart ? Math.floor(found.amount / 3) : 0,
  )
  logLine(state, `a ${found.status} dispute of ${dollars(found.amount)} is ${step}: ${moved?.status}`)
}

async function failRefund(state: HistoryState, { nth }: Doing<'a refund fails'>): Promise<void> {
  const { sandbox } = state.site.app
  const made = (await sandbox?.ledger())?.refunds.filter((one) => one.status === 'succeeded') ?? []
  const found = pick(made, nth)
  if (!found) return
  await sandbox?.control.failRefund(found.id)
  logLine(state, `the refund of ${dollars(found.amount)} of ${found.paymentIntent} comes back`)
}
