import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openCopyStore } from '#platform/files/file-store.ts'
import { startBucket } from '#test/support/files/bucket-server.ts'
import { backupName, partName, workingName } from './rules.ts'
import { sweepBackups, sweepCopies } from './jobs.ts'

const NOW = new Date('2027-05-06T09:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

const folder = await mkdtemp(join(tmpdir(), 'sweep-test-'))
afterAll(() => rm(folder, { recursive: true }))

test('deletes backups after five weeks and leftovers of killed processes, but keeps all other files (R18.4)', async () => {
  const young = backupName(ago(33))
  const old = backupName(ago(35))
  const part = partName(backupName(ago(3)), 7)
  const copy = workingName('0f', 'copy')
  for (const name of [young, old, part, 'before-the-move.tar.gz']) await writeFile(join(folder, name), 'x')
  await mkdir(join(folder, copy, 'base'), { recursive: true })
  // The age of a backup must come from its name. The time of its last change may be wrong, because someone may have
  // copied the file.
  for (const name of [young, 'before-the-move.tar.gz', part, copy])
    await utimes(join(folder, name), ago(60), ago(60))

  expect((await sweepBackups(folder, NOW)).toSorted()).toEqual([part, copy, old].toSorted())
  expect((await readdir(folder)).toSorted()).toEqual(['before-the-move.tar.gz', young].toSorted())
})

test('deletes nothing if the folder of the backups does not exist', async () => {
  expect(await sweepBackups(join(folder, 'no'), NOW)).toEqual([])
})

test('deletes old copies of backups in a bucket as well', async () => {
  const bucket = await startBucket(await mkdtemp(join(folder, 'bucket-')))
  try {
    const copies = await openCopyStore(bucket.settings, 'backups')
    if (!copies) throw new Error('The bucket is missing')
    const path = join(folder, 'any')
    await writeFile(path, 'x'.repeat(100_000))
    const young = backupName(ago(33))
    for (const name of [young, backupName(ago(35)), 'before-the-move.tar.gz']) await copies.put(name, path)
    expect(await sweepCopies(copies, NOW)).toEqual([backupName(ago(35))])
    const left: string[] = []
    for await (const name of copies.list()) left.push(name)
    expect(left.toSorted()).toEqual(['before-the-move.tar.gz', young])
  } finally {
    await bucket.stop()
  }
})

test('opens no store for copies of backups if the site has no bucket', async () => {
  expect(await openCopyStore({ kind: 'disk' }, 'backups')).toBeNull()
})
