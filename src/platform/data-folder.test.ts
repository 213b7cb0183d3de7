import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('creates a folder and its parents, accessible only to this user, and does nothing if it is called a second time', () => {
  const path = join(root, 'a', 'b', 'c')
  makeDataFolder(path)
  makeDataFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700)
})

test('throws the system’s error code if a file has the name of the folder', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeDataFolder(file)).toThrow(/EEXIST/)
  expect(() => makeDataFolder(join(file, 'data'))).toThrow(/ENOTDIR/)
})

test.runIf(existsSync('/proc/self'))('fails with a clear message where no folder can be created', () => {
  expect(() => makeDataFolder('/proc/no/such/folder')).toThrow(
    /^DATA_DIR: \/proc\/no\S* cannot be created\.$/,
  )
})
