/**
 * The entries of the ledger (R49): which accounts each fact debits and credits. A function gets a fact as it is now,
 * and the entries that were already posted for it. It returns the entries that are still missing. So posting a fact
 * again posts nothing, and a corrected fact reverses the entry that was wrong. Amounts are cents: a debit is above
 * zero, a credit below. Pure.
 */
import type { Account, LedgerSource } from '#platform/database/schema/ledger.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { type Cents, shares } from '#shared/money.ts'
import { NOTHING_REFUNDED, type Refunded } from '#shared/reservation-money.ts'

/** What happened. Reports name entries by it. */
export const ENTRY_KINDS = {
  payment: 'Payment',
  fee: 'Card fee',
  dispute: 'Dispute',
  dispute_returned: 'Dispute returned',
  refund_cancellation: 'Refund of a cancellation',
  refund_goodwill: 'Goodwill refund',
  refund_overpayment: 'Refund of an overpayment',
  refund_late: 'Refund of a late payment',
  refund_made: 'Refund made',
  cancellation: 'Kept from a canceled stay',
  reinstated: 'Cancellation undone',
  stay: 'Stay began',
  move: 'Moved to another event',
  hand_over: 'Counted for another guest',
  payout: 'Payout',
  deposit_slip: 'Deposit at the bank',
  deposit_returned: 'Returned by the bank',
  provider: 'Other card money',
  adjustment: 'Adjustment',
  reversal: 'Correction',
} as const
export type EntryKind = keyof typeof ENTRY_KINDS

export interface Line {
  account: Account
  amount: Cents
  reservationId: number | null
  eventId: number | null
  taxId?: number | null
}

export interface Entry {
  source: LedgerSource
  sourceId: string
  step: number
  kind: EntryKind
  occurredAt: Date
  /** The ranch day to post it on, if its month is still open. */
  day: Day
  reverses?: number
  memo?: string
  lines: Line[]
}

/** An entry in the database. */
export interface PostedEntry extends Omit<Entry, 'memo' | 'reverses'> {
  id: number
  reverses: number | null
}

/**
 * A guest, as far as the books are concerned. `rest` is where new money for this guest goes: to the deposits until
 * the stay begins, then to the income, and for a canceled guest to what the venue keeps.
 */
export interface BookedGuest {
  /** Null for money that belongs to no reservation. */
  reservationId: number | null
  eventId: number | null
  rest: 'guest_deposits' | 'retreat_income' | 'cancellation_income'
  /** Returns the taxes that are included in an amount for this guest's stay. None without this function. */
  taxesIn?: (amount: Cents) => { taxId: number; amount: Cents }[]
}

export interface GuestPart {
  guest: BookedGuest
  amount: Cents
}

/** Accounts that hold the money of guests until it is refunded. */
export const RESTS: readonly Account[] = [
  'guest_deposits',
  'cancellation_income',
  'retreat_income',
  'tax_payable',
]

/** The balance of an account for one guest: what was posted there, added up. */
export type Balance = Required<Line>

/** Cents that these lines have credited to the accounts that hold guests' money. */
export const heldIn = (lines: readonly Line[]): Cents =>
  0 - sumOf(lines.filter(({ account }) => RESTS.includes(account)))

