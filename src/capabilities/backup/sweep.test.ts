import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupName, partName, workingName } from './rules.ts'
import { sweepBackups } from './sweep.ts'

const NOW = new Date('2027-05-06T09:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

const folder = await mkdtemp(join(tmpdir(), 'sweep-test-'))
afterAll(() => rm(folder, { recursive: true }))

test('backups of five weeks ago and leftovers go; what is young, or not ours, stays', async () => {
  const young = backupName(ago(33))
  const old = backupName(ago(35))
  const part = partName(backupName(ago(3)))
  const copy = workingName('0f', 'copy')
  for (const name of [young, old, part, 'before-the-move.tar.gz']) await writeFile(join(folder, name), 'x')
  await mkdir(join(folder, copy, 'base'), { recursive: true })
  // What was written long ago tells nothing about when a backup was made: it may have been copied.
  for (const name of [young, 'before-the-move.tar.gz', part, copy])
    await utimes(join(folder, name), ago(60), ago(60))

  expect((await sweepBackups(folder, NOW)).toSorted()).toEqual([part, copy, old].toSorted())
  expect((await readdir(folder)).toSorted()).toEqual(['before-the-move.tar.gz', young].toSorted())
})

test('a folder that is not there holds nothing', async () => {
  expect(await sweepBackups(join(folder, 'no'), NOW)).toEqual([])
})
