/** API contract of the register of checks and of deposit slips (R49.7), for admins only. */
import { z } from 'zod'
import { csvReply, endpoint } from '#shared/endpoint.ts'
import { day, id, instantText } from '#shared/fields.ts'

const cents = () => z.int().meta({ title: 'Cents' })

/** The guest of a payment or refund. */
const guest = {
  /** Number of the reservation, also if it was deleted. Null if the money belongs to no reservation. */
  reservationId: z.int().nullable(),
  /** Null if the reservation or its personal data was deleted. */
  customerName: z.string().nullable(),
  /** Null if the retreat was deleted. */
  eventName: z.string().nullable(),
}

const received = z.object({
  paymentId: z.int(),
  /** The ranch day on which the money arrived. */
  day: day(),
  method: z.enum(['cash', 'check', 'other', 'transfer']),
  /** Number of the check or bank transfer. */
  reference: z.string().nullable(),
  amount: cents(),
  /** Cents of a cash payment or check that can be deposited now. 0 if it is in a slip or was refunded in cash. */
  toDeposit: cents(),
  /** The deposit slip with this payment. Null if it is in none. */
  slip: z.object({ id: z.int(), depositedOn: day() }).nullable(),
  ...guest,
})
export type Received = z.output<typeof received>

const checkRefund = z.object({
  /** Id of the refund. The first one, if one check paid several refunds. */
  refundId: z.int(),
  day: day(),
  /** Number of the check. */
  reference: z.string().nullable(),
  amount: cents(),
  ...guest,
})
export type CheckRefund = z.output<typeof checkRefund>

const slipTotals = { cash: cents(), checks: cents(), total: cents() }

const slipLine = z.object({ id: z.int(), depositedOn: day(), payments: z.int(), ...slipTotals })
export type SlipLine = z.output<typeof slipLine>

export const register = z.object({
  from: day(),
  until: day(),
  /** Cash, checks and money that came in another way, in the order of their days. */
  received: z.array(received),
  transfers: z.array(received),
  refunds: z.array(checkRefund),
  /** The slips of the deposits that were made on these days. */
  slips: z.array(slipLine),
  /** Cash and checks that arrived before `from` and can still be deposited. */
  older: z.object({ count: z.int(), amount: cents() }),
})
export type Register = z.output<typeof register>

/** The most days in one register. */
const MOST_DAYS = 732

const period = z
  .object({
    /** The first ranch day. If missing, 90 days before the last one. */
    from: day().optional(),
    /** The last ranch day. If missing, today. */
    until: day().optional(),
  })
  .meta({ example: { from: '2027-05-01', until: '2027-05-31' } })

export const getChecks = endpoint({
  name: 'slips.getChecks',
  route: 'GET auth/checks',
  summary:
    'Returns the cash, checks, other manual payments and bank transfers that arrived within these ranch days, refunds by check, and the deposit slips of these days. Fails if the period is longer than two years',
  needs: 'money.see',
  query: period,
  reply: register,
})

export const exportChecks = endpoint({
  name: 'slips.exportChecks',
  route: 'GET auth/checks/export',
  summary: 'Returns the same payments and refunds as a CSV table without names',
  needs: 'money.see',
  gives: 'csv',
  query: period,
  reply: csvReply,
})

/** Returns why the register cannot have this period, or null. */
export function periodProblem({ from, until }: { from: string; until: string }): string | null {
  if (from > until) return 'Please choose the last day or an earlier one'
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000
  return days > MOST_DAYS ? 'Please choose at most two years' : null
}

const slip = z.object({
  id: z.int(),
  /** The day on which the bank got the money. */
  depositedOn: day(),
  createdAt: instantText(),
  payments: z.array(
    z.object({
      paymentId: z.int(),
      method: z.enum(['cash', 'check']),
      /** Number of the check. */
      reference: z.string().nullable(),
      /** Cents that were deposited. */
      amount: cents(),
      reservationId: z.int().nullable(),
      /** The day on which an admin recorded that the bank does not have this money. Null while the deposit stands. */
      returnedOn: day().nullable(),
    }),
  ),
  ...slipTotals,
  /** True while the slip can be undone. */
  undoable: z.boolean(),
})
export type DepositSlip = z.output<typeof slip>

const NO_SLIP = [404, 'This deposit slip no longer exists. Someone may have undone it.'] as const

/** The most payments in one slip. */
const MOST_PAYMENTS = 500

export const createDepositSlip = endpoint({
  name: 'slips.createDepositSlip',
  route: 'POST auth/depositSlip',
  summary:
    'Records that cash and checks were deposited at the bank together. Fails, and names the payment, if one of them is neither cash nor a check, is already in a slip, arrived after `depositedOn`, or was refunded in cash',
  needs: 'money.close',
  body: z
    .object({
      paymentIds: z
        .array(id())
        .min(1, 'Please choose at least one payment')
        .max(MOST_PAYMENTS, `Please choose at most ${MOST_PAYMENTS} payments`)
        .transform((ids) => [...new Set(ids)]),
      depositedOn: day(),
    })
    .meta({ example: { paymentIds: [17, 18], depositedOn: '2027-05-31' } }),
  status: 201,
  reply: z.object({ slip }),
  failures: {
    payment_not_found: [404, 'A payment no longer exists. Please reload the page.'],
    not_cash_or_check: 'A payment is neither cash nor a check.',
    already_deposited: 'A payment is already in a deposit slip.',
    received_later: 'A payment arrived after the deposit.',
    nothing_in_hand: 'A payment was refunded in cash, so nothing of it is left.',
  },
})

export const getDepositSlip = endpoint({
  name: 'slips.getDepositSlip',
  route: 'GET auth/depositSlip',
  summary: 'Returns a deposit slip with its payments',
  needs: 'money.see',
  query: z.object({ id: id() }),
  reply: slip,
  failures: { not_found: NO_SLIP },
})

export const exportDepositSlip = endpoint({
  name: 'slips.exportDepositSlip',
  route: 'GET auth/depositSlip/export',
  summary: 'Returns a deposit slip as a CSV table without names',
  needs: 'money.see',
  gives: 'csv',
  query: z.object({ id: id() }),
  reply: csvReply,
  failures: { not_found: NO_SLIP },
})

export const undoDepositSlip = endpoint({
  name: 'slips.undoDepositSlip',
  route: 'DELETE auth/depositSlip',
  summary:
    'Undoes a deposit slip that was made by mistake. Its payments can then be deposited again. Fails once the month of the slip is closed',
  needs: 'money.close',
  query: z.object({ id: id() }),
  failures: {
    not_found: NO_SLIP,
    month_closed: 'The month of this deposit is closed, so it can no longer be undone.',
  },
})
