/** What tests do to the provider, as functions. Over HTTP: `/_control`, with the secret key. */
import type Stripe from 'stripe'
import { answerBank, type Answered, conclude } from './charging.ts'
import { runOperation, type SandboxContext } from './operation.ts'
import { controlState, type ControlState, NORMAL, readControls, writeControls } from './control-state.ts'
import {
  type DisputeOrder,
  type DisputeRefusal,
  type DisputeStep,
  moveDispute,
  raiseDispute,
} from './disputes.ts'
import { failRefund } from './refunds.ts'
import { findObject, lockObject } from './store.ts'
import { Hono } from 'hono'
import { z } from 'zod'
import { identify } from './api/keys.ts'
import { isRefusal } from './model/refusals.ts'

export interface Controls {
  read(): Promise<ControlState>
  /** Changes how the provider behaves from now on, in every process. */
  set(change: Partial<ControlState>): Promise<ControlState>
  reset(): Promise<ControlState>
  /** The cardholder disputes a charge, or a payment intent's charge, at once. */
  dispute(id: string, order?: DisputeOrder): Promise<Stripe.Dispute | DisputeRefusal>
  /** The merchant answers, or the bank decides; `returned`: cents that come back of a lost one. */
  moveDispute(id: string, step: DisputeStep, returned?: number): Promise<Stripe.Dispute | undefined>
  /** The bank sends a refund back that had succeeded, or was on its way. */
  failRefund(id: string): Promise<Stripe.Refund | undefined>
  /** Ends a payment that is kept in `processing`. */
  finish(intentId: string, end: 'charge' | 'fail'): Promise<'finished' | 'not_processing'>
  /** The cardholder answers the bank's question about an intent that `requires_action`. */
  authenticate(intentId: string, answer: 'complete' | 'fail'): Promise<Answered>
}

export function createControls(context: SandboxContext): Controls {
  return {
    read: () => readControls(context),
    set: (change) => writeControls(context, change),
    reset: () => writeControls(context, NORMAL),
    dispute: (id, order) => runOperation(context, {}, (operation) => raiseDispute(operation, id, order)),
    moveDispute: (id, step, returned) =>
      runOperation(context, {}, (operation) => moveDispute(operation, id, { step, returned })),
    failRefund: (id) => runOperation(context, {}, (operation) => failRefund(operation, id)),
    finish: (intentId, end) => finish(context, intentId, end),
    authenticate: (intentId, answer) => authenticate(context, intentId, answer),
  }
}

async function finish(context: SandboxContext, intentId: string, end: 'charge' | 'fail') {
  return runOperation(context, {}, async (operation) => {
    const found = await lockObject(operation.tx, 'payment_intent', intentId)
    if (found?.body.status !== 'processing') return 'not_processing' as const
    await conclude(operation, found.body, end)
    return 'finished' as const
  })
}

async function authenticate(context: SandboxContext, intentId: string, answer: 'complete' | 'fail') {
  await context.ready()
  const found = await findObject(context.db, 'payment_intent', intentId)
  const source = found?.hidden.authentication?.source ?? ''
  return answerBank(context, { clientSecret: found?.body.client_secret ?? '', source }, answer)
}

/** The orders of tests to a site in a process of its own. */
const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('set'), change: controlState.partial() }),
  z.strictObject({ do: z.literal('reset') }),
  z.strictObject({ do: z.literal('finish'), id: z.string(), end: z.enum(['charge', 'fail']) }),
])

/** The control calls over HTTP: JSON, guarded by the secret key. */
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
