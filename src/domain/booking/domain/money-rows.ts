/** Lays out a stay's money as rows that add up, for pages, receipts and e-mails (R52.1). Pure. */
import { totalPrice } from '#domain/events/domain/options.ts'
import { type ReceiptTax, taxLabel } from '#domain/money/taxes/domain/taxes.ts'
import type { Discount } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
import type { MoneyRow, MoneyRows } from '#shared/money-rows.ts'
import { allRefunded, type ReservationMoney } from '#shared/reservation-money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { capitalized, oneLine } from '#shared/text.ts'

interface MemberMoney {
  id: number
  customerName: string
  /** What the payer pays for this guest in cents. Null if the reader may not know that. */
  price: Cents | null
  /** Set for a canceled guest: the card fees within `price`, and whether the refund is decided. */
  kept: { fees: Cents; decided: boolean } | null
}

interface EndedRows {
  paid: Cents
  refunded: Cents
  toRefundByHand: Cents
  toRefundToCards: Cents
  kept: Cents
  fees: Cents
  undecided: boolean
}

export interface StayMoney {
  id: number
  status: string
  totalDue: Cents
  totalPaid: Cents
  money: Pick<
    ReservationMoney,
    | 'price'
    | 'extras'
    | 'goodwill'
    | 'refunded'
    | 'stillToPay'
    | 'notInvoiced'
    | 'overInvoiced'
    | 'credit'
    | 'withdrawn'
  >
  /** The guest's own options, which the price of their stay includes. */
  options: readonly { name: string; price: Cents }[]
  discount?: Discount | undefined
  party: { payer: boolean; members: readonly MemberMoney[] } | null
  /** Taxes that the total includes. */
  taxes?: readonly ReceiptTax[] | undefined
  /** Missing while the stay is active. */
  ended?: EndedRows | undefined
}

/** Words for the guest who reads the rows, and for everyone else. */
const OWN = { guest: 'Your stay', others: 'The stay' }

type Reader = keyof typeof OWN

/** Returns the rows of a stay's money, as the guest or another person reads them. */
export function moneyRows(stay: StayMoney, reader: Reader): MoneyRows {
  const ended = stay.ended ?? (isActive(stay.status) ? null : endedOf(stay))
  return ended ? endedRows(stay, ended) : activeRows(stay, reader)
}

/** Returns the amounts of an ended stay in a list, which does not say which refunds are still to be made. */
function endedOf({ totalPaid: kept, money }: StayMoney): EndedRows {
  const refunded = allRefunded(money.refunded)
  const none = { toRefundByHand: 0, toRefundToCards: 0, fees: 0, undecided: false }
  return { ...none, paid: kept + refunded, refunded, kept }
}

function activeRows(stay: StayMoney, reader: Reader): MoneyRows {
  const { totalDue, totalPaid, money, taxes = [] } = stay
  const { extras, goodwill, refunded, stillToPay, notInvoiced, overInvoiced, credit } = money
  const refunds = allRefunded(refunded)
  const parts = rowsOf(
    ...priceRows(stay, OWN[reader]),
    ['Extra charges', extras],
    ['Reduced by refunds', -goodwill],
  )
  return {
    parts: parts.length > 1 || parts[0]?.includes ? parts : [],
    total: withIncluded(
      { label: 'Total', cents: totalDue },
      taxes.map((tax) => ({ label: taxLabel(tax), cents: tax.amount })),
    ),
    settled: [
      withIncluded({ label: 'Paid', cents: totalPaid + refunds }, disputedRow(money, totalPaid + refunds)),
      ...rowsOf(['Refunded', -refunds], ['Overpaid', -credit], ['Invoiced above the total', -overInvoiced]),
      withIncluded({ label: 'Still to pay', cents: stillToPay }, [
        { label: 'Not invoiced yet', cents: notInvoiced },
      ]),
    ],
  }
}

type Pair = readonly [label: string, cents: Cents]

