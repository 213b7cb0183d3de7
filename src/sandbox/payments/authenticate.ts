/** The cardholder's answer to their bank (3-D Secure). */
import type Stripe from 'stripe'
import { authenticationFailed, conclude } from './charging.ts'
import { inWorld, type SandboxContext } from './context.ts'
import { isRefusal } from './model/refusals.ts'
import { findObject, lockObject } from './store.ts'

export type Answered =
  | { intent: Stripe.PaymentIntent; returnUrl: string | null }
  | 'unknown'
  | 'already_answered'

/**
 * @param clientSecret of the intent that waits: whoever has it is the cardholder.
 * @param source the try that is answered; an older one is `already_answered`.
 */
export async function answerBank(
  context: SandboxContext,
  { clientSecret, source }: { clientSecret: string; source: string },
  answer: 'complete' | 'fail',
): Promise<Answered> {
  return inWorld(context, {}, async (world) => {
    const found = await lockObject(world.tx, 'payment_intent', intentIdOf(clientSecret))
    if (found === undefined || found.body.client_secret !== clientSecret) return 'unknown'
    const waiting = found.hidden.authentication
    if (found.body.status !== 'requires_action' || waiting?.source !== source) return 'already_answered'
    if (answer === 'fail')
      return { intent: await authenticationFailed(world, found.body), returnUrl: waiting.returnUrl }
    const outcome = await conclude(world, found.body, 'authenticated')
    const intent = isRefusal(outcome) ? outcome.error.payment_intent : outcome
    return { intent: intent ?? found.body, returnUrl: waiting.returnUrl }
  })
}

/** The payment that the bank asks about, for its page; undefined when none waits. */
export async function findQuestion(context: SandboxContext, clientSecret: string, source: string) {
  await context.ready()
  const found = await findObject(context.db, 'payment_intent', intentIdOf(clientSecret))
  if (found?.body.client_secret !== clientSecret || found.hidden.authentication?.source !== source)
    return undefined
  if (found.body.status !== 'requires_action') return undefined
  return { amount: found.body.amount, returnUrl: found.hidden.authentication.returnUrl }
}

function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
