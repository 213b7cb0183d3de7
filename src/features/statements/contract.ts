/** The calls about a month's bank statement (R40): admins alone. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { day, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { isMonth } from '#shared/months.ts'
import { ACCOUNT_KEYS } from './domain/journal.ts'
import { MOVE_KINDS } from './domain/balance.ts'

const month = () => z.string().refine(isMonth, 'Please enter a month as yyyy-mm')
const sum = () => z.int().meta({ title: 'Cents' })

/** A move in the provider's balance, in cents: above zero it came, below it went. */
const line = z.object({
  id: z.string(),
  day: day(),
  kind: z.enum(MOVE_KINDS),
  /** The provider's own word for it. */
  type: z.string(),
  amount: sum(),
  fee: sum(),
  net: sum(),
  /** False: no payment of this site; the account is used for something else as well. */
  ours: z.boolean(),
  /** Null: none, or it was deleted. */
  reservationId: z.int().nullable(),
  eventName: z.string().nullable(),
  /** With which card was paid; null: not told, or forgotten. */
  card: z.string().nullable(),
})
export type StatementLine = z.output<typeof line>

const payout = z.object({
  id: z.string(),
  /** The bank's; of one that came back before that, the ranch's on which it did. */
  day: day(),
  amount: sum(),
  status: z.string(),
  traceId: z.string().nullable(),
  /** Asked for by hand: what it was made of is never told. */
  manual: z.boolean(),
  lines: z.array(line),
  /** The lines are told, and sum to it. */
  addsUp: z.boolean(),
})
export type StatementPayout = z.output<typeof payout>

/** An account's name in QuickBooks and its code in Xero; empty: not told yet. */
const account = z.object({ name: requiredLine(100), code: typedLine(20) })

export const accounts = z.object({
  accounts: z.record(z.enum(ACCOUNT_KEYS), account),
  /** The name of the tax rate that Xero wants with each line. */
  taxRate: requiredLine(60),
})
export type StatementAccounts = z.output<typeof accounts>

export const statement = z.object({
  month: month(),
  /** Until when the provider's balance has been read; null: not to its end yet. */
  readUntil: instantText().nullable(),
  /** With the provider, or on the way to the bank. */
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
  /** The moves that the closing balance is made of. */
  open: z.array(line),
  outside: z.array(z.object({ method: z.string(), received: sum(), refunded: sum() })),
  owed: z.object({
    /** Received by the month's end for stays that had not begun by then. */
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
    /** Decided by then, and not given by then. */
    refunds: sum(),
    total: sum(),
    before: sum(),
  }),
  /** The discounts by codes on stays that were confirmed in the month, whatever became of them: told, and part of no sum. */
  discounts: sum(),
  /** Card payments of ours that the provider's balance should have and has not. */
  untold: z.object({ count: z.int(), amount: sum() }),
  accounts,
})
export type Statement = z.output<typeof statement>

const query = z.object({
  /** `yyyy-mm`; the last one that is over unless told. */
  month: month().optional(),
})

export const getStatement = endpoint({
  name: 'statements.getStatement',
  route: 'GET auth/statement',
  summary:
    'A month of the card provider’s balance, by days at the ranch: what came and went, each payout that the bank has in that month with what it was made of, what was received otherwise, and what is owed to guests at its end',
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
    'The same month as a table, without anybody’s name: each line with its payout, or with `form` the journal entries that QuickBooks Online and Xero import',
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
  summary: 'What the accounts of the journal are called in the owner’s bookkeeping',
  access: 'admin',
  body: accounts,
  reply: z.object({ accounts }),
})
