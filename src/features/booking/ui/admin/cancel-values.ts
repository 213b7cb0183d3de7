/** What the form of a cancellation holds. Pure. */
import { z } from 'zod'
import { REQUIRED } from '#shared/fields.ts'
import type { Cents } from '#shared/money.ts'
import type { RefundPlan } from '#features/booking/contract/refunds.ts'
import { withSum } from '#features/booking/domain/refund-policy.ts'
import { dollars } from './dollars.ts'

/** `most`: what can be refunded at all. Another sum than the terms' needs a reason. */
export const cancelSchema = (most: Cents) =>
  z.discriminatedUnion('override', [
    z.object({
      override: z.literal(false),
      refund: z.string(),
      reason: z.string(),
      sendEmail: z.boolean(),
    }),
    z.object({
      override: z.literal(true),
      refund: dollars({ least: 0, tooLittle: 'Please give nothing or more', most }),
      reason: z.string().trim().min(1, REQUIRED).max(500, 'Please keep this under 500 characters'),
      sendEmail: z.boolean(),
    }),
  ])

export type CancelInput = z.input<ReturnType<typeof cancelSchema>>
export type CancelValues = z.output<ReturnType<typeof cancelSchema>>

export const CANCEL_INPUT: CancelInput = { override: false, refund: '', reason: '', sendEmail: true }

/** As the call takes it: without a sum it is what the terms give. */
export function decidedBody(values: CancelValues) {
  return values.override ? { refund: values.refund, reason: values.reason } : {}
}

/** What another sum means for each payment; a sum that is none (yet) is nothing. */
export function shownWith(plan: RefundPlan, sum: Cents | null): RefundPlan {
  const dated = plan.lines.map((line) => ({ ...line, paidAt: new Date(line.paidAt) }))
  const other = withSum({ ...plan, lines: dated }, Math.max(0, sum ?? 0))
  const lines = plan.lines.map((line, index) => ({ ...line, refund: other.lines[index]?.refund ?? 0 }))
  return { ...other, lines }
}
