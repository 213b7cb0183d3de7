/** The context of one operation in the sandbox: one transaction, one moment in time, and one cause. */
import type Stripe from 'stripe'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type ControlState, NORMAL } from './control-state.ts'
import { balanceTransaction, type MoneyMove } from './model/balance.ts'
import { type Hidden, newId, type StoredObject } from './model/objects.ts'
import { controls, insertObject, queueDelivery, saveObject, schedule } from './store.ts'

export interface Operation {
  tx: Transaction
  now: Date
  /**
   * The API request that caused the operation. Null if a cardholder caused the operation, or if it was
   * scheduled.
   */
  requestId: string | null
  idempotencyKey: string | null
  controls: ControlState
  /** True if the operation recorded an event, so that a webhook must be sent. */
  emitted: boolean
  /** The sandbox's own address, `/dev/stripe` on the site. */
  baseUrl: string
}

export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

export const seconds = (operation: Operation): number => Math.floor(operation.now.getTime() / 1000)

/** Records an event and queues its webhook, in the transaction of the change that caused the event. */
export async function emit(
  operation: Operation,
  type: Stripe.Event['type'],
  object: StoredObject,
): Promise<void> {
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(operation),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: operation.requestId, idempotency_key: operation.idempotencyKey },
    type,
  }
  operation.emitted = true
  await insertObject(operation.tx, event)
  await queueDelivery(operation.tx, event.id, operation.now)
}

export interface Change {
  /** Types of the events to send to the site about this change, in this order. */
  emits: Stripe.Event['type'][]
  /** Data of the object that the API never shows. If it is missing, the stored data stays the same. */
  hidden?: Hidden
}

/** Saves a changed object, sends its events to the site, and returns the object. */
export async function change<Changed extends StoredObject>(
  operation: Operation,
  body: Changed,
  { emits, hidden }: Change,
): Promise<Changed> {
  await saveObject(operation.tx, body, hidden)
  for (const type of emits) await emit(operation, type, body)
  return body
}

/** Moves money by creating a balance transaction. Returns the transaction. */
export async function moveMoney(
  operation: Operation,
  move: Omit<MoneyMove, 'id' | 'fee'> & { id?: string; fee?: number },
): Promise<Stripe.BalanceTransaction> {
  const money = balanceTransaction({ id: newId('txn'), fee: 0, ...move }, seconds(operation))
  await insertObject(operation.tx, money)
  await schedule(operation.tx, { objectId: money.id, what: 'payout' }, nextMidnight(money.available_on))
  return money
}

/**
 * Returns the next midnight UTC. Payouts are made then, and contain the money that is available at that time.
 */
const nextMidnight = (time: number) => new Date((Math.floor(time / DAY_SECONDS) + 1) * DAY_SECONDS * 1000)
const DAY_SECONDS = 24 * 3600

/** Settings and services that all operations of the sandbox share. */
export interface SandboxContext {
  db: Database
  now: () => Date
  secretKey: string
  publishableKey: string
  baseUrl: string
  ready(): Promise<void>
  /** The sandbox calls this after it has queued webhooks, so that they are sent soon. */
  wake(): void
  /** Counts a call that reads with the secret key. Stripe grants only so many of them (docs.stripe.com/rate-limits). */
  countRead(): void
}

/** Returns how the sandbox behaves now: `NORMAL` unless a test has changed it. */
export async function readControls(context: SandboxContext): Promise<ControlState> {
  await context.ready()
  const [row] = await context.db.select().from(controls)
  return { ...NORMAL, ...row?.state }
}

/**
 * Changes some of the sandbox's controls and returns all controls. Also wakes the delivery of webhooks,
 * because the change may release held webhooks.
 */
export async function writeControls(
  context: SandboxContext,
  changes: Partial<ControlState>,
): Promise<ControlState> {
  const state = { ...(await readControls(context)), ...changes }
  await context.db
    .insert(controls)
    .values({ id: 1, state })
    .onConflictDoUpdate({ target: controls.id, set: { state } })
  context.wake()
  return state
}

type Cause = Partial<Pick<Operation, 'requestId' | 'idempotencyKey' | 'controls'>>

/** Runs an operation in a transaction, and sends its webhooks after the commit. */
export async function runOperation<T>(
  context: SandboxContext,
  cause: Cause,
  work: (operation: Operation) => Promise<T>,
): Promise<T> {
  await context.ready()
  const state = cause.controls ?? (await readControls(context))
  const { result, emitted } = await context.db.transaction(async (tx) => {
    const operation: Operation = {
      tx,
      now: context.now(),
      requestId: cause.requestId ?? null,
      idempotencyKey: cause.idempotencyKey ?? null,
      controls: state,
      emitted: false,
      baseUrl: context.baseUrl,
    }
    return { result: await work(operation), emitted: operation.emitted }
  })
  if (emitted) context.wake()
  return result
}
