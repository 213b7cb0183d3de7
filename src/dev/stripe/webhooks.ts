/** Sends webhooks to the site. Retries for about three days until the site accepts them, as Stripe does. */
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { settleCharge } from './charging.ts'
import { type ControlState, NORMAL } from './control-state.ts'
import { raiseDispute, warnOfFraud } from './disputes.ts'
import type { Scheduled } from './model/objects.ts'
import { type Operation, readControls, runOperation, type SandboxContext } from './operation.ts'
import { arrive, payOut } from './payouts.ts'
import { endRefund } from './refunds.ts'
import { type Delivery, endDelivery, findObject, leaseDue, releaseDelivery, takeScheduled } from './store.ts'

export interface Receiver {
  /** The site's address for webhooks. The sandbox itself is at `/dev/stripe` on the same origin. */
  webhookUrl: string
  webhookSecret: string
  /** Sends a webhook to the site: by `fetch`, or in a test by a call of the app itself. */
  deliver: (request: Request) => Promise<Response>
  log: Pick<Logger, 'warn'>
}

const MINUTE = 60_000
/**
 * Milliseconds to wait after each failed attempt to send a webhook. The last pause repeats until the sandbox
 * stops retrying.
 */
const RETRY_DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE,
  10 * MINUTE,
  60 * MINUTE,
  5 * 60 * MINUTE,
  12 * 60 * MINUTE,
]
const MOST_ATTEMPTS = 12
const TIMEOUT_MS = 10_000

/**
 * Sends all due webhooks. Webhooks that fail become due again later.
 * @returns the number of webhooks sent, accepted or not
 */
export async function deliverDue(context: SandboxContext, receiver: Receiver): Promise<number> {
  await context.ready()
  await runScheduled(context)
  let sent = 0
  for (;;) {
    const controls = await readControls(context)
    if (controls.holdWebhooks) return sent
    const due = inOrder(await leaseDue(context.db, context.now(), 100), controls.order)
    if (due.length === 0) return sent
    for (const [index, delivery] of due.entries()) {
      if ((await readControls(context)).holdWebhooks) {
        for (const rest of due.slice(index)) await releaseDelivery(context.db, rest.id)
        return sent
      }
      sent += await send(context, receiver, { delivery, copies: controls.copies })
    }
  }
}

function inOrder(due: Delivery[], order: ControlState['order']): Delivery[] {
  if (order === 'newest-first') return due.toReversed()
  if (order === 'oldest-first') return due
  return due
    .map((delivery) => ({ delivery, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ delivery }) => delivery)
}

async function send(
  context: SandboxContext,
  receiver: Receiver,
  { delivery, copies }: { delivery: Delivery; copies: number },
): Promise<number> {
  const event = await findObject(context.db, 'event', delivery.eventId)
  if (event === undefined) throw new Error(`webhook of an unknown event ${delivery.eventId}`)
  const payload = JSON.stringify(event.body, null, 2)
  let problem: string | null = null
  for (let copy = 0; copy < copies; copy += 1) problem = (await post(context, receiver, payload)) ?? problem
  const now = context.now()
  if (problem === null) {
    await endDelivery(context.db, delivery.id, { doneAt: now })
    return copies
  }
  receiver.log.warn({ event: event.body.id, type: event.body.type, problem }, 'sandbox webhook not accepted')
  const wait = RETRY_DELAYS_MS[Math.min(delivery.attempts, RETRY_DELAYS_MS.length - 1)] ?? MINUTE
  await endDelivery(
    context.db,
    delivery.id,
    delivery.attempts + 1 >= MOST_ATTEMPTS
      ? { deadAt: now, lastError: problem }
      : { runAt: new Date(now.getTime() + wait), lastError: problem },
  )
  return copies
}

/**
 * Posts a webhook to the site. Returns null if the site accepted it, and otherwise a description of the
 * problem.
 */
async function post(context: SandboxContext, receiver: Receiver, payload: string): Promise<string | null> {
  const request = new Request(receiver.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature(payload, receiver.webhookSecret, context.now()),
    },
    body: payload,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  try {
    const response = await receiver.deliver(request)
    await response.body?.cancel()
    return response.ok ? null : `status ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable'
  }
}

/**
 * Returns the value of the `Stripe-Signature` header (docs.stripe.com/webhooks#verify-manually), which the
 * SDK's `constructEvent` checks.
 */
function signature(payload: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000)
  const hash = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${hash}`
}

const LOOK_EVERY_MS = 2000

/**
 * Creates the loop that sends webhooks. It runs one delivery at a time: immediately when it is woken, and
 * otherwise every two seconds to retry failed webhooks.
 */
export function createDeliveryLoop(work: () => Promise<number>, log: Pick<Logger, 'error'>) {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = false

  const run = () => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
  const wake = () => {
    if (timer === undefined || waiting) return
    waiting = true
    setImmediate(() => {
      waiting = false
      // The loop may have been stopped during the delivery, and then the database may be closed.
      if (timer === undefined) return
      run().catch((error: unknown) => log.error({ err: error }, 'failed to send sandbox webhooks'))
    })
  }
  return {
    /** Runs a delivery of webhooks. If another delivery is running, waits for it first. */
    run,
    wake,
    start() {
      timer ??= setInterval(wake, LOOK_EVERY_MS).unref()
      wake()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await last
    },
  }
}

/**
 * Runs scheduled actions that are due. The current delivery also sends the webhooks of these actions, so this
 * function does not wake the loop.
 */
async function runScheduled(context: SandboxContext): Promise<void> {
  const quiet = { ...context, wake: () => {} }
  while (await runOperation(quiet, { controls: NORMAL }, runOne));
}

/** Runs one scheduled action. Returns false if none is due. */
async function runOne(operation: Operation): Promise<boolean> {
  const due = await takeScheduled(operation.tx, operation.now)
  if (due !== undefined) await SCHEDULED_HANDLERS[due.what](operation, due.objectId)
  return due !== undefined
}

const SCHEDULED_HANDLERS: Record<Scheduled, (operation: Operation, id: string) => Promise<unknown>> = {
  settle: settleCharge,
  refund: endRefund,
  payout: payOut,
  arrive,
  dispute: raiseDispute,
  warning: warnOfFraud,
  inquiry: (operation, id) => raiseDispute(operation, id, { kind: 'inquiry' }),
}
