/**
 * Secrets that a site creates at its first start and stores in its data folder (R21.9). The site uses secrets
 * from the environment unchanged, and never writes them to disk.
 */
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDataFolder, syncToDisk } from './data-folder.ts'
import type { Settings } from './settings.ts'

export interface Secrets {
  /** The secret with which the site signs cookies. */
  sessionSecret: string
  /** The keys for personal data, as `id:base64,…`. Without them, nobody can read the data. */
  dataKeys: string
  /** The password of `admin@example.test` and `guest@example.test` at the embedded identity provider. */
  devAdminPassword: string
}

const FOLDER = 'secrets'

/**
 * Returns the given secrets, or those in the data folder. Creates missing secrets there first (mode 0600).
 * Processes that start at the same time get the same values. Throws the file system's errors. Also throws if
 * a stored file is empty, because a new key would make the encrypted data unreadable.
 */
export async function loadSecrets(
  settings: Pick<Settings, 'dataDir' | 'sessionSecret' | 'dataKeys' | 'devAdminPassword'>,
): Promise<Secrets> {
  const folder = join(settings.dataDir, FOLDER)
  const kept = (name: string, make: () => string) => keep(folder, name, make)
  return {
    sessionSecret:
      settings.sessionSecret ?? (await kept('session-secret', () => randomBytes(48).toString('base64url'))),
    dataKeys: settings.dataKeys ?? (await kept('data-keys', () => `1:${randomBytes(32).toString('base64')}`)),
    devAdminPassword:
      settings.devAdminPassword ??
      (await kept('dev-admin-password', () => randomBytes(9).toString('base64url'))),
  }
}

async function keep(folder: string, name: string, make: () => string): Promise<string> {
  const path = join(folder, name)
  const there = await readKept(path)
  if (there !== null) return there
  makeDataFolder(folder)
  // Writes a draft file completely, and then links it to the final name. So a file with the final name always
  // has its whole content, even after a crash. If several processes do this, the first one wins.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  // Flushes the file to the disk and past the disk's cache. Data that is encrypted with a key must not
  // survive without the key.
  await writeFile(draft, `${make()}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  for (const path of [folder, dirname(folder)]) syncToDisk(path)
  const value = await readKept(path)
  if (value === null) throw new Error(`${path} was removed while it was being created.`)
  return value
}

async function readKept(path: string): Promise<string | null> {
  try {
    const value = (await readFile(path, 'utf8')).trim()
    if (value !== '') return value
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  throw new Error(`${path} is empty. Put the secret back, or remove the file to have a new one made.`)
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