export const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** Adds up lines by account, guest, event and tax. Leaves out what adds up to zero. */
export function balancesOf(lines: readonly Line[]): Balance[] {
  const sums = new Map<string, Balance>()
  for (const { account, amount, reservationId, eventId, taxId = null } of lines) {
    const key = [account, reservationId, eventId, taxId].join(' ')
    const was = sums.get(key)?.amount ?? 0
    sums.set(key, { account, amount: was + amount, reservationId, eventId, taxId })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

const namesOf = ({ reservationId, eventId }: BookedGuest) => ({ reservationId, eventId })

/**
 * Credits an amount to where the guest's money rests. The tax in an income is credited to the taxes. An amount below
 * zero is debited.
 */
function credit(guest: BookedGuest, amount: Cents): Line[] {
  if (amount < 0) return credit(guest, 0 - amount).map(negated)
  const taxes = guest.rest === 'retreat_income' ? (guest.taxesIn?.(amount) ?? []) : []
  const lines: Line[] = [
    { account: guest.rest, amount: sumOf(taxes) - amount, ...namesOf(guest) },
    ...taxes.map((tax): Line => {
      return { account: 'tax_payable', amount: 0 - tax.amount, ...namesOf(guest), taxId: tax.taxId }
    }),
  ]
  return lines.filter((line) => line.amount !== 0)
}

/**
 * Debits an amount where the guest's money is: first the deposits, then what was kept from a cancellation, then the
 * income with its taxes in proportion. What exceeds all of that overdraws the deposits.
 */
function draw(guest: BookedGuest, amount: Cents, balances: readonly Balance[]): Line[] {
  const lines: Line[] = []
  let left = amount
  for (const accounts of [['guest_deposits'], ['cancellation_income'], ['retreat_income', 'tax_payable']]) {
    const held = balances.filter(
      (balance) =>
        balance.reservationId === guest.reservationId &&
        balance.amount < 0 &&
        accounts.includes(balance.account),
    )
    const most = Math.min(left, 0 - sumOf(held))
    const parts = shares(
      most,
      held.map((balance) => 0 - balance.amount),
    )
    for (const [index, balance] of held.entries()) lines.push({ ...balance, amount: parts[index] ?? 0 })
    left -= most
  }
  lines.push({ account: 'guest_deposits', amount: left, ...namesOf(guest) })
  return lines.filter((line) => line.amount !== 0)
}

/** Returns the step of the next entry of a source. */
const stepAfter = (posted: readonly { step: number }[]) =>
  1 + posted.reduce((most, { step }) => Math.max(most, step), 0)

/** Numbers new entries of one source, after those that are posted. Leaves out entries without lines. */
function numbered(
  of: { source: LedgerSource; sourceId: string },
  posted: readonly { step: number }[],
  entries: readonly Omit<Entry, 'source' | 'sourceId' | 'step'>[],
): Entry[] {
  const first = stepAfter(posted)
  return entries
    .filter(({ lines }) => lines.length > 0)
    .map((entry, index) => ({ ...of, step: first + index, ...entry }))
}

/** Returns the entries that still count: neither reversals, nor reversed. */
export function standing(posted: readonly PostedEntry[]): PostedEntry[] {
  const reversed = new Set(posted.map(({ reverses }) => reverses))
  return posted.filter(({ id, reverses }) => reverses === null && !reversed.has(id))
}

/** Cancels out an entry. The correction is posted on the same day as the entry while that month is open. */
const reversalOf = (entry: PostedEntry, now: Date) => ({
  kind: 'reversal' as const,
  occurredAt: now,
  day: entry.day,
  reverses: entry.id,
  lines: entry.lines.map(negated),
})

const negated = (line: Line): Line => ({ ...line, amount: 0 - line.amount })

export interface PaymentFact {
  id: number
  method: string
  amount: Cents
  paidAt: Date
  /** The card provider's fee. Null if unknown, or if no card paid. */
  fee: Cents | null
  /** Cents that banks have withdrawn because of disputes. */
  withdrawn: Cents
  /** When the bank withdrew or returned what is not posted yet. */
  withdrawnAt: Date
  /** For whom the payment was made. The parts add up to the amount. */
  parts: GuestPart[]
}

/** The account to which money comes by each method of payment. */
export const accountOf = (method: string): Account => {
  if (method === 'card') return 'stripe_balance'
  return method === 'transfer' ? 'bank' : 'undeposited'
}

/** The account from which a refund by hand is paid: a check is drawn on the bank account. */
export const refundAccountOf = (method: string): Account =>
  method === 'cash' || method === 'other' ? 'undeposited' : 'bank'

const PAYMENT_KINDS: ReadonlySet<EntryKind> = new Set(['payment', 'hand_over'])

/**
 * Returns the missing entries of a payment: its receipt, the provider's fee, what banks withdrew or returned, and what
 * counts for another guest since. `fact` is null if an admin deleted the payment, because it was recorded by mistake.
 * `cameBack` is true if the money had been deposited and the bank returned it. Then the payment counts until today.
 */
export function entriesOfPayment(
  {
    source,
    sourceId,
    cameBack = false,
  }: { source: 'payment' | 'hand'; sourceId: string; cameBack?: boolean },
  fact: PaymentFact | null,
  posted: readonly PostedEntry[],
  now: Date,
): Entry[] {
  const own = posted.filter((entry) => entry.source === source)
  const still = standing(own)
  const receipt = still.find(({ kind }) => kind === 'payment')
  const isRight = fact !== null && receipt !== undefined && isSameReceipt(receipt, fact, source)
  const wrong = isRight ? [] : still.filter(({ kind }) => PAYMENT_KINDS.has(kind))
  const today = cameBack ? { day: ranchDay(now) } : {}
  const entries: Omit<Entry, 'source' | 'sourceId' | 'step'>[] = wrong.map((entry) => ({
    ...reversalOf(entry, now),
    ...today,
  }))
  if (!fact) return numbered({ source, sourceId }, own, entries)
  const { method, paidAt, parts } = fact
  if (isRight) entries.push({ kind: 'hand_over', ...on(now), lines: handOverLines(still, fact) })
  else {
    const lines = receiptLines(accountOf(method), parts)
    entries.push({ kind: 'payment', ...on(paidAt), ...today, lines })
  }
  const fee = (fact.fee ?? 0) - postedOn('fees', still)
  entries.push({ kind: 'fee', ...on(paidAt), lines: againstBalance('fees', fee, parts) })
  const disputes = posted.filter((entry) => entry.source === 'dispute')
  const withdrawn = fact.withdrawn - postedOn('disputes', disputes)
  const dispute = {
    kind: withdrawn > 0 ? ('dispute' as const) : ('dispute_returned' as const),
    ...on(fact.withdrawnAt),
    lines: againstBalance('disputes', withdrawn, parts),
  }
  return [
    ...numbered({ source, sourceId }, own, entries),
    ...numbered({ source: 'dispute', sourceId }, disputes, [dispute]),
  ]
}

const on = (at: Date) => ({ occurredAt: at, day: ranchDay(at) })

const postedOn = (account: Account, entries: readonly { lines: Line[] }[]): Cents =>
  sumOf(entries.flatMap(({ lines }) => lines).filter((line) => line.account === account))

/** A card payment is received once. A hand payment is as an admin recorded it last. */
function isSameReceipt(
  { lines, occurredAt }: PostedEntry,
  fact: PaymentFact,
  source: 'payment' | 'hand',
): boolean {
  const received = lines.filter(({ account }) => account === accountOf(fact.method))
  const isSameDay = source === 'payment' || ranchDay(occurredAt) === ranchDay(fact.paidAt)
  return sumOf(received) === fact.amount && isSameDay
}

const receiptLines = (account: Account, parts: readonly GuestPart[]): Line[] =>
  parts
    .filter(({ amount }) => amount !== 0)
    .flatMap(({ guest, amount }) => [{ account, amount, ...namesOf(guest) }, ...credit(guest, amount)])

/** Debits `account` and credits the provider's balance, shared by the guests for whom the payment was made. */
function againstBalance(account: Account, amount: Cents, parts: readonly GuestPart[]): Line[] {
  const sign = Math.sign(amount)
  const each = shares(
    Math.abs(amount),
    parts.map((part) => part.amount),
  )
  return parts.flatMap(({ guest }, index): Line[] => {
    const cents = (each[index] ?? 0) * sign
    if (cents === 0) return []
    return [
      { account, amount: cents, ...namesOf(guest) },
      { account: 'stripe_balance', amount: 0 - cents, ...namesOf(guest) },
    ]
  })
}

/**
 * Moves money between guests if an admin has changed for whom a payment counts. What was paid for a guest who was
 * deleted stays under that guest's number, so the guests whose parts have grown get less by that.
 */
function handOverLines(still: readonly PostedEntry[], { parts, method }: PaymentFact): Line[] {
  const account = accountOf(method)
  const received = still
    .filter(({ kind }) => PAYMENT_KINDS.has(kind))
    .flatMap(({ lines }) => lines)
    .filter((line) => line.account === account)
  const growth = parts.map(
    ({ guest, amount }) =>
      amount - sumOf(received.filter(({ reservationId }) => reservationId === guest.reservationId)),
  )
  const gone = growth.reduce((sum, more) => sum + more, 0)
  const less = shares(
    gone,
    growth.map((more) => Math.max(0, more)),
  )
  return parts.flatMap(({ guest }, index): Line[] => {
    const amount = (growth[index] ?? 0) - (less[index] ?? 0)
    return amount === 0 ? [] : [{ account, amount, ...namesOf(guest) }, ...credit(guest, amount)]
  })
}

export interface RefundFact {
  id: number
  amount: Cents
  /** The part of the amount that returns an overpayment. */
  overpayment: Cents
  cause: 'cancellation' | 'goodwill' | 'late'
  /** `requested` or `owed` until the money has left, then `succeeded`. */
  status: 'requested' | 'owed' | 'succeeded' | 'failed'
  /** The account that pays the refund. */
  from: Account
  decidedAt: Date
  finishedAt: Date | null
}

/** What a refund takes from one guest: the part that returns an overpayment, and the rest. */
export interface RefundPart {
  guest: BookedGuest
  overpayment: Cents
  rest: Cents
}

/**
 * Returns the missing entries of a refund: the decision, by which the money is owed to the guest, and the payment. A
 * refund that failed or was withdrawn (`fact` is null) reverses both. `parts` are needed until the refund is decided, and
 * `balances` are those of its guests.
 */
export function entriesOfRefund(
  refundId: number,
  fact: RefundFact | null,
  {
    parts,
    balances,
    posted,
    now,
  }: {
    parts: readonly RefundPart[]
    balances: readonly Balance[]
    posted: readonly PostedEntry[]
    now: Date
  },
): Entry[] {
  const still = standing(posted)
  const source = { source: 'refund' as const, sourceId: String(refundId) }
  const counts = fact !== null && fact.status !== 'failed'
  const isRight = counts && isSameDecision(still, fact)
  // A refund is made for the guests of its decision, so both are reversed together, the latest first.
  const wrong = isRight ? [] : still.toReversed()
  // Until it failed or was withdrawn, the refund counted. A refund that is decided again never counted as it was.
  const until = counts ? {} : on(fact?.finishedAt ?? now)
  const entries: Omit<Entry, 'source' | 'sourceId' | 'step'>[] = wrong.map((entry) => {
    return { ...reversalOf(entry, now), ...until }
  })
  if (!counts) return numbered(source, posted, entries)
  const undone = entries.flatMap(({ lines }) => lines)
  const decisions = isRight ? [] : decisionsOf(fact, parts, balancesOf([...balances, ...undone]))
  entries.push(...decisions)
  if (fact.status === 'succeeded') {
    const counted = (isRight ? still : decisions).flatMap(({ lines }) => lines)
    const owed = balancesOf(counted).filter(({ account }) => account === 'refunds_payable')
    const lines = owed.flatMap(({ amount, reservationId, eventId }): Line[] => [
      { account: 'refunds_payable', amount: 0 - amount, reservationId, eventId },
      { account: fact.from, amount, reservationId, eventId },
    ])
    entries.push({ kind: 'refund_made', ...on(fact.finishedAt ?? now), lines })
  }
  return numbered(source, posted, entries)
}

function isSameDecision(still: readonly PostedEntry[], { amount, overpayment }: RefundFact): boolean {
  const decided = still.filter(({ kind }) => kind !== 'refund_made')
  const over = decided.filter(({ kind }) => kind === 'refund_overpayment')
  const owedBy = (entries: readonly PostedEntry[]) => 0 - postedOn('refunds_payable', entries)
  return owedBy(decided) === amount && owedBy(over) === overpayment
}

function decisionsOf(fact: RefundFact, parts: readonly RefundPart[], balances: readonly Balance[]) {
  let left = [...balances]
  const take = (of: (part: RefundPart) => Cents): Line[] =>
    parts.flatMap((part) => {
      const amount = of(part)
      if (amount === 0) return []
      const drawn = draw(part.guest, amount, left)
      left = balancesOf([...left, ...drawn])
      return [...drawn, { account: 'refunds_payable' as const, amount: 0 - amount, ...namesOf(part.guest) }]
    })
  const over = take(({ overpayment }) => overpayment)
  const rest = take((part) => part.rest)
  return [
    { kind: 'refund_overpayment' as const, ...on(fact.decidedAt), lines: over },
    { kind: `refund_${fact.cause}` as const, ...on(fact.decidedAt), lines: rest },
  ]
}

/**
 * Splits a refund among the guests for whom its payment was made: what was overpaid for a guest (`named`) first, then
 * the guest whose cancellation it is (`guestId`), then all in proportion to what is left of their parts.
 */
export function refundParts(
  { amount, overpayment }: Pick<RefundFact, 'amount' | 'overpayment'>,
  left: readonly GuestPart[],
  { named, guestId }: { named: ReadonlyMap<number, Cents>; guestId: number | null },
): RefundPart[] {
  const rests = left.map((part) => Math.max(0, part.amount))
  const take = (cents: readonly Cents[]) =>
    cents.map((one, index) => {
      rests[index] = Math.max(0, (rests[index] ?? 0) - one)
      return one
    })
  const own = take(
    left.map(({ guest }, index) => Math.min(named.get(guest.reservationId ?? 0) ?? 0, rests[index] ?? 0)),
  )
  const over = take(shares(overpayment - own.reduce((sum, one) => sum + one, 0), rests))
  const rest = amount - overpayment
  const isFirst = ({ guest }: GuestPart) => guestId !== null && guest.reservationId === guestId
  const firsts = take(left.map((part, index) => (isFirst(part) ? Math.min(rest, rests[index] ?? 0) : 0)))
  const others = take(shares(rest - firsts.reduce((sum, one) => sum + one, 0), rests))
  return left.map(({ guest }, index) => ({
    guest,
    overpayment: (own[index] ?? 0) + (over[index] ?? 0),
    rest: (firsts[index] ?? 0) + (others[index] ?? 0),
  }))
}

/** Returns for whom how many cents of a refund return an overpayment, as posted. */
export function overpaidIn(posted: readonly PostedEntry[]): Map<number, Cents> {
  const entries = standing(posted).filter(({ kind }) => kind === 'refund_overpayment')
  const owed = balancesOf(entries.flatMap(({ lines }) => lines)).filter(
    ({ account }) => account === 'refunds_payable',
  )
  return new Map(owed.map(({ reservationId, amount }) => [reservationId ?? 0, 0 - amount]))
}

/** What a payment is for one guest, and what was refunded of that by cause. */
export interface PaidPart {
  reservationId: number | null
  amount: Cents
  refunded: Refunded
}

const CAUSES: Partial<Record<EntryKind, keyof Refunded>> = {
  refund_cancellation: 'cancellation',
  refund_goodwill: 'goodwill',
  refund_overpayment: 'overpayment',
  refund_late: 'late',
}

/** Splits a payment among its guests. Pass the entries of the payment (`received`) and those of its refunds. */
export function paidParts(received: readonly PostedEntry[], refunds: readonly PostedEntry[]): PaidPart[] {
  const parts = new Map<number | null, PaidPart>()
  const add = ({ reservationId }: Line, change: (part: PaidPart) => void) => {
    const part = parts.get(reservationId) ?? {
      reservationId,
      amount: 0,
      refunded: { ...NOTHING_REFUNDED },
    }
    change(part)
    parts.set(reservationId, part)
  }
  const restsIn = ({ lines }: PostedEntry) => lines.filter(({ account }) => RESTS.includes(account))
  for (const line of received.flatMap(restsIn)) add(line, (part) => (part.amount -= line.amount))
  for (const entry of standing(refunds)) {
    const cause = CAUSES[entry.kind]
    if (cause === undefined) continue
    for (const line of restsIn(entry)) add(line, ({ refunded }) => (refunded[cause] += line.amount))
  }
  return [...parts.values()]
}

export interface StayFact extends BookedGuest {
  reservationId: number
  eventId: number
  status: string
  startDateDate: Day
}

/**
 * Returns the missing entries of a guest's stay: money that moves to another event with the guest, a cancellation that
 * was undone, and the income of a stay that has begun. `kept` is true once the refund of a cancellation is decided:
 * then what is left is kept.
 */
export function entriesOfStay(
  fact: StayFact,
  balances: readonly Balance[],
  { posted, kept, now }: { posted: readonly { source: string; step: number }[]; kept: boolean; now: Date },
): Entry[] {
  const { reservationId, eventId, status, startDateDate } = fact
  const own = balances.filter((balance) => balance.reservationId === reservationId)
  const deposits = own.filter(({ account }) => account === 'guest_deposits')
  const sourceId = String(reservationId)
  const of = (source: LedgerSource, entry: Omit<Entry, 'source' | 'sourceId' | 'step'>) =>
    numbered(
      { source, sourceId },
      posted.filter((one) => one.source === source),
      [entry],
    )
  const moved = (from: readonly Balance[], account: Account): Line[] =>
    [...from.map(negated), { account, amount: sumOf(from), reservationId, eventId }].filter(
      (line) => line.amount !== 0,
    )
  if (status === 'cancelled') {
    if (!kept) return []
    const lines = moved(deposits, 'cancellation_income')
    return of('cancellation', { kind: 'cancellation', ...on(now), lines })
  }
  const elsewhere = deposits.filter((balance) => balance.eventId !== eventId)
  const entries = of('move', { kind: 'move', ...on(now), lines: moved(elsewhere, 'guest_deposits') })
  if (status !== 'confirmed') return entries
  const back = own.filter(({ account }) => account === 'cancellation_income')
  const lines = moved(back, 'guest_deposits')
  entries.push(...of('cancellation', { kind: 'reinstated', ...on(now), lines }))
  const waiting = 0 - sumOf([...deposits, ...back])
  if (fact.rest !== 'retreat_income' || waiting === 0) return entries
  const began = posted.some(({ source }) => source === 'stay') ? on(now) : on(ranchInstant(startDateDate))
  const deposit: Line = { account: 'guest_deposits', amount: waiting, reservationId, eventId }
  const income = of('stay', { kind: 'stay', ...began, lines: [deposit, ...credit(fact, waiting)] })
  return [...entries, ...income]
}

/** A transaction in the card provider's balance. */
export interface TransactionFact {
  id: string
  kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'
  amount: Cents
  fee: Cents
  at: Date
  /** True if it belongs to a payment of this site. Then the payment and its refunds post the amount. */
  isOurs: boolean
  eventId: number | null
  reservationId: number | null
}

/**
 * Returns the missing entry of a transaction in the card provider's balance that no payment or refund of this site
 * posts: payouts, the fee of a dispute, the provider's other fees, and money of other businesses on the same account.
 * A payout's `at` is the day on which it reaches the bank.
 */
export function entriesOfTransaction(fact: TransactionFact, posted: readonly PostedEntry[]): Entry[] {
  const { id: sourceId, kind, amount, fee, at, isOurs } = fact
  const names = { reservationId: isOurs ? fact.reservationId : null, eventId: isOurs ? fact.eventId : null }
  const line = (account: Account, cents: Cents): Line => ({ account, amount: cents, ...names })
  const still = standing(posted)
  const make = (source: LedgerSource, as: EntryKind, lines: Line[]): Entry[] => {
    const wanted = balancesOf(lines)
    const wrong = still.filter(({ lines: were }) => balancesOf([...were, ...wanted.map(negated)]).length > 0)
    if (wrong.length < still.length) return []
    const entries = [...wrong.map((entry) => reversalOf(entry, at)), { kind: as, ...on(at), lines: wanted }]
    return numbered({ source: still[0]?.source ?? source, sourceId }, posted, entries)
  }
  if (kind === 'payout')
    return make('payout', 'payout', [
      line('bank', 0 - amount),
      line('stripe_balance', amount - fee),
      line('fees', fee),
    ])
  const isPostedElsewhere = isOurs && (kind === 'charge' || kind === 'refund' || kind === 'dispute')
  const cents = isPostedElsewhere ? 0 : amount
  const ownFee = isOurs && kind === 'charge' ? 0 : fee
  const net = cents - ownFee
  const to: Account = kind === 'fee' ? 'fees' : 'other'
  const lines = [line('stripe_balance', net), line(to, 0 - cents), line('fees', ownFee)]
  const source = kind === 'dispute' && isOurs ? 'dispute' : 'adjustment'
  return make(source, kind === 'fee' || isPostedElsewhere ? 'fee' : 'provider', lines)
}

/** An amount of one guest's money. */
export type GuestAmount = Omit<Line, 'account' | 'taxId'>

/**
 * Splits the deposited part of a hand payment among its guests. `posted` are the entries of the payment. A payment
 * without entries is nobody's.
 */
export function depositedParts(amount: Cents, posted: readonly PostedEntry[]): GuestAmount[] {
  const received = balancesOf(standing(posted).flatMap(({ lines }) => lines)).filter(
    (line) => line.account === 'undeposited',
  )
  if (received.length === 0) return [{ amount, reservationId: null, eventId: null }]
  const each = shares(
    amount,
    received.map((line) => line.amount),
  )
  return received.flatMap(({ reservationId, eventId }, index) => {
    const cents = each[index] ?? 0
    return cents === 0 ? [] : [{ amount: cents, reservationId, eventId }]
  })
}

const intoBank = (parts: readonly GuestAmount[]): Line[] =>
  balancesOf(
    parts.flatMap((part): Line[] => [
      { ...part, account: 'bank' },
      { ...part, account: 'undeposited', amount: 0 - part.amount },
    ]),
  )

const slipSource = (slipId: number) => ({ source: 'deposit_slip' as const, sourceId: String(slipId) })

/** Deposits cash and checks at the bank. `parts` are the payments in the slip, by guest. */
export const entriesOfSlip = (
  slip: { id: number; depositedOn: Day },
  parts: readonly GuestAmount[],
): Entry[] =>
  numbered(
    slipSource(slip.id),
    [],
    [{ kind: 'deposit_slip', ...on(ranchInstant(slip.depositedOn)), lines: intoBank(parts) }],
  )

/**
 * Takes a payment of a slip out of the bank again, because the check bounced or the payment was recorded wrong. `parts`
 * is the payment, by guest.
 */
export const entriesOfReturn = (
  slipId: number,
  parts: readonly GuestAmount[],
  { posted, now }: { posted: readonly PostedEntry[]; now: Date },
): Entry[] =>
  numbered(slipSource(slipId), posted, [
    { kind: 'deposit_returned', ...on(now), lines: intoBank(parts).map(negated) },
  ])

/** Reverses everything that was posted for a slip. */
export const entriesOfUndoneSlip = (slipId: number, posted: readonly PostedEntry[], now: Date): Entry[] =>
  numbered(
    slipSource(slipId),
    posted,
    standing(posted).map((entry) => reversalOf(entry, now)),
  )

/** An entry that an admin makes: moves an amount from one account to another, with the reason. */
export const entriesOfAdjustment = (adjustment: {
  id: string
  debit: Account
  credit: Account
  amount: Cents
  reservationId: number | null
  eventId: number | null
  memo: string
  now: Date
}): Entry[] => {
  const { id: sourceId, debit, credit: other, amount, reservationId, eventId, memo, now } = adjustment
  const lines: Line[] = [
    { account: debit, amount, reservationId, eventId },
    { account: other, amount: 0 - amount, reservationId, eventId },
  ]
  return numbered({ source: 'adjustment', sourceId }, [], [{ kind: 'adjustment', ...on(now), memo, lines }])
}
