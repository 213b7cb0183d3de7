/** Decides whether a sign-up can use a discount code, and how much it takes off. Reads the code and its uses. */
import type { EventRow } from '#domain/events/store/events.ts'
import type { Database } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { type CodeProblem, type CodeTerms, discounts, isGoodFor } from './domain/discount.ts'
import { type CodeRow, countUses, findCode, findCodeById } from './store/codes.ts'

interface Using {
  event: Pick<EventRow, 'id' | 'cost'>
  today: Day
  /**
   * The guest's existing sign-up, if any. Its own use of the code does not count against the limit. It may keep its
   * code even if the code has ended since (R41.5). Null for a new sign-up.
   */
  own: { id: number; codeId: number | null } | null
}

/**
 * Returns the code if this sign-up can use it, or why not. If the caller holds the code's lock, the answer is valid
 * until the end of the transaction.
 */
export async function findUsableCode(
  db: Database,
  typed: string,
  { event, today, own }: Using,
): Promise<CodeRow | CodeProblem> {
  const code = await findCode(db, typed)
  if (!code) return 'code_unknown'
  if (own?.codeId === code.id) return code
  if (!isGoodFor(code, { event, today })) return 'code_unknown'
  if (code.uses === null) return code
  return (await countUses(db, code.id, own?.id ?? null)) < code.uses ? code : 'code_used_up'
}

/**
 * Returns whether a discount code has no uses left. Then no canceled stay with this code can be reinstated, because
 * the stay would need another use.
 */
export async function isUsedUp(db: Database, id: number): Promise<boolean> {
  const code = await findCodeById(db, id)
  return code !== undefined && code.uses !== null && (await countUses(db, id, null)) >= code.uses
}

/**
 * The discount code in a sign-up form. `pays` is the price in cents that the guest sets for a code with an
 * open price.
 */
export interface RequestedCode {
  code: string | null
  pays: Cents | null
}

export interface CodeQuote {
  /** Id of the discount code. Null if the sign-up has no code, or cannot use the one it has. */
  codeId: number | null
  kind: CodeTerms['kind'] | null
  /** The discount of each guest in cents, the payer's first. */
  off: Cents[]
  problem: CodeProblem | null
}

/** Returns the discount of a sign-up with a code. `cost` is the event's cost per guest in cents. */
export async function discountFor(
  db: Database,
  { code: typed, pays }: RequestedCode,
  { cost, guests, ...using }: Using & { cost: Cents; guests: number },
): Promise<CodeQuote> {
  const none = { codeId: null, kind: null, off: [] }
  if (typed === null) return { ...none, problem: null }
  const code = await findUsableCode(db, typed, using)
  if (typeof code === 'string') return { ...none, problem: code }
  const off = discounts(code, { cost, guests, pays: pays ?? undefined })
  return { codeId: code.id, kind: code.kind, off, problem: null }
}
