/** API contract of the bank statement of a month (R40) and of closing months (R49.3), for admins only. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { cents, day, id, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { isMonth } from '#shared/months.ts'
import { ACCOUNT_KEYS } from './domain/accounts.ts'
import { TRANSACTION_KINDS } from './domain/balance.ts'

const month = () => z.string().refine(isMonth, 'Please enter a month as yyyy-mm')
const sum = () => z.int().meta({ title: 'Cents' })
const accountKey = () => z.enum(ACCOUNT_KEYS, { error: 'Unknown account' })

/**
 * A transaction in the card provider's balance. Amounts are cents: positive if money came into the balance,
 * negative if money left it.
 */
const line = z.object({
  id: z.string(),
  day: day(),
  kind: z.enum(TRANSACTION_KINDS),
  /** The card provider's name for the type of this transaction. */
  type: z.string(),
  amount: sum(),
  fee: sum(),
  net: sum(),
  /**
   * False if the transaction does not belong to a payment of this site. Another business may use the same account.
   */
  ours: z.boolean(),
  /**
   * Id of the reservation that was paid. Null if the transaction belongs to no reservation or the reservation was
   * deleted.
   */
  reservationId: z.int().nullable(),
  eventName: z.string().nullable(),
  /** The card that paid, in words. Null if the card is unknown or its data was deleted. */
  card: z.string().nullable(),
})
export type StatementLine = z.output<typeof line>

const payout = z.object({
  id: z.string(),
  /**
   * The day on which the payout reaches the bank. For a payout that the bank returned before that day, the ranch's
   * day of the return.
   */
  day: day(),
  amount: sum(),
  status: z.string(),
  traceId: z.string().nullable(),
  /**
   * True for a payout that a person requested. For such a payout, the provider never lists which transactions it
   * contains.
   */
  manual: z.boolean(),
  lines: z.array(line),
  /** True if all transactions of this payout are known and add up to its amount. */
  addsUp: z.boolean(),
})
export type StatementPayout = z.output<typeof payout>

/**
 * The name of a bookkeeping account in QuickBooks, and its code in Xero. The code is empty until an admin enters
 * it.
 */
const account = z.object({ name: requiredLine(100), code: typedLine(20) })

export const accounts = z.object({
  accounts: z.record(accountKey(), account, {
    // The types of Zod leave out that a record refuses unknown keys.
    error: ({ keys }) => (Array.isArray(keys) ? `Unknown account: ${keys.join(', ')}` : undefined),
  }),
  /** The name of the tax rate that Xero requires on each line of a journal entry. */
  taxRate: requiredLine(60),
})
export type StatementAccounts = z.output<typeof accounts>

/** Accounts as an owner has named them, perhaps before the ledger had all the accounts of today. */
export const storedAccounts = accounts.extend({ accounts: z.record(z.string(), account) })

export const statement = z.object({
  month: month(),
  /** When the month was closed. Null while it is open, so that it may still change. */
  closedAt: instantText().nullable(),
  /** True if the month is over at the ranch. Only then can it be closed. */
  isOver: z.boolean(),
  /**
   * The site has stored all transactions of the provider's balance before this instant. Null until the first sync
   * is complete.
   */
  readUntil: instantText().nullable(),
  /**
   * All accounts of the ledger. An opening or closing balance above zero is a debit, one below zero a credit.
   * `debits` and `credits` are both above zero.
   */
  balances: z.array(
    z.object({ account: accountKey(), opening: sum(), debits: sum(), credits: sum(), closing: sum() }),
  ),
  /**
   * The balance at the start of the month: money that the card provider holds, and payouts on their way to the
   * bank.
   */
  opening: sum(),
  charges: sum(),
  refunds: sum(),
  disputes: sum(),
  fees: sum(),
  /** Cents of other businesses on the same account at the provider, and of all other transactions. */
  other: sum(),
  /** Cents that admins posted to the balance by adjustments. */
  adjustments: sum(),
  net: sum(),
  paidOut: sum(),
  closing: sum(),
  payouts: z.array(payout),
  /**
   * The transactions that make up the balance at the end of the month, because no payout has paid them out by then.
   */
  open: z.array(line),
  /**
   * Money outside of the card provider: cash and checks in hand (`undeposited`), and transfers to the `bank` account
   * and checks drawn on it. `deposited` is what was taken from the first to the second.
   */
  byHand: z.array(
    z.object({
      account: z.enum(['undeposited', 'bank']),
      received: sum(),
      refunded: sum(),
      deposited: sum(),
      adjustments: sum(),
    }),
  ),
  owed: z.object({
    /** Deposits at the end of the month, by the event for which they were paid. */
    stays: z.array(
      z.object({
        /** Null for money of no event. */
        eventId: z.int().nullable(),
        /** Null if the event was deleted, like the two fields after it. */
        name: z.string().nullable(),
        urlName: z.string().nullable(),
        day: day().nullable(),
        guests: z.int(),
        amount: sum(),
      }),
    ),
    /** Cents of refunds that were decided, but not yet made, by the end of the month. */
    refunds: sum(),
    total: sum(),
    /** The total a month earlier. */
    before: sum(),
  }),
  /** Cents of income in the month: of stays that began, and what was kept of canceled stays. Without taxes. */
  income: z.object({ retreat: sum(), cancellation: sum() }),
  /** Cents of each tax in the month's income. */
  taxes: z.array(z.object({ taxId: z.int().nullable(), name: z.string(), amount: sum() })),
  /**
   * Cents of discounts for reservations that used a code and were confirmed in the month. Later changes of a
   * reservation do not count. No total includes this amount.
   */
  discounts: sum(),
  /** Card payments of this site that should be in the card provider's balance but are not. */
  untold: z.object({ count: z.int(), amount: sum() }),
  accounts,
})
export type Statement = z.output<typeof statement>