/** Returns a row for each amount that is not zero. */
const rowsOf = (...rows: readonly (MoneyRow | Pair)[]): MoneyRow[] =>
  rows
    .map((row) => ('label' in row ? row : { label: row[0], cents: row[1] }))
    .filter(({ cents }) => cents !== 0)

function withIncluded(row: MoneyRow, includes: NonNullable<MoneyRow['includes']>): MoneyRow {
  const shown = includes.filter(({ cents }) => cents !== 0)
  return shown.length > 0 ? { ...row, includes: shown } : row
}

/** Returns the part of an amount that banks hold because of disputes. */
const disputedRow = ({ withdrawn }: Pick<ReservationMoney, 'withdrawn'>, whole: Cents) => [
  { label: 'Held by disputes', cents: Math.max(0, Math.min(withdrawn, whole)) },
]

/** Returns the rows of the price: the guest's own stay, the companions', and what the venue kept of canceled stays. */
function priceRows({ id, money: { price }, party, options, discount }: StayMoney, own: string): MoneyRow[] {
  // A companion's options and discount are part of what the payer pays.
  if (party && !party.payer) return [{ label: own, cents: price }]
  const members = party?.members ?? []
  const mine = members.find((member) => member.id === id)?.price ?? null
  if (mine === null) return stayRows(price, { own, options, discount })
  const others = members.flatMap((one) => (one.id === id ? [] : memberRow(one)))
  const known = others.reduce((sum, { cents }) => sum + cents, mine)
  return [
    ...stayRows(mine, { own, options, discount }),
    ...others,
    // Payments for guests who were split off from the party stay with the payer who made them.
    { label: 'Paid for guests who left the party', cents: price - known },
  ]
}

/** Splits the price of a stay into the stay, its options and the discount of a code, if they explain the price. */
function stayRows(
  price: Cents,
  { own, options, discount }: Pick<StayMoney, 'options' | 'discount'> & { own: string },
): MoneyRow[] {
  const usual = price - totalPrice(options) + (discount?.amount ?? 0)
  if (usual < 0) return [{ label: own, cents: price }]
  const code = discount?.code ? `Code ${oneLine(discount.code)}` : 'Discount'
  return [
    { label: own, cents: usual },
    ...options.map((option) => ({ label: oneLine(option.name), cents: option.price })),
    { label: code, cents: -(discount?.amount ?? 0) },
  ]
}

function memberRow({ customerName, kept, price }: MemberMoney): MoneyRow {
  const cents = price ?? 0
  const name = oneLine(customerName) || 'another guest'
  if (!kept) return { label: `${capitalized(name)}’s stay`, cents }
  if (!kept.decided) return { label: `Canceled, refund not decided yet: ${name}`, cents }
  return withIncluded({ label: `Kept after a cancellation: ${name}`, cents }, feesRow(kept.fees, cents))
}

const feesRow = (fees: Cents, kept: Cents) => [
  { label: 'Card fees', cents: Math.max(0, Math.min(fees, kept)) },
]

function endedRows({ status, money }: StayMoney, ended: EndedRows): MoneyRows {
  const { paid, refunded, toRefundByHand, toRefundToCards, fees, undecided } = ended
  const open = toRefundByHand + toRefundToCards
  const kept = paid - refunded - open
  const label = undecided
    ? 'Refund not decided yet'
    : status === 'cancelled'
      ? 'Kept after the cancellation'
      : 'Not refunded'
  return {
    parts: [
      { label: 'Paid', cents: paid },
      ...rowsOf(
        ['Refunded', -refunded],
        ['Still to be refunded', -toRefundByHand],
        ['Being refunded to the card', -toRefundToCards],
      ),
    ],
    total: withIncluded({ label, cents: kept }, [
      ...(undecided ? [] : feesRow(fees, kept)),
      ...disputedRow(money, kept),
    ]),
    settled: [],
  }
}
