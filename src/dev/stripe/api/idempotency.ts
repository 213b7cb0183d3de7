/** Returns the same reply for a repeated `Idempotency-Key` (docs.stripe.com/api/idempotent_requests). */
import { eq, lt, sql } from 'drizzle-orm'
import { rows, type Transaction } from '#platform/database/database.ts'
import { type Refusal, refuse } from '../model/refusals.ts'
import type { Operation } from '../operation.ts'
import { replies } from '../store.ts'

/** The reply to an API call. */
export interface Reply {
  status: number
  body: object
  /** If the reply is a repeat, the id of the request that first got it. */
  replayOf?: string
}

export const refused = ({ status, error }: Refusal): Reply => ({ status, body: { error } })

const KEPT_MS = 24 * 3600 * 1000

/**
 * Does the work once for each idempotency key and stores the reply. Does not store a parameter error, so that
 * the caller can correct the call and use the same key again.
 */
export async function onceOnly(
  operation: Operation,
  { key, fingerprint }: { key: string; fingerprint: string },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { tx, now, requestId } = operation
  if (!(await claimKey(tx, key))) return refused(keyInUse(key))
  await tx.delete(replies).where(lt(replies.createdAt, new Date(now.getTime() - KEPT_MS)))
  const [kept] = await tx.select().from(replies).where(eq(replies.key, key))
  if (kept && kept.fingerprint !== fingerprint) return refused(otherParameters(key))
  if (kept) return { status: kept.status, body: kept.body, replayOf: kept.requestId }
  const { status, body } = await work()
  if (!isParameterMistake({ status, body }))
    await tx
      .insert(replies)
      .values({ key, fingerprint, status, body, requestId: requestId ?? '', createdAt: now })
  return { status, body }
}

function isParameterMistake({ status, body }: Reply): boolean {
  const code = (body as { error?: { code?: string } }).error?.code ?? ''
  return status === 400 && code.startsWith('parameter_')
}

const keyInUse = (key: string): Refusal =>
  refuse(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${bare(key)}. Please try again later.`,
  })

const otherParameters = (key: string): Refusal =>
  refuse(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${bare(key)}' if you meant to execute a different request.`,
  })

const bare = (key: string): string => key.slice(key.indexOf(':') + 1)

/**
 * Locks the idempotency key until the transaction ends. Returns false if another request with the same key is
 * running.
 */
async function claimKey(tx: Transaction, key: string): Promise<boolean> {
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`sandbox:${key}`}, 0)) as claimed`,
  )
  return rows<{ claimed: boolean }>(result)[0]?.claimed === true
}
