/** What is decided at once when a stay is cancelled, and what waits for a fee (docs/decisions/0042). Pure. */
import { type Decided, type Plan, withSum } from '../rules.ts'

/**
 * By the terms: at once where all fees that they keep are known, else as soon as they are. `least`: cents that a link has
 * promised, with `why` it is more than the terms give.
 */
export function decidedOf(
  plan: Plan,
  { sendEmail, least = 0, why = null }: { sendEmail: boolean; least?: number; why?: string | null },
): Decided {
  // The most that the terms can give is no more than was promised: whatever the fee is, that goes back.
  if (least > 0 && plan.refundByTerms <= least)
    return {
      plan: withSum(plan, least),
      overrideReason: plan.refundByTerms < least ? why : null,
      awaited: null,
    }
  if (plan.feesKnown) return { plan, overrideReason: null, awaited: null }
  const money = plan.lines.map(({ paymentId, method, paidAt, amount, refunded, withdrawn, fee }) => {
    return { paymentId, method, paidAt: paidAt.toISOString(), amount, refunded, withdrawn, fee }
  })
  return { plan: withSum(plan, 0), overrideReason: null, awaited: { least, sendEmail, money } }
}