const query = z.object({
  /** The month as `yyyy-mm`. Without it, the last complete month. */
  month: month().optional(),
})

export const getStatement = endpoint({
  name: 'statements.getStatement',
  route: 'GET auth/statement',
  summary:
    'Returns the statement of one month (ranch time) from the ledger: all accounts, the card provider’s balance at its start and end, the payouts to the bank with the payments in each, cash, checks and transfers, income, and what is owed to guests at the end. Without `month`, returns the last complete month',
  needs: 'money.see',
  query,
  reply: statement,
})

const STATEMENT_FORMS = ['lines', 'quickbooks', 'xero'] as const
export type StatementForm = (typeof STATEMENT_FORMS)[number]

export const exportStatement = endpoint({
  name: 'statements.exportStatement',
  route: 'GET auth/statement/export',
  summary:
    'Returns the ledger entries of one month as a CSV table without names. With `form` set to `quickbooks` or `xero`, returns them as journal entries to import into QuickBooks Online or Xero instead. Without `month`, uses the last complete month. Closes a month that is over, with all earlier months: from then on, every export of it is the same. Marks the export of a month that is not over as open. Fails for Xero while account codes are missing, and names them in `fields`',
  needs: 'money.close',
  gives: 'csv',
  query: query.extend({ form: z.enum(STATEMENT_FORMS).default('lines') }),
  reply: csvReply,
  failures: {
    codes_missing: 'Xero needs a code for each account. Please enter the codes on the Bank statement page.',
  },
})

export const nameAccounts = endpoint({
  name: 'statements.nameAccounts',
  route: 'PUT auth/statement/accounts',
  summary:
    'Sets the names and codes that the owner’s bookkeeping program uses for the accounts in exported journal entries, and the name of Xero’s tax rate (`taxRate`)',
  needs: 'money.edit',
  body: accounts,
  reply: z.object({ accounts }),
})

const closing = z.object({
  month: month(),
  closedAt: instantText().nullable(),
  isOver: z.boolean(),
  /** The months that closing this month would close, the earliest first. Empty if it is closed. */
  months: z.array(month()).meta({ example: ['2027-04', '2027-05'] }),
  /** Number of ledger entries in these months. */
  entries: z.int(),
  /** What is still open at the end of the month. Nothing of it prevents closing. */
  open: z.object({
    /** True if the site has not stored all transactions of the card provider until the end of the month. */
    unread: z.boolean(),
    readUntil: instantText().nullable(),
    /** Card payments of the month that are not in the card provider's balance. */
    untold: z.object({ count: z.int(), amount: sum() }),
    /** Cents of cash and checks that were not deposited at the bank. */
    undeposited: sum(),
    /** Cents of refunds that were decided, but not made. */
    refunds: sum(),
    /** Deposits of guests whose reservations were canceled, ended unpaid or were deleted. */
    deposits: z.array(
      z.object({
        reservationId: z.int().nullable(),
        eventName: z.string().nullable(),
        amount: sum(),
        /** False if the reservation was deleted. */
        exists: z.boolean(),
      }),
    ),
  }),
})
export type Closing = z.output<typeof closing>

export const getClosing = endpoint({
  name: 'statements.getClosing',
  route: 'GET auth/statement/closing',
  summary:
    'Returns which months `POST auth/statement/close` would close with this month, and what is still open at its end: unread transactions of the card provider, cash and checks in hand, refunds owed, and deposits of canceled or deleted guests. Without `month`, uses the last complete month',
  needs: 'money.see',
  query,
  reply: closing,
})

export const closeMonth = endpoint({
  name: 'statements.closeMonth',
  route: 'POST auth/statement/close',
  summary:
    'Closes a month that is over, and all earlier months. No entry can be posted in a closed month, and none can be reopened: what the site learns later is posted on the first open day. Changes nothing if the month is closed already',
  needs: 'money.close',
  body: z.object({ month: month() }),
  reply: z.object({ month: month(), closedAt: instantText() }),
  failures: {
    month_not_over: 'This month is not over yet. It can be closed from the first day of the next month on.',
  },
})

/** What an admin enters for an adjustment. */
export const adjustment = z
  .object({
    /** The ranch day to post the entry on. Today if missing. */
    day: day().nullish(),
    /** The account to debit and the account to credit. */
    debit: accountKey().meta({ example: 'bank' }),
    credit: accountKey().meta({ example: 'other' }),
    amount: cents().min(1, 'Please enter more than $0.00'),
    /** The number of the guest's reservation, if the money is a guest's. It may have been deleted. */
    reservationId: id().nullish(),
    memo: requiredLine(200),
    /** A random key that the form keeps, so that a repeated request posts one entry. */
    attempt: z.string().min(16).max(100).nullish(),
  })
  .refine(({ debit, credit }) => debit !== credit, {
    path: ['credit'],
    message: 'Please choose another account than the one to debit',
  })

export const postAdjustment = endpoint({
  name: 'statements.postAdjustment',
  route: 'POST auth/statement/adjustment',
  summary:
    'Posts an entry of an admin to the ledger: debits one account and credits another, with the reason as `memo`, which must not name a guest. Posts it today unless `day` says another day in an open month. The entry can never be changed or deleted, only reversed by a second adjustment',
  needs: 'money.close',
  body: adjustment,
  status: 201,
  reply: z.object({ entry: z.object({ id: z.int(), number: z.string(), day: day() }) }),
})
