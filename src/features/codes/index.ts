/** The server side of codes for other features. */
import type { EventRow } from '#features/events/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { type CodeProblem, type CodeTerms, discounts, isGoodFor } from './domain/discount.ts'
import { type CodeRow, countUses, findCode, findCodeById } from './store/codes.ts'

export { listCodeNames, lockCodeById, lockCodeByText, recordDiscounts } from './store/codes.ts'

interface Using {
  event: Pick<EventRow, 'id' | 'cost'>
  today: Day
  /** The sign-up that comes back with its code: its own use is not counted, and what it has stays (R41.5). Null: a new one. */
  own: { id: number; codeId: number | null } | null
}

/** A code that this sign-up can use, or why it cannot. Where the caller holds the code's lock, that stands until the transaction ends. */
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

/** Whether others have used a code as often as it is good for, so that a stay that does not stand cannot have its use back. */
export async function isUsedUp(db: Database, id: number): Promise<boolean> {
  const code = await findCodeById(db, id)
  return code !== undefined && code.uses !== null && (await countUses(db, id, null)) >= code.uses
}

/** The code of a sign-up: as it is kept, and with an open one what the guest names for each stay. */
export interface AskedCode {
  code: string | null
  pays: Cents | null
}

export interface CodeQuote {
  /** Null: it has none, or cannot have it. */
  codeId: number | null
  kind: CodeTerms['kind'] | null
  /** Cents off each guest's stay, the payer first. */
  off: Cents[]
  problem: CodeProblem | null
}

/** The discount that a sign-up's code gives on its stays, which cost `cost` each. */
export async function quoteCode(
  db: Database,
  { code: typed, pays }: AskedCode,
  { cost, guests, ...using }: Using & { cost: Cents; guests: number },
): Promise<CodeQuote> {
  const none = { codeId: null, kind: null, off: [] }
  if (typed === null) return { ...none, problem: null }
  const code = await findUsableCode(db, typed, using)
  if (typeof code === 'string') return { ...none, problem: code }
  const off = discounts(code, { cost, guests, pays: pays ?? undefined })
  return { codeId: code.id, kind: code.kind, off, problem: null }
}
