/** The context of one operation of the provider: one transaction, one moment, one cause. */
import type Stripe from 'stripe'
import type { Transaction } from '#platform/database/database.ts'
import type { ControlState } from './model/controls.ts'
import { newId } from './model/ids.ts'
import type { StoredObject } from './model/objects.ts'
import { insertObject } from './store.ts'
import { queueDelivery } from './webhooks/store.ts'

export interface World {
  tx: Transaction
  now: Date
  /** The API request that causes this; null when time or a cardholder does. */
  requestId: string | null
  idempotencyKey: string | null
  controls: ControlState
  /** Did anything happen that the site is told of? */
  emitted: boolean
  /** See `SandboxContext`. */
  baseUrl: string
}

/** The version of the API that the installed SDK speaks. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.updated'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

export function seconds(world: World): number {
  return Math.floor(world.now.getTime() / 1000)
}

/** Records that something happened and queues its webhook, in the transaction in which it happened. */
export async function emit(world: World, type: EventType, object: StoredObject): Promise<void> {
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(world),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: world.requestId, idempotency_key: world.idempotencyKey },
    type,
  }
  world.emitted = true
  await insertObject(world.tx, event)
  await queueDelivery(world.tx, event.id, world.now)
}
