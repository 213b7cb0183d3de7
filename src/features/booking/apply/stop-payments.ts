/**
 * Nothing may be charged any more for what is about to change (R4.4). What could still be paid is ended at the provider, outside
 * of any transaction; then the change is written under its locks, unless another payment was opened in between: then all of it is done again.
 */
import type { Transaction } from '#platform/database/database.ts'
import { type Payable, listIntentsToEnd } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { cancelIntent } from './cancel.ts'

/** Why something may still be charged, or has been: nothing was changed. */
export type NotStopped = 'payment_processing' | 'payment_arrived' | 'provider_failed' | 'changed_meanwhile'

export interface StoppedChange<Seen, Result> {
  /** What may be paid for no longer. */
  of: Payable
  /** Who is told in the history. */
  by: string
  /** Reads and decides before anything is ended: what to go on with, or how it comes out at once. */
  look: () => Promise<{ seen: Seen } | { result: Result }>
  /** Takes its locks, awaits `stopped`, decides again and writes. */
  write: (tx: Transaction, seen: Seen, stopped: () => Promise<void>) => Promise<Result>
}

const ROUNDS = 5

/** Gives what `look` or `write` gave, or why nothing was changed. */
export async function stopPayments<Seen, Result>(
  deps: BookingDeps,
  { of, by, look, write }: StoppedChange<Seen, Result>,
): Promise<Result | NotStopped> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const looked = await look()
    if ('result' in looked) return looked.result
    const open = await listIntentsToEnd(deps.db, of)
    const problem = await endAll(deps, open, by)
    if (problem) return problem
    const ended = new Set(open)
    try {
      return await deps.db.transaction((tx) =>
        write(tx, looked.seen, async () => {
          const still = await listIntentsToEnd(tx, of)
          if (still.some((id) => !ended.has(id))) throw new OpenedMeanwhile()
        }),
      )
    } catch (error) {
      if (!(error instanceof OpenedMeanwhile)) throw error
    }
  }
  return 'changed_meanwhile'
}

/** The guest has opened another payment since the others were ended. */
class OpenedMeanwhile extends Error {}

/** One after the other, up to the first that may still charge. */
async function endAll(deps: BookingDeps, intents: readonly string[], by: string): Promise<NotStopped | null> {
  for (const id of intents) {
    const ended = await cancelIntent(deps, id, by)
    if (ended === 'processing') return 'payment_processing'
    if (ended === 'paid') return 'payment_arrived'
    if (ended === 'unanswered') return 'provider_failed'
  }
  return null
}
