/** API contract of open balances: money of guests that nobody has earned, refunded or kept (R49.6). For admins only. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cents, id, requiredLine } from '#shared/fields.ts'
import { referenceText } from '../contract/invoices.ts'
import { REFUND_METHODS } from '../contract/refunds.ts'

/** A total in cents, which may be larger than a single payment, or below zero. */
const sum = () => z.int().meta({ title: 'Cents' })

const openBalance = z.object({
  /** The number of the reservation, which may be deleted. */
  reservationId: z.int(),
  /** `deleted`: the reservation was deleted. `not_refunded`: the stay ended, and a refund of its money has failed. */
  why: z.enum(['deleted', 'not_refunded']),
  /** Cents that are open: `deposits` and `refunds`. Below zero if more was refunded than paid. */
  amount: sum(),
  deposits: sum(),
  /** Refunds that are due by hand. They are settled as a whole. */
  refunds: sum(),
  /** The guest's name. Null if the reservation or the guest's data was deleted. */
  guest: z.string().nullable(),
  event: z.object({ name: z.string(), urlName: z.string() }).nullable(),
  /** Numbers of other reservations for which the same refunds are due. Settling this balance settles those refunds too. */
  together: z.array(z.int()),
})
export type OpenBalance = z.output<typeof openBalance>

const openBalances = z.object({ total: sum(), balances: z.array(openBalance) })

export const listOpenBalances = endpoint({
  name: 'openBalances.list',
  route: 'GET auth/openBalances',
  summary:
    'Returns the money of guests that an admin has to settle, by reservation number: deposits and refunds of deleted reservations, and deposits of ended stays whose refund has failed. Omits the deposits of guests who are coming',
  needs: 'money.see',
  reply: openBalances,
})

/** The longest reason, in characters. With the method and number of a refund, it fits into a ledger entry. */
export const REASON_LENGTH = 120

export const settleBalance = endpoint({
  name: 'openBalances.settle',
  route: 'POST auth/settleBalance',
  summary:
    'Settles an open balance, or a part of it. `refund` records that an admin has refunded the money by hand, by the given `method`; refunds that are due are recorded as made. `income` keeps the money. Without `amount`, settles all. The `reason` stays in the ledger and must not name the guest. Fails if the balance was settled, or if it differs from `open`',
  needs: 'money.refund',
  body: z.object({
    reservationId: id(),
    as: z.enum(['refund', 'income']),
    amount: cents().min(1, 'Please enter more than $0.00').optional(),
    /** How the admin gave the refund. Required for `refund`. */
    method: z.enum(REFUND_METHODS).optional(),
    /** Number of the check or bank transfer. */
    reference: referenceText().optional(),
    reason: requiredLine(REASON_LENGTH),
    /** The open cents that the admin saw. If the balance has changed since, nothing is settled. */
    open: sum().optional(),
  }),
  reply: openBalances,
  failures: {
    not_open: 'This balance has been settled. Please reload the page.',
    stale: 'This balance has changed in the meantime. Nothing was settled. Please reload the page.',
  },
})
