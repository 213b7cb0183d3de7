/**
 * Problems of the services outside, kept in the database: the process that notices it is rarely the one that is asked. Only
 * settings are told here; that a service is away for a while shows in what waits.
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
  /** Notes a problem; it is logged when it is new. */
  report(problem: ProblemKey & { detail?: string | null }): Promise<void>
  /** Each of these is not so, or not any more. */
  clear(...problems: ProblemKey[]): Promise<void>
}

const PREFIX = 'outside:'
/** A problem that was just written is not written again: it may show at every call, and so does its absence. */
const FRESH_MS = 5 * 60_000

interface Deps {
  db: Database
  log: Logger
  now(): Date
}

/** Keeps problems, one keeper for each process. It throws nothing: the work that came upon a problem goes on without it. */
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
      log.warn({ err, problem: key }, 'a problem outside could not be noted')
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
          if (gone.length > 0) log.info({ problem: key }, 'a problem outside is over')
        })
    },
  }
}

const problemRows = (db: Database) =>
  db
    .select()
    .from(siteFacts)
    .where(like(siteFacts.key, `${PREFIX}%`))

/** The problems that stand, the oldest first, each cause once. */
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

/** True when two problems have one cause: a right that is missing stops several calls. */
const isSame = (one: IntegrationProblem, other: IntegrationProblem) =>
  one.code === other.code &&
  (one.about === other.about || (one.detail !== null && one.detail === other.detail))

const keyOf = ({ code, about = '' }: ProblemKey) => `${PREFIX}${code}:${about}`

/** True: it was not known, or not with this detail. */
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
