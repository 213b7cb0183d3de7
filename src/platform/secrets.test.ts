import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

const unset = { sessionSecret: null, dataKeys: null, devAdminPassword: null }

async function emptyFolder(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'kept-secrets-')), 'data')
}

test('creates missing secrets once and reads them at the next start (R21.9)', async () => {
  const dataDir = await emptyFolder()
  const first = await loadSecrets({ ...unset, dataDir })
  expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
  expect(Buffer.from(first.dataKeys.replace('1:', ''), 'base64')).toHaveLength(32)
  expect(first.devAdminPassword).toMatch(/^\S{10,}$/)
  expect(await loadSecrets({ ...unset, dataDir })).toEqual(first)
})

test('creates different secrets for every site', async () => {
  const one = await loadSecrets({ ...unset, dataDir: await emptyFolder() })
  const other = await loadSecrets({ ...unset, dataDir: await emptyFolder() })
  expect(one.dataKeys).not.toBe(other.dataKeys)
  expect(one.sessionSecret).not.toBe(other.sessionSecret)
})

test('lets only the owner of the files read the secrets, and leaves no temporary file', async () => {
  const dataDir = await emptyFolder()
  await loadSecrets({ ...unset, dataDir })
  const folder = join(dataDir, 'secrets')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const names = (await readdir(folder)).sort()
  expect(names).toEqual(['data-keys', 'dev-admin-password', 'session-secret'])
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('returns the same secrets to many processes that start together', async () => {
  const dataDir = await emptyFolder()
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets({ ...unset, dataDir })))
  for (const secrets of all) expect(secrets).toEqual(all[0])
})

test('uses secrets from the environment and never writes these to disk (R18.7)', async () => {
  const dataDir = await emptyFolder()
  const given = { sessionSecret: 's', dataKeys: 'k', devAdminPassword: 'p' }
  expect(await loadSecrets({ ...given, dataDir })).toEqual(given)
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

test('refuses to start with an emptied secret file instead of replacing it', async () => {
  const dataDir = await emptyFolder()
  await loadSecrets({ ...unset, dataDir })
  const path = join(dataDir, 'secrets', 'data-keys')
  await writeFile(path, '')
  await expect(loadSecrets({ ...unset, dataDir })).rejects.toThrow('data-keys is empty')
  expect(await readFile(path, 'utf8')).toBe('')
})
