/** Writes the register of checks, and deposit slips, as CSV. The tables have no names, so they may be kept. Pure. */
import { asText, BYTE_ORDER_MARK, csvRows, defused } from '#platform/csv.ts'
import { type Cents, plainDollars } from '#shared/money.ts'
import type { CheckRefund, DepositSlip, Received, Register } from './contract.ts'

type Cell = string | number | null

const tableOf = (head: string[], rows: Cell[][]): string =>
  BYTE_ORDER_MARK + csvRows([head, ...rows], { defuse: false })

const plain = (text: string | null) => text && defused(asText(text))

const dollars = (cents: Cents) => (cents < 0 ? `-${plainDollars(-cents)}` : plainDollars(cents))

const RECEIVED: Record<Received['method'], string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
  other: 'Other',
}

const receivedRow = ({
  day,
  method,
  reference,
  amount,
  eventName,
  reservationId,
  slip,
}: Received): Cell[] => [
  day,
  `${RECEIVED[method]} received`,
  plain(reference),
  dollars(amount),
  plain(eventName),
  reservationId,
  slip?.id ?? null,
  slip?.depositedOn ?? null,
]

const refundRow = ({ day, reference, amount, eventName, reservationId }: CheckRefund): Cell[] => [
  day,
  'Refund by check',
  plain(reference),
  dollars(-amount),
  plain(eventName),
  reservationId,
  null,
  null,
]

/** Returns all manual payments of the register, and the refunds by check below zero, by day. */
export function registerTable({ received, transfers, refunds }: Register): string {
  const rows = [...[...received, ...transfers].map(receivedRow), ...refunds.map(refundRow)]
  return tableOf(
    ['Day', 'What', 'Number', 'Amount ($)', 'Retreat', 'Reservation', 'Deposit slip', 'Deposited on'],
    rows.toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  )
}

export const slipTable = ({ id, depositedOn, payments }: DepositSlip): string =>
  tableOf(
    ['Deposit slip', 'Deposited on', 'What', 'Number', 'Amount ($)', 'Reservation', 'Returned on'],
    payments.map(({ method, reference, amount, reservationId, returnedOn }) => [
      id,
      depositedOn,
      RECEIVED[method],
      plain(reference),
      dollars(amount),
      reservationId,
      returnedOn,
    ]),
  )
