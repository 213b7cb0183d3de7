/** PgBouncer for the tests of what a pooler does to the site: the one of this machine, else Debian's, unpacked. */
import { mkdtempSync, rmSync } from 'node:fs'
import { run } from '../prepare/process.mjs'
import { unpackPgBouncer } from './debian-postgres.ts'

/** For the tests: where it is, as JSON. */
const POOLER_VARIABLE = 'TEST_POOLER'

export interface Pooler {
  program: string
  env: Record<string, string>
}

/** `env` is for the tests; null: there is none. */
export async function findPooler(): Promise<{ env: Record<string, string>; remove: () => void } | null> {
  const folder = mkdtempSync('/tmp/test-pooler-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const here = ['pgbouncer', '/usr/sbin/pgbouncer'].map((program) => usable({ program, env: {} }))
  const pooler = (await Promise.all(here)).find(Boolean) ?? (await usable(await unpackPgBouncer(folder)))
  if (pooler) return { env: { [POOLER_VARIABLE]: JSON.stringify(pooler) }, remove }
  remove()
  return null
}

async function usable(pooler: Pooler) {
  const env = { ...process.env, ...pooler.env }
  const { status } = await run(pooler.program, ['--version'], { quiet: true, env })
  return status === 0 ? pooler : null
}
