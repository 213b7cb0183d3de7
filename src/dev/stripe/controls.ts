/**
 * Functions by which tests make the payment sandbox misbehave. A caller with the secret key can also call
 * them over HTTP, at `/_control`.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import { answerBank, conclude } from './charging.ts'
import {
  moveMoney,
  type Operation,
  readControls,
  runOperation,
  type SandboxContext,
  writeControls,
} from './operation.ts'
import { controlState, type ControlState, NORMAL } from './control-state.ts'
import { type DisputeOrder, type DisputeStep, moveDispute, raiseDispute, warnOfFraud } from './disputes.ts'
import { failPayout } from './payouts.ts'
import { failRefund } from './refunds.ts'
import { findObject, lockObject } from './store.ts'
import { identify } from './api/handle.ts'
import { newId } from './model/objects.ts'
import { isRefusal } from './model/refusals.ts'

/** Functions for tests. They make the payment sandbox misbehave, and act as banks and cardholders. */
export type Controls = ReturnType<typeof createControls>

export const createControls = (context: SandboxContext) => ({
  read: () => readControls(context),
  /** Changes how the payment sandbox behaves from now on, in every process. */
  set: (change: Partial<ControlState>) => writeControls(context, change),
  reset: () => writeControls(context, NORMAL),
  /** Raises a dispute immediately. `id` is a charge, or a payment intent with a charge. */
  dispute: (id: string, order?: DisputeOrder) =>
    runOperation(context, {}, (operation) => raiseDispute(operation, id, order)),
  /**
   * Moves a dispute to its next step: the merchant answers, or the bank decides. `returned` is how many cents
   * of a lost dispute the bank returns.
   */
  moveDispute: (id: string, step: DisputeStep, returned?: number) =>
    runOperation(context, {}, (operation) => moveDispute(operation, id, { step, returned })),
  /** Makes the bank suspect fraud immediately. `id` is a charge, or a payment intent with a charge. */
  warnOfFraud: (id: string) => runOperation(context, {}, (operation) => warnOfFraud(operation, id)),
  failRefund: (id: string) => runOperation(context, {}, (operation) => failRefund(operation, id)),
  /** Takes a fee in cents that belongs to no payment, as an adjustment of the balance. */
  takeFee: (cents: number) => runOperation(context, {}, (operation) => takeFee(operation, cents)),
  failPayout: (id: string) => runOperation(context, {}, (operation) => failPayout(operation, id)),
  /** Ends a payment that a test has kept in the status `processing`. */
  finish: (intentId: string, end: 'charge' | 'fail') => finish(context, intentId, end),
  /**
   * Answers the bank's question as the cardholder. The payment intent must be in the status
   * `requires_action`.
   */
  authenticate: (intentId: string, answer: 'complete' | 'fail') => authenticate(context, intentId, answer),
})

const takeFee = (operation: Operation, cents: number) =>
  moveMoney(operation, {
    amount: -cents,
    source: newId('txn'),
    type: 'adjustment',
    category: 'fee',
    description: 'Stripe fee',
  })

const finish = async (context: SandboxContext, intentId: string, end: 'charge' | 'fail') =>
  runOperation(context, {}, async (operation) => {
    const found = await lockObject(operation.tx, 'payment_intent', intentId)
    if (found?.body.status !== 'processing') return 'not_processing' as const
    await conclude(operation, found.body, end)
    return 'finished' as const
  })

async function authenticate(context: SandboxContext, intentId: string, answer: 'complete' | 'fail') {
  await context.ready()
  const found = await findObject(context.db, 'payment_intent', intentId)
  const source = found?.hidden.authentication?.source ?? ''
  return answerBank(context, { clientSecret: found?.body.client_secret ?? '', source }, answer)
}

/** Commands by which tests control the payment sandbox of a site that runs in a separate process. */
const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('set'), change: controlState.partial() }),
  z.strictObject({ do: z.literal('reset') }),
  z.strictObject({ do: z.literal('finish'), id: z.string(), end: z.enum(['charge', 'fail']) }),
])

/** Serves the controls over HTTP: JSON, protected by the secret key. */
export function controlRoutes(context: SandboxContext, control: Controls): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    const caller = identify(c.req.raw, context, 'secret')
    return isRefusal(caller) ? c.json({ error: caller.error }, 401) : next()
  })
  app.post('/', async (c) => {
    const { data: order, error } = command.safeParse(await c.req.json().catch(() => null))
    if (!order) return c.json({ error: z.prettifyError(error) }, 400)
    if (order.do === 'finish') return c.json({ result: await control.finish(order.id, order.end) })
    return c.json({ result: await (order.do === 'set' ? control.set(order.change) : control.reset()) })
  })
  return app
}
