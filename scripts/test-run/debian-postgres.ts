/** Debian's PostgreSQL and PgBouncer unpacked beside the tests, without installing them: needs no root, changes nothing. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../prepare/process.mjs'
import type { Pooler } from './pooler.ts'
import type { Programs } from './postgres-programs.ts'
import { usable, versionsIn } from './postgres-programs.ts'

/** @param folder where it may be unpacked */
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

/**
 * @param folder where it may be unpacked
 * @returns where it would be, if it could be had
 */
export async function unpackPgBouncer(folder: string): Promise<Pooler> {
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

/** A package and the libraries that it needs and this machine lacks. */
async function unpack(name: string, folder: string) {
  const packages = join(folder, 'packages')
  const root = join(folder, 'root')
  mkdirSync(packages)
  mkdirSync(root)
  // The user that the server runs as must be able to look in.
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

/** A bare machine has no package lists yet; only root may fetch them. */
async function update() {
  if (process.getuid?.() !== 0) return false
  return (await run('apt-get', ['update'], { quiet: true, limitSeconds: 120 })).status === 0
}

/**
 * The libraries that a package needs and this machine lacks. The compiler for queries (LLVM) is left out:
 * it is large, and the server works without.
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
