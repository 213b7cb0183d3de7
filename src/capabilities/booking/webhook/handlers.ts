/** `POST stripe/webhook`: stored before it is answered, worked on after; its body is never believed (CONTRACT section 5). */
import { bind, fail } from '../../../platform/http/bind.ts'
import { receiveWebhook } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { storeNotice } from './store.ts'

export const receiveWebhookHandler = (deps: BookingDeps) =>
  bind(receiveWebhook, async (_input, { request }) => {
    const rawBody = await request.text()
    const notice = deps.provider.readWebhook(rawBody, request.headers.get('stripe-signature'))
    if (!notice) return fail('bad_signature')
    await storeNotice(deps.db, notice, deps.now())
    await deps.fault?.('webhook-stored')
    return { received: true as const }
  })
