/**
 * Tests a whole night of backups with `S3_BUCKET` and a server that imitates S3. Covers the job, its process,
 * the copy in the bucket, a restore into another bucket, expired copies, and a bucket that cannot be reached.
 */
import { sql } from 'drizzle-orm'
import { Disk } from 'flydrive'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchive } from '#domain/desk/backup/archive.ts'
import { backupName } from '#domain/desk/backup/rules.ts'
import { lookAtSystem } from '#domain/desk/system/contract.ts'
import { getProblems } from '#domain/desk/today/contract.ts'
import { rows } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openBucket } from '#platform/files/bucket.ts'
import { startBucket, type TestBucket } from '#test/support/files/bucket-server.ts'
import { buildTestApp, type TestApp, testSettings } from '#test/support/app.ts'
import { openTestDatabase, testDatabaseKind } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { createBackupMaker, startRetention } from './nightly-backup.ts'
import { openInstallation, type Installation } from '#test/support/backup/installation.ts'

/** 02:00 at the ranch, an hour before the nightly backup. */
const TWO = new Date('2027-05-06T08:00:00Z')
const PICTURE = `${'q'.repeat(20)}-480.webp`

let root: string
let folder: string
let bucket: TestBucket
let app: TestApp
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'night-'))
  folder = await mkdtemp(join(root, 'backups-'))
  bucket = await startBucket(await mkdtemp(join(root, 'bucket-')))
  app = await openSite()
  const { db } = app.services
  await makeEvent(db, { name: 'In the bucket too' })
  await app.fileStore.write(PICTURE, Buffer.from('a hat'), 'image/webp')
  await db.execute(sql`insert into uploads (name, width, height, widths, preview, uploaded_by, created_at)
    values (${PICTURE.slice(0, 20)}, 480, 320, '{480}', 'data:,', 'admin:one', ${TWO.toISOString()}::timestamptz)`)
})
afterAll(async () => {
  await app.close()
  await bucket.stop()
  await rm(root, { recursive: true })
})

async function openSite(): Promise<TestApp> {
  const dataDir = join(root, 'site')
  const kept = { files: bucket.settings, dataDir, backups: { nightly: true, folder, given: true } }
  if (testDatabaseKind() === 'postgres') {
    const database = await openTestDatabase()
    const settings = testSettings({ ...kept, database: { kind: 'postgres', url: database.url ?? '' } })
    return appWith(settings, database, null)
  }
  await cloneFolderTemplate(dataDir)
  const database = await openEmbedded(dataDir)
  return appWith(testSettings(kept), database, database.copyTo)
}

function appWith(
  settings: ReturnType<typeof testSettings>,
  database: NonNullable<Parameters<typeof buildTestApp>[0]>['database'],
  copyTo: Parameters<typeof createBackupMaker>[0]['copyTo'],
): Promise<TestApp> {
  const backups = createBackupMaker({
    settings: { ...settings, dataKeys: settings.dataKeys ?? '' },
    copyTo,
  })
  return buildTestApp({ now: TWO, settings, ...(database ? { database } : {}), parts: { backups } })
}

const objects = () => new Disk(openBucket(bucket.settings))

async function copies(): Promise<string[]> {
  const { objects: found } = await objects().listAll('backups/')
  return [...found].map(({ name }) => name).toSorted()
}

const locals = async () => (await readdir(folder)).toSorted()

/** Returns what the admins' System page shows about the backup. */
async function told() {
  const admin = await app.signIn({ admin: true })
  const [today, system] = [await admin.call(getProblems), await admin.call(lookAtSystem)]
  if (!today.ok || !system.ok) throw new Error('not told')
  expect(system.data.backup.proof?.problems).toEqual(today.data.backup!.proof?.problems)
  return { ...today.data.backup!.proof, system: system.data.backup.proof?.outcome }
}

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)

let first: string
test('makes, checks and copies the nightly backup, and deletes expired copies but no recent or other files', async () => {
  const [old, young] = [backupName(daysAgo(35)), backupName(daysAgo(33))]
  for (const name of [old, young, 'before-the-move.tar.gz']) await objects().put(`backups/${name}`, 'x')
  app.clock.advance({ hours: 1 })
  await app.runJobs()
  expect(await told()).toMatchObject({ outcome: 'proved', system: 'proved', problems: [] })
  const [name = '', ...others] = await locals()
  expect(others).toEqual([])
  first = name
  expect(await copies()).toEqual(['before-the-move.tar.gz', first, young].toSorted())
})

