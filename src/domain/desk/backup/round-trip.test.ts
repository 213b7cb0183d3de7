/**
 * Tests that a restore returns every row and every file. Covers the embedded database and PostgreSQL, in each
 * direction.
 */
import { sql } from 'drizzle-orm'
import { readFile, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/database.ts'
import { cloneMemoryTemplate, testDatabaseKind } from '#test/support/database.ts'
import { playGuestHistory, MARK } from '#test/support/guests/guest-history.ts'
import { purgeDue } from '#domain/guests/privacy/purge.ts'
import type { MadeBackup } from './make-backup.ts'
import { EXCLUDED_TABLES } from './rules.ts'
import {
  addGroups,
  dumpedLines,
  type EmptyTarget,
  type BackupSite,
  openEmptyTarget,
  openBackupSite,
  TABLES_OF_GROUPS,
} from '#test/support/backup/backup-site.ts'

const PICTURE = 'q'.repeat(20)

let site: BackupSite
let made: MadeBackup & { path: string }
let there: string[]
beforeAll(async () => {
  site = await openBackupSite()
  const { app } = site
  await playGuestHistory(app)
  await addGroups(app.services)
  // Signs an admin in. The cookie of this session must not open anything after the restore.
  await app.signIn({ admin: true })
  await app.fileStore.write(`${PICTURE}-480.webp`, Buffer.from('a hat'), 'image/webp')
  await app.services.db.execute(sql`insert into uploads (name, width, height, widths, preview, uploaded_by)
    values (${PICTURE}, 480, 320, '{480}', 'data:,', 'admin:one')`)
  made = await site.backUp()
  there = (await dumpedLines(app.services)).filter(isTaken)
})
afterAll(() => site.close())

/** Returns true if a dumped line belongs to a table that backups contain. Leaves out the table of migrations. */
const isTaken = (line: string) => {
  const [table = ''] = line.split(' ', 1)
  const name = table.includes('.') ? table : `public.${table}`
  return !EXCLUDED_TABLES.has(name) && table !== 'drizzle.__drizzle_migrations'
}

async function within<T>(open: Promise<EmptyTarget>, work: (empty: EmptyTarget) => Promise<T>): Promise<T> {
  const empty = await open
  try {
    return await work(empty)
  } finally {
    await empty.close()
  }
}

const kinds = {
  'another database of its kind': () => openEmptyTarget(site),
  // When the tests run on PostgreSQL, the backup comes from there. So the tests also restore from PostgreSQL into the
  // embedded database.
  ...(testDatabaseKind() === 'postgres' && {
    'the embedded one': () => openEmptyTarget(site, cloneMemoryTemplate),
  }),
}

test('makes a backup that contains parties, their options and rooms, and a waitlist entry for several spots', () => {
  const filled = new Set(there.map((line) => line.split(' ', 1)[0]))
  expect([...filled]).toEqual(expect.arrayContaining(TABLES_OF_GROUPS))
  for (const told of [/"share":90000|share: ?90000/, /size\W+3\b/]) expect(there.join('\n')).toMatch(told)
})

describe.each(Object.entries(kinds))('a backup that is restored into %s', (_kind, open) => {
  test('returns every row and file, skips some ids, and purges overdue personal data before serving requests (R20.8)', async () => {
    await within(open(), async (empty) => {
      expect(await empty.restore(made.path, { gap: 100 })).toMatchObject({ outcome: 'restored' })
      expect((await empty.dump()).filter(isTaken)).toEqual(there)
      const file = await empty.files.read(`${PICTURE}-480.webp`)
      expect(Buffer.from(file ?? []).toString()).toBe('a hat')

      const next = await empty.db.execute(sql`insert into events (name, url_name, host_cell, admin_email,
        start_date, start_date_date, end_date, end_date_date)
        values ('n', 'n', '1', 'a@b', 's', '2027-06-01', 'e', '2027-06-02') returning id`)
      const last = Number(made.manifest.sequences['public.events_id_seq'])
      expect(rows<{ id: number }>(next)[0]?.id).toBe(last + 101)
      // The restore must also recreate the foreign keys and triggers.
      const orphan = sql`insert into event_photos (event_id, url) values (999999, 'x')`
      await expect(empty.db.execute(orphan)).rejects.toThrow()
      const triggers = await empty.db.execute(
        sql`select count(*)::int as on from pg_trigger where tgenabled = 'O' and not tgisinternal`,
      )
      expect(rows<{ on: number }>(triggers)[0]?.on).toBeGreaterThan(3)

      await startLate(empty)
      expect((await empty.dump()).join('\n').match(MARK)).toBeNull()
    })
  })
})

/**
 * Starts a site on the restored database a year later. The site purges overdue personal data before it serves
 * requests.
 */
async function startLate({ db }: EmptyTarget): Promise<void> {
  const { settings, sealer, log } = site.app.services
  const late = new Date(site.app.clock.now().getTime() + 400 * 86_400_000)
  const copies = { capturedMails: async () => [], forgetMails: async () => {} }
  await purgeDue({ db, settings, sealer, log, now: () => late, copies }, { beforeServing: true })
}

test('writes a backup that only this user can read, without keys, sessions or texts by guests (R18.7, R20.8)', async () => {
  expect((await stat(made.path)).mode & 0o777).toBe(0o600)
  const bytes = gunzipSync(await readFile(made.path)).toString('latin1')
  const { settings } = site.app.services
  const [, key = ''] = (settings.dataKeys ?? '').split(':')
  for (const secret of [key, Buffer.from(key, 'base64').toString('latin1'), settings.sessionSecret ?? ''])
    expect(bytes.includes(secret)).toBe(false)
  // The database stores the reason why a job failed and the name of an invoice unencrypted. The purge deletes them
  // together with the guest's data.
  expect(new Set(bytes.match(MARK))).toEqual(new Set(['qzxcomerfailure', 'qzxcomerlesson']))
  for (const name of EXCLUDED_TABLES) expect(bytes.includes(`tables/${name}/`)).toBe(false)
  expect(bytes.includes('tables/public.reservations/')).toBe(true)
  expect(made.manifest.keyIds).toEqual(['1'])
})
