/** API contract of the bank statement of a month (R40), for admins only. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { day, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { isMonth } from '#shared/months.ts'
import { ACCOUNT_KEYS } from './domain/journal.ts'
import { TRANSACTION_KINDS } from './domain/balance.ts'

const month = () => z.string().refine(isMonth, 'Please enter a month as yyyy-mm')
const sum = () => z.int().meta({ title: 'Cents' })

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
  accounts: z.record(z.enum(ACCOUNT_KEYS), account),
  /** The name of the tax rate that Xero requires on each line of a journal entry. */
  taxRate: requiredLine(60),
})
export type StatementAccounts = z.output<typeof accounts>

export const statement = z.object({
  month: month(),
  /**
   * The site has stored all transactions of the provider's balance before this instant. Null until the first sync
   * is complete.
   */
  readUntil: instantText().nullable(),
  /**
   * The balance at the start of the month: money that the card provider holds, and payouts on their way to the
   * bank.
   */
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
  /**
   * The transactions that make up the balance at the end of the month, because no payout has paid them out by then.
   */
  open: z.array(line),
  outside: z.array(z.object({ method: z.string(), received: sum(), refunded: sum() })),
  owed: z.object({
    /** Money received by the end of the month for events that had not started by then. */
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
    /** Cents of refunds that were decided, but not yet made, by the end of the month. */
    refunds: sum(),
    total: sum(),
    before: sum(),
  }),
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
    'Returns the money statement of one month (ranch time): the card provider’s balance at its start and end, the payouts to the bank with the payments in each, the manual payments (cash, check or transfer), and what is owed to guests at the end. Without `month`, returns the last complete month',
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
    'Returns the statement of one month as a CSV table without names. With `form` set to `quickbooks` or `xero`, returns journal entries to import into QuickBooks Online or Xero instead. Without `month`, uses the last complete month. Fails for Xero while account codes are missing',
  access: 'admin',
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
  access: 'admin',
  body: accounts,
  reply: z.object({ accounts }),
})
