/** Rules for deposit slips: which payments can be deposited, and the totals of a slip (R49.7). Pure. */
import { SLIP_METHODS, type SlipMethod } from '#platform/database/schema/deposit-slips.ts'
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'

/** A manual payment that may be deposited. */
export interface Candidate {
  paymentId: number
  method: string
  reference: string | null
  /** The ranch day on which the payment arrived. */
  day: Day
  amount: Cents
  /** Cents of the payment that are still in hand. */
  inHand: Cents
  /** The slip in which the payment is. Null if it is in none. */
  slip: { id: number; depositedOn: Day } | null
}

export interface SlipRefusal {
  code: 'payment_not_found' | 'not_cash_or_check' | 'already_deposited' | 'received_later' | 'nothing_in_hand'
  /** Names each payment that the reason applies to. */
  message: string
}

export const isSlipMethod = (method: string): method is SlipMethod =>
  SLIP_METHODS.some((one) => one === method)

/** Returns true if a deposit slip can have this payment. */
export const canDeposit = ({
  method,
  inHand,
  slip,
}: Pick<Candidate, 'method' | 'inHand' | 'slip'>): boolean =>
  isSlipMethod(method) && inHand > 0 && slip === null

/** Names a payment in a message, such as `Check 1042 of $300.00 (payment 17)`. */
export function paymentName({
  paymentId,
  method,
  reference,
  amount,
}: Pick<Candidate, 'paymentId' | 'method' | 'reference' | 'amount'>): string {
  const what = { cash: 'Cash', check: 'Check', transfer: 'The transfer', card: 'The card payment' }[method]
  const number = method === 'check' && reference !== null ? ` ${reference}` : ''
  return `${what ?? 'The payment'}${number} of ${formatMoney(amount)} (payment ${paymentId})`
}

/** Returns the first reason why these payments cannot be deposited together on a day, or null. */
export function slipRefusal(
  paymentIds: readonly number[],
  found: readonly Candidate[],
  depositedOn: Day,
): SlipRefusal | null {
  const missing = paymentIds.filter((id) => !found.some(({ paymentId }) => paymentId === id))
  if (missing.length > 0)
    return {
      code: 'payment_not_found',
      message: missing.map((id) => `Payment ${id} no longer exists.`).join(' '),
    }
  const refused = (
    code: SlipRefusal['code'],
    isWrong: (payment: Candidate) => boolean,
    words: (payment: Candidate) => string,
  ): SlipRefusal | null => {
    const wrong = found.filter(isWrong)
    return wrong.length === 0
      ? null
      : { code, message: wrong.map((one) => `${paymentName(one)} ${words(one)}.`).join(' ') }
  }
  return (
    refused(
      'not_cash_or_check',
      ({ method }) => !isSlipMethod(method),
      () => 'is neither cash nor a check',
    ) ??
    refused(
      'already_deposited',
      ({ slip }) => slip !== null,
      ({ slip }) =>
        `is already in deposit slip ${slip?.id} of ${formatDay(slip?.depositedOn ?? depositedOn)}`,
    ) ??
    refused(
      'nothing_in_hand',
      ({ inHand }) => inHand <= 0,
      () => 'was refunded in cash, so nothing of it is left',
    ) ??
    refused(
      'received_later',
      ({ day }) => day > depositedOn,
      ({ day }) => `arrived on ${formatDay(day)}, after the deposit`,
    )
  )
}

interface SlipPayment {
  method: SlipMethod
  amount: Cents
}

/** Adds up the payments of a slip. */
export function slipTotals(payments: readonly SlipPayment[]): { cash: Cents; checks: Cents; total: Cents } {
  const of = (wanted: SlipMethod) =>
    payments.reduce((sum, { method, amount }) => (method === wanted ? sum + amount : sum), 0)
  const [cash, checks] = [of('cash'), of('check')]
  return { cash, checks, total: cash + checks }
}
