/**
 * Tests the temporary folders of a nightly backup. Other users have no access to them, wherever backups are
 * stored. They are deleted afterwards.
 */
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { createBackupMaker } from './nightly-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'maker-test-'))
afterAll(() => rm(folder, { recursive: true }))

const read = readSettings({ BACKUP_DIR: folder })
if (!read.ok) throw new Error(read.problems.join())
const settings = { ...read.settings, dataKeys: `1:${Buffer.alloc(32, 7).toString('base64')}` }

test('keeps the copy of the database and the trial restore private to this user, and deletes both on failure', async () => {
  // Uses a backup folder that other users may read, as an operator might.
  await chmod(folder, 0o755)
  const modes: [string, number][] = []
  const { make } = createBackupMaker({
    settings,
    copyTo: async (to) => {
      expect(dirname(dirname(to))).toBe(folder)
      for (const name of await readdir(folder))
        modes.push([name.split('.').at(-1) ?? '', (await stat(join(folder, name))).mode & 0o777])
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
    },
  })
  expect(await make(new Date('2027-05-06T09:00:00Z'))).toEqual({
    outcome: 'failed',
    why: 'The disk is full.',
  })
  expect(modes.toSorted()).toEqual([
    ['copy', 0o700],
    ['proof', 0o700],
  ])
  expect(await readdir(folder)).toEqual([])
})

test('reports that a configured backup folder is missing, and does not create the folder', async () => {
  const gone = join(folder, 'unplugged')
  const { make } = createBackupMaker({
    settings: { ...settings, backups: { nightly: true, folder: gone, given: true } },
    copyTo: null,
  })
  expect(await make(new Date())).toEqual({
    outcome: 'failed',
    why: `BACKUP_DIR: there is no folder ${gone}.`,
  })
  expect(await readdir(folder)).toEqual([])
})
