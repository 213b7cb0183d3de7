/** A PostgreSQL server that one test has for itself and may stop. Only where the tests run on PostgreSQL. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../scripts/test-run/own-postgres.mjs', import.meta.url))

export interface OwnPostgres {
  url: string
  /** In order, its connections ended first; or as after a crash. Resolves when it takes connections again. */
  restart(how: 'in order' | 'crash'): Promise<void>
  close(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The PostgreSQL server of the test has ended')
    return value
  }
  return {
    url: await said(),
    restart: async (how) => {
      child.stdin.write(how === 'crash' ? 'SIGQUIT\n' : 'SIGINT\n')
      await said()
    },
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
