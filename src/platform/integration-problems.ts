/**
 * Stores problems with outside services in the database, because one process notices a problem and another
 * process shows it. Only problems that an admin must solve are stored here, such as a wrong setting. A temporary
 * outage shows in the jobs that wait.
 */
import { eq, like } from 'drizzle-orm'
import { integrationProblemText, type IntegrationProblem } from '#shared/integration-problems.ts'
import type { Database } from './database/database.ts'
import { siteFacts } from './database/schema/site.ts'
import type { Logger } from './log.ts'
import { findFact, writeFact } from './site-facts.ts'

export interface ProblemKey extends Pick<IntegrationProblem, 'code'> {
  about?: string
}

export interface IntegrationProblems {
  /** Stores a problem with an outside service, and writes it to the log if it is new. */
  report(problem: ProblemKey & { detail?: string | null }): Promise<void>
  /** Records that these problems do not exist, or no longer exist. */
  clear(...problems: ProblemKey[]): Promise<void>
}

const PREFIX = 'outside:'
/**
 * Milliseconds in which the same problem, or its absence, is not written a second time. Otherwise every call
 * to a service would write a row.
 */
const FRESH_MS = 5 * 60_000

interface Deps {
  db: Database
  log: Logger
  now(): Date
}

/**
 * Creates the store of problems. Each process has one. Its functions never throw, so that the work that found
 * a problem goes on.
 */
export function createIntegrationProblems({ db, log, now }: Deps): IntegrationProblems {
  const written = new Map<string, { what: string; at: number }>()

  async function once(key: string, what: string, write: () => Promise<void>): Promise<void> {
    const last = written.get(key)
    const at = now().getTime()
    if (last?.what === what && at - last.at < FRESH_MS) return
    written.set(key, { what, at })
    try {
      await write()
    } catch (err) {
      written.delete(key)
      log.warn({ err, problem: key }, 'failed to store an outside problem')
    }
  }

  return {
    report({ code, about = '', detail = null }) {
      const key = keyOf({ code, about })
      return once(key, `wrong ${detail}`, async () => {
        if (!(await note(db, key, { since: now().toISOString(), detail }))) return
        const { title, next } = integrationProblemText({ code, about, detail })
        log.error({ problem: code, detail }, `${title} ${next}`)
      })
    },
    async clear(...problems) {
      for (const key of problems.map(keyOf))
        await once(key, 'right', async () => {
          const gone = await db.delete(siteFacts).where(eq(siteFacts.key, key)).returning()
          if (gone.length > 0) log.info({ problem: key }, 'an outside problem is resolved')
        })
    },
  }
}

const problemRows = (db: Database) =>
  db
    .select()
    .from(siteFacts)
    .where(like(siteFacts.key, `${PREFIX}%`))

/** Returns the problems that exist now, oldest first, one per cause. */
export async function listIntegrationProblems(db: Database): Promise<IntegrationProblem[]> {
  const found = await problemRows(db)
  return found
    .map(({ key, value }) => {
      const [, code, about = ''] = key.split(':')
      return { code, about, ...JSON.parse(value) } as IntegrationProblem
    })
    .toSorted((one, other) => one.since.localeCompare(other.since) || one.code.localeCompare(other.code))
    .filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index)
}

/**
 * Returns true if two problems have the same cause, for example a missing permission that several calls need.
 */
const isSame = (one: IntegrationProblem, other: IntegrationProblem) =>
  one.code === other.code &&
  (one.about === other.about || (one.detail !== null && one.detail === other.detail))

const keyOf = ({ code, about = '' }: ProblemKey) => `${PREFIX}${code}:${about}`

/** Stores a problem. Returns true if the problem is new or its detail has changed. */
async function note(
  db: Database,
  key: string,
  { since, detail }: Pick<IntegrationProblem, 'since' | 'detail'>,
): Promise<boolean> {
  const known = await findFact(db, key)
  const before = known ? (JSON.parse(known) as Pick<IntegrationProblem, 'since' | 'detail'>) : null
  if (before?.detail === detail) return false
  await writeFact(db, key, JSON.stringify({ since: before?.since ?? since, detail }))
  return true
}
