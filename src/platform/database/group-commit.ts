/**
 * Group commit for the embedded database, as a PostgreSQL server does it for many connections. Transactions
 * that wait for the only connection commit together, so that one sync of the disk serves all of them
 * (docs/decisions/0004).
 */
import type { Transaction } from '@electric-sql/pglite'
import { setImmediate as turn } from 'node:timers/promises'

type Work<T> = (tx: Transaction) => Promise<T>
/**
 * Runs the work in a transaction, one transaction at a time. Resolves to the work's result after the commit.
 */
type Begin = <T>(work: Work<T>) => Promise<T>

interface Commit<T> {
  work: Work<T>
  /** Does the same work if no other transaction waits. A single statement needs no transaction. */
  alone?: () => Promise<T>
}

interface Waiting extends Commit<unknown> {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * The largest number of transactions in a group. Other waiting transactions are in the next group, which
 * begins at most some tens of milliseconds later.
 */
const MOST = 32
/**
 * A group begins once the event loop has run this many times without a new transaction. Node needs one run to
 * accept a new connection, and another to read its request.
 */
const STILL = 2

/**
 * Wraps `begin` so that waiting transactions and statements run as one group. Each transaction is a savepoint, so a failed
 * one is rolled back alone. No caller gets a result before the group has committed. If the group's commit
 * fails, all its transactions fail.
 */
export function groupCommits(begin: Begin): <T>(commit: Commit<T>) => Promise<T> {
  const waiting: Waiting[] = []
  let underWay = false

  /**
   * Waits until no more transactions arrive. While statements run, the event loop stands still. Without this
   * wait, the first request on a new connection would commit alone, however many others are arriving.
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
      if (only && group.length === 1)
        await (only.alone?.() ?? begin(only.work)).then(only.resolve, only.reject)
      else await commitTogether(begin, group)
    }
    underWay = false
  }

  return <T>(commit: Commit<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ ...commit, resolve: resolve as Waiting['resolve'], reject })
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
    for (const end of endings) end()
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
    // Fails if a statement in the transaction has failed, even if the caller ignored that error. A commit
    // would fail in the same way.
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
