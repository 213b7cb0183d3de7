/** Finds PostgreSQL's server programs on this machine. */
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../../../scripts/prepare/process.mjs'

const OLDEST = 15

export interface Programs {
  folder: string
  env: Record<string, string>
}

export async function serverPrograms(): Promise<Programs | null> {
  for (const folder of [...fromPath(), ...versionsIn('/usr/lib/postgresql')])
    if (await usable(folder, {})) return { folder, env: {} }
  return null
}

/** Returns the `bin` folders of a Debian directory tree, newest version first. */
function versionsIn(folder: string) {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(folder, version, 'bin'))
}

async function usable(folder: string, env: Record<string, string>) {
  if (!existsSync(join(folder, 'initdb'))) return false
  const program = join(folder, 'postgres')
  const { status, output } = await run(program, ['--version'], {
    quiet: true,
    env: { ...process.env, ...env },
  })
  return status === 0 && Number(/(\d+)/.exec(output)?.[1]) >= OLDEST
}

/**
 * Finds PostgreSQL's programs by PATH. Follows symbolic links, because the other programs are in the folder
 * of the real file.
 */
function fromPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'initdb')).filter((path) => existsSync(path))
  return found.map((path) => dirname(realpathSync(path)))
}

/**
 * Unpacks Debian's PostgreSQL package without installing it. Needs no root rights and changes nothing else on
 * the machine. Returns null if the package is not available.
 * @param folder where to unpack it
 */
export async function unpackDebians(folder: string): Promise<Programs | null> {
  if (!(await hasApt())) return null
  console.log('Unpacking Debian’s PostgreSQL (about half a minute) …')
  const name = (await newestPackage()) ?? ((await update()) ? await newestPackage() : null)
  if (!name) return null
  const { root, env } = await unpack(name, folder)
  for (const bin of versionsIn(join(root, 'usr/lib/postgresql')))
    if (await usable(bin, env)) return { folder: bin, env }
  return null
}

export interface PoolerProgram {
  program: string
  env: Record<string, string>
}

/**
 * Unpacks Debian's PgBouncer package without installing it.
 * @param folder where to unpack it
 * @returns where PgBouncer is after unpacking. The file may be missing if the package is not available
 */
export async function unpackPgBouncer(folder: string): Promise<PoolerProgram> {
  const name = 'pgbouncer'
  if (!(await hasApt())) return { program: '', env: {} }
  console.log('Unpacking Debian’s PgBouncer …')
  const { output } = await run('apt-cache', ['search', '--names-only', `^${name}$`], { quiet: true })
  if (output === '') await update()
  const { root, env } = await unpack(name, folder)
  return { program: join(root, 'usr/sbin', name), env }
}

async function hasApt() {
  return (await run('apt-get', ['--version'], { quiet: true })).status === 0
}

async function unpack(name: string, folder: string) {
  const packages = join(folder, 'packages')
  const root = join(folder, 'root')
  mkdirSync(packages)
  mkdirSync(root)
  // Lets every user read these folders, because the database server runs as another user.
  for (const path of [folder, packages, root]) chmodSync(path, 0o755)
  const names = [name, ...(await missingLibraries(name))]
  await run('apt-get', ['download', ...names], { cwd: packages, quiet: true, limitSeconds: 180 })
  for (const file of readdirSync(packages))
    await run('dpkg', ['-x', join(packages, file), root], { quiet: true })
  return { root, env: { LD_LIBRARY_PATH: libraryFolders(root).join(':') } }
}

async function newestPackage() {
  const { output } = await run('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+$'], {
    quiet: true,
  })
  const versions = [...output.matchAll(/^postgresql-(\d+) /gm)].map((match) => Number(match[1]))
  return versions.length > 0 ? `postgresql-${Math.max(...versions)}` : null
}

/** Downloads Debian's lists of packages, because a new machine lacks them. Only root can do that. */
async function update() {
  if (process.getuid?.() !== 0) return false
  return (await run('apt-get', ['update'], { quiet: true, limitSeconds: 120 })).status === 0
}

/**
 * Returns the names of the libraries that a package needs and this machine lacks. Leaves out LLVM, which is
 * large and only makes queries faster.
 */
async function missingLibraries(name: string) {
  const depends = [
    'depends',
    '--recurse',
    '--no-recommends',
    '--no-suggests',
    '--no-conflicts',
    '--no-breaks',
  ]
  const { output } = await run('apt-cache', [...depends, '--no-replaces', '--no-enhances', name], {
    quiet: true,
  })
  const libraries = output
    .split('\n')
    .filter((line) => /^lib[a-z0-9.+-]+$/.test(line) && !/^lib(llvm|c6$)/.test(line))
  const missing = []
  for (const library of new Set(libraries)) {
    const { output: state } = await run('dpkg-query', ['-W', '-f', '${Status}', library], { quiet: true })
    if (!state.includes('ok installed')) missing.push(library)
  }
  return missing
}

function libraryFolders(root: string) {
  const base = join(root, 'usr/lib')
  const folders = existsSync(base) ? readdirSync(base).filter((name) => name.includes('-linux-')) : []
  return [base, ...folders.map((name) => join(base, name)), ...folders.map((name) => join(root, 'lib', name))]
}