async function fetched(name: string): Promise<string> {
  const path = join(root, name)
  await writeFile(path, await objects().getBytes(`backups/${name}`))
  return path
}

let other: TestBucket
let place: Installation
test("restores the site from a copy in the bucket, with the site's pictures in another bucket", async () => {
  const path = await fetched(first)
  expect(await checkArchive(path)).toMatchObject({ ok: true, manifest: { picturesLeftOut: false } })
  other = await startBucket(await mkdtemp(join(root, 'other-')))
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
  const env = {
    S3_BUCKET: other.settings.bucket,
    S3_ENDPOINT: other.settings.endpoint ?? '',
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  }
  place = await openInstallation({ fresh: true, env })
  expect(await place.command('restore', [path])).toMatchObject({ status: 0, stderr: '' })
  await expectRestored()
})

async function expectRestored() {
  const there = new Disk(openBucket(other.settings))
  expect(await there.get(`uploads/${PICTURE}`)).toBe('a hat')
  const { db, close } = await place.connect()
  const found = await db.execute(sql`select name from events`)
  await close()
  expect(rows(found)).toEqual([{ name: 'In the bucket too' }])
}

test('reports an unreachable bucket but still backs up the database, whose restore deletes no pictures', async () => {
  await bucket.stop()
  app.clock.advance({ hours: 24 })
  await app.runJobs()
  const said = await told()
  expect(said).toMatchObject({ day: '2027-05-07', outcome: 'broken', system: 'broken' })
  expect(said.problems).toEqual([
    'The uploaded pictures could not be read, and are not in it: The database or the file store does not answer.',
    'It lies on this machine alone, and could not be copied to the bucket: The database or the file store does not answer.',
    'What is too old in the bucket could not be deleted: The database or the file store does not answer.',
  ])
  const [, second = ''] = await locals()
  const path = join(folder, second)
  expect(await checkArchive(path)).toMatchObject({ ok: true, manifest: { picturesLeftOut: true, files: [] } })

  const there = new Disk(openBucket(other.settings))
  await there.put(`backups/${first}`, 'a copy')
  expect(await place.command('restore', [path, '--replace'])).toMatchObject({ status: 0, stderr: '' })
  await expectRestored()
  // Restoring a backup with pictures replaces all pictures in the bucket, but not the backups in the same
  // bucket.
  await there.put('uploads/other-480.webp', 'no hat')
  const whole = await place.command('restore', [join(folder, first), '--replace'])
  expect(whole).toMatchObject({ status: 0, stderr: '' })
  await expectRestored()
  expect(await there.exists('uploads/other-480.webp')).toBe(false)
  expect(await there.exists(`backups/${first}`)).toBe(true)
  await place.close()
  await other.stop()
})

test('replaces a backup without pictures by a complete one within an hour after the bucket can be reached again', async () => {
  bucket = await startBucket(
    join(root, (await readdir(root)).find((name) => name.startsWith('bucket-')) ?? ''),
    Number(new URL(bucket.settings.endpoint ?? '').port),
  )
  const [, poor] = await locals()
  app.clock.advance({ hours: 1 })
  await app.runJobs()
  expect(await told()).toMatchObject({ day: '2027-05-07', outcome: 'proved', problems: [] })
  const [, second = '', ...more] = await locals()
  expect(second).not.toBe(poor)
  expect(more).toEqual([])
  expect(await copies()).toContain(second)
  expect(await checkArchive(await fetched(second))).toMatchObject({ manifest: { picturesLeftOut: false } })
})

test('deletes expired backups in the folder and the bucket, even in a process that makes no backups', async () => {
  const { settings, log } = app.services
  app.clock.advance({ days: 40 })
  const elsewhere = await mkdtemp(join(root, 'elsewhere-'))
  await writeFile(join(elsewhere, first), 'x')
  const stop = await startRetention({
    settings: { ...settings, backups: { nightly: false, folder: elsewhere, given: true } },
    now: app.clock.now,
    log,
  })
  expect(await readdir(elsewhere)).toEqual([])
  await expect.poll(copies).toEqual(['before-the-move.tar.gz'])
  stop()
})
