/**
 * Group commit for the embedded database, as a PostgreSQL server does it for its many connections: transactions that wait for
 * the one connection are committed together, and so wait for the disk once (docs/decisions/0072).
 */
import type { Transaction } from '@electric-sql/pglite'
import { setImmediate as turn } from 'node:timers/promises'

type Work<T> = (tx: Transaction) => Promise<T>
/** Runs the work in a transaction of its own, one at a time; gives what the work gave once it is committed. */
type Begin = <T>(work: Work<T>) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** The size of a group, for which others wait at most: some tens of milliseconds. */
const MOST = 32
/** Turns of the event loop without another transaction before a group begins: one takes a connection in, the next its request. */
const STILL = 2

/**
 * Transactions by `begin`, those in groups that are waiting anyway. Each is a savepoint of its group: one that fails is
 * undone alone. Nobody hears how theirs ended before the group is committed; if it cannot be, all have failed.
 */
export function groupCommits(begin: Begin): Begin {
  const waiting: Waiting[] = []
  let underWay = false

  /**
   * Waits until nobody else comes. Statements do not let the event loop turn: without this a request that arrives alone, as each new
   * connection does, is committed before the next one is read, however many are at the door.
   */
  async function gather(): Promise<void> {
    for (let still = 0, there = waiting.length; still < STILL && there < MOST; there = waiting.length) {
      await turn()
      still = waiting.length > there ? 0 : still + 1
    }
  }

  async function workOff(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.splice(0, MOST)
      const [only] = group
      if (only && group.length === 1) await begin(only.work).then(only.resolve, only.reject)
      else await commitTogether(begin, group)
    }
    underWay = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
      if (underWay) return
      underWay = true
      void workOff()
    })
}

async function commitTogether(begin: Begin, group: Waiting[]): Promise<void> {
  try {
    const endings = await begin(async (tx) => {
      const told: (() => void)[] = []
      for (const { work, resolve, reject } of group)
        told.push(
          await inSavepoint(tx, work).then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          ),
        )
      return told
    })
    for (const tell of endings) tell()
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

async function inSavepoint<T>(group: Transaction, work: Work<T>): Promise<T> {
  let closed = false
  await group.query('savepoint of_group')
  try {
    const value = await work({
      ...group,
      query: async (...asked) => {
        if (closed) throw new Error('Transaction is closed')
        return group.query(...asked)
      },
    })
    // Fails as a commit does when a statement had failed and nobody minded.
    await group.query('release savepoint of_group')
    return value
  } catch (error) {
    await group.query('rollback to savepoint of_group')
    await group.query('release savepoint of_group')
    throw error
  } finally {
    closed = true
  }
}
