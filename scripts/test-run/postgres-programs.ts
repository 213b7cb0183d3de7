/** Where PostgreSQL's server programs are on this machine. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../prepare/process.mjs'

const OLDEST = 15

export interface Programs {
  /** Of `initdb` and `postgres`. */
  folder: string
  env: Record<string, string>
}

export async function serverPrograms(): Promise<Programs | null> {
  for (const folder of [...fromPath(), ...versionsIn('/usr/lib/postgresql')])
    if (await usable(folder, {})) return { folder, env: {} }
  return null
}

/** The `bin` folders of a Debian-like tree, the newest version first. */
export function versionsIn(folder: string) {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(folder, version, 'bin'))
}

export async function usable(folder: string, env: Record<string, string>) {
  if (!existsSync(join(folder, 'initdb'))) return false
  const program = join(folder, 'postgres')
  const { status, output } = await run(program, ['--version'], {
    quiet: true,
    env: { ...process.env, ...env },
  })
  return status === 0 && Number(/(\d+)/.exec(output)?.[1]) >= OLDEST
}

/** Links are followed: the other programs lie beside the real file. */
function fromPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'initdb')).filter((path) => existsSync(path))
  return found.map((path) => dirname(realpathSync(path)))
}
