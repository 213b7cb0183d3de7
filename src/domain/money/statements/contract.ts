/** API contract of a month's bank statement (R40), for admins only. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { day, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { isMonth } from '#shared/months.ts'
import { ACCOUNT_KEYS } from './domain/journal.ts'
import { TRANSACTION_KINDS } from './domain/balance.ts'

const month = () => z.string().refine(isMonth, 'Please enter a month as yyyy-mm')
const sum = () => z.int().meta({ title: 'Cents' })

/** A transaction in the provider's balance, in cents. Positive amounts came in, negative ones went out. */
const line = z.object({
  id: z.string(),
  day: day(),
  kind: z.enum(TRANSACTION_KINDS),
  /** The provider's own type of the transaction. */
  type: z.string(),
  amount: sum(),
  fee: sum(),
  net: sum(),
  /** False if it is no payment of this site, because the account is used for another business too. */
  ours: z.boolean(),
  /** Null if there is none or it was deleted. */
  reservationId: z.int().nullable(),
  eventName: z.string().nullable(),
  /** The card that paid, in words. Null if unknown or purged. */
  card: z.string().nullable(),
})
export type StatementLine = z.output<typeof line>

const payout = z.object({
  id: z.string(),
  /** The bank's day. For a payout returned before that, the ranch day of its return. */
  day: day(),
  amount: sum(),
  status: z.string(),
  traceId: z.string().nullable(),
  /** True for a payout requested by a person. The provider never lists what is in it. */
  manual: z.boolean(),
  lines: z.array(line),
  /** True if its lines are known and add up to its amount. */
  addsUp: z.boolean(),
})
export type StatementPayout = z.output<typeof payout>

/** An account's name in QuickBooks and its code in Xero. The code is empty until an owner enters it. */
const account = z.object({ name: requiredLine(100), code: typedLine(20) })

export const accounts = z.object({
  accounts: z.record(z.enum(ACCOUNT_KEYS), account),
  /** The name of the tax rate that Xero requires on each line. */
  taxRate: requiredLine(60),
})
export type StatementAccounts = z.output<typeof accounts>

export const statement = z.object({
  month: month(),
  /** Until when the provider's balance has been read. Null if the first reading is not complete. */
  readUntil: instantText().nullable(),
  /** The opening balance: with the provider, or on its way to the bank. */
  opening: sum(),
  charges: sum(),
  refunds: sum(),
  disputes: sum(),
  fees: sum(),
  other: sum(),
  notOurs: sum(),
  net: sum(),
  paidOut: sum(),
  closing: sum(),
  payouts: z.array(payout),
  /** The transactions that make up the closing balance. */
  open: z.array(line),
  outside: z.array(z.object({ method: z.string(), received: sum(), refunded: sum() })),
  owed: z.object({
    /** Received by the month's end for events that had not started by then. */
    stays: z.array(
      z.object({
        eventId: z.int(),
        name: z.string(),
        urlName: z.string(),
        day: day(),
        guests: z.int(),
        amount: sum(),
      }),
    ),
    /** Refunds decided but not made by the month's end. */
    refunds: sum(),
    total: sum(),
    before: sum(),
  }),
  /**
   * The discounts by codes on reservations confirmed in the month, whatever happened to them later. Not part of any
   * total.
   */
  discounts: sum(),
  /** Our card payments that should be in the provider's balance but are not. */
  untold: z.object({ count: z.int(), amount: sum() }),
  accounts,
})
export type Statement = z.output<typeof statement>

const query = z.object({
  /** The month as `yyyy-mm`. Defaults to the last complete month. */
  month: month().optional(),
})

export const getStatement = endpoint({
  name: 'statements.getStatement',
  route: 'GET auth/statement',
  summary:
    'Returns a month of the card provider’s balance by ranch days: totals, payouts with what is in them, manual payments, and what is owed to guests at the month’s end',
  access: 'admin',
  query,
  reply: statement,
})

const STATEMENT_FORMS = ['lines', 'quickbooks', 'xero'] as const
export type StatementForm = (typeof STATEMENT_FORMS)[number]

export const exportStatement = endpoint({
  name: 'statements.exportStatement',
  route: 'GET auth/statement/export',
  summary:
    'Returns the same month as a CSV table without names; with `form`, as journal entries for QuickBooks Online or Xero',
  access: 'admin',
  gives: 'csv',
  query: query.extend({ form: z.enum(STATEMENT_FORMS).default('lines') }),
  reply: csvReply,
  failures: {
    codes_missing: 'Xero wants a code for each account. Please enter them on the statement’s page.',
  },
})

export const nameAccounts = endpoint({
  name: 'statements.nameAccounts',
  route: 'PUT auth/statement/accounts',
  summary: 'Sets the names of the journal’s accounts in the owner’s bookkeeping',
  access: 'admin',
  body: accounts,
  reply: z.object({ accounts }),
})
