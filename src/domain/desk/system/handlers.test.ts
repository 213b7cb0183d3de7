import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { backupProofs, bookProofs } from '#platform/database/schema/site.ts'
import { createLog } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import { buildTestApp, testSettings } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { describeJob } from '#app/admin/today/describe-today.tsx'
import type { BackupMaker } from '#domain/desk/backup/jobs.ts'
import { emptyTally } from '#domain/desk/reconciliation/rules.ts'
import { getProblems } from '#domain/desk/today/contract.ts'
import { uploadPicture } from '#domain/events/uploads/contract.ts'
import { drawing, sent } from '#test/support/events/pictures.ts'
import { backUpNow, lookAtSystem } from './contract.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

const app = await openTestApp({ now: NOW, settings: { rateLimits: true, keysGiven: true } })
const admin = await app.signIn({ admin: true })
beforeEach(() => app.services.db.delete(outbox))

async function look() {
  const found = await admin.call(lookAtSystem)
  if (!found.ok) throw new Error(found.code)
  return found.data
}

type Row = Partial<typeof outbox.$inferInsert>
/** Inserts rows into the table of jobs. By default, a row is a job that sends an e-mail. */
async function promise(...all: Row[]): Promise<void> {
  for (const [index, row] of all.entries()) {
    const mail = { kind: 'send-email', payload: {}, dedupeKey: `cause-${index}`, runAt: NOW }
    await app.services.db.insert(outbox).values({ ...mail, ...row })
  }
}

test('shows the versions and jobs of a new site on the System page, and warns that there is no backup', async () => {
  const { site, parts, database, queue, work, warnings, backup, books } = await look()
  expect(site).toMatchObject({ version: expect.stringMatching(/^\d+\./), node: process.version })
  expect(parts).toEqual({
    database: 'embedded',
    files: 'disk',
    payments: 'sandbox',
    identity: 'sandbox',
    mail: 'captured',
  })
  expect(database.version).toMatch(/^\d+/)
  expect(database.migrations.known).toBe(database.migrations.applied)
  expect(queue).toEqual({ due: 0, waiting: 0, dead: 0, oldestDue: null })
  expect(work.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['enqueue-reminders', 'send-email']))
  expect(work.filter(({ kind }) => describeJob(kind).includes('('))).toEqual([])
  expect(work.every(({ lastDoneAt }) => lastDoneAt === null)).toBe(true)
  expect(backup).toEqual({ nightly: true, night: '2027-03-01', proof: null })
  expect(books).toMatchObject({ proof: null })
  expect(warnings).toEqual(['no_backup'])
})

describe('the list of jobs on the System page', () => {
  test('counts due, waiting, retried and permanently failed jobs by kind', async () => {
    await promise(
      { runAt: minutes(-20), lastError: 'server busy', attempts: 2 },
      { runAt: minutes(-1) },
      { runAt: minutes(60) },
      { doneAt: minutes(-5) },
      { doneAt: minutes(-3) },
      { deadAt: minutes(-60) },
      // This job failed permanently more than 30 days ago, so the page does not count it.
      { deadAt: minutes(-60 * 24 * 31) },
      { kind: 'enqueue-reminders', doneAt: minutes(-1) },
    )
    const { queue, work, warnings } = await look()
    expect(queue).toEqual({ due: 2, waiting: 1, dead: 1, oldestDue: minutes(-20).toISOString() })
    const mails = { kind: 'send-email', round: false, waiting: 3, retrying: 1, dead: 1 }
    expect(work).toContainEqual({ ...mails, lastDoneAt: minutes(-3).toISOString() })
    const round = { kind: 'enqueue-reminders', round: true, waiting: 0, retrying: 0, dead: 0 }
    expect(work).toContainEqual({ ...round, lastDoneAt: minutes(-1).toISOString() })
    expect(warnings).toEqual(['no_backup', 'dead_work', 'late_work'])
  })

  test('lists waiting jobs of a kind that this version of the site no longer has', async () => {
    await promise({ kind: 'of-an-older-site' })
    expect((await look()).work).toContainEqual(
      expect.objectContaining({ kind: 'of-an-older-site', waiting: 1 }),
    )
  })
})

test('shows the last reconciliation on the System page, but not the differences that it found', async () => {
  const proof = { day: '2027-02-28', ranAt: minutes(-60), outcome: 'equal' as const, ...emptyTally() }
  await app.services.db.insert(bookProofs).values({ ...proof, payments: 7 })
  const { proof: shown } = (await look()).books
  const books = {
    day: '2027-02-28',
    ranAt: minutes(-60).toISOString(),
    outcome: 'equal',
    payments: 7,
    count: 0,
  }
  expect(shown).toMatchObject(books)
  expect(shown).not.toHaveProperty('differences')
})

test('shows the last nightly backup and its result, and does not call a failed backup a missing one', async () => {
  const { db } = app.services
  const one = { day: '2027-02-28', ranAt: minutes(-60 * 24), outcome: 'proved' as const, rows: 40, files: 2 }
  await db.insert(backupProofs).values({ ...one, file: 'hush.tar.gz', bytes: 5000, seconds: 9 })
  const proof = { day: '2027-02-28', outcome: 'proved', bytes: 5000, rows: 40, files: 2, problems: [] }
  expect(await look()).toMatchObject({ backup: { proof }, warnings: [] })
  const none = { day: '2027-03-01', ranAt: NOW, outcome: 'failed' as const, problems: ['The disk is full.'] }
  await db.insert(backupProofs).values(none)
  expect(await look()).toMatchObject({
    backup: {
      proof: { day: '2027-03-01', outcome: 'failed', bytes: null, problems: ['The disk is full.'] },
    },
    warnings: ['backup_failed'],
  })
  await db.delete(backupProofs)
})

describe('a backup that an admin requests (R20.16)', () => {
  afterAll(() => app.services.db.delete(backupProofs))
  type Made = Awaited<ReturnType<BackupMaker['make']>>
  const problems: string[] = []
  const good = { outcome: 'made' as const, bytes: 7000, rows: 41, files: 2, problems, again: false }

  async function siteThatMakes(settings = {}) {
    const made: Made[] = []
    const removed: string[] = []
    const backups: BackupMaker = {
      make: async () => made.shift() ?? { outcome: 'stopped' },
      sweep: async () => {},
      remove: async (file) => removed.push(file),
    }
    const own = await buildTestApp({ now: NOW, parts: { backups }, settings, database: database() })
    const by = await own.signIn({ admin: true })
    const night = { day: '2027-03-01', ranAt: minutes(-60), outcome: 'proved' as const, rows: 40, files: 2 }
    await own.services.db.delete(backupProofs)
    await own.services.db.insert(backupProofs).values({ ...night, file: 'night.tar.gz', bytes: 5000 })
    const shown = async () => {
      const found = await by.call(lookAtSystem)
      if (!found.ok) throw new Error(found.code)
      const { backup, backupByHand, work } = found.data
      return { backup: backup.proof, on: backup.nightly, ...backupByHand, work }
    }
    return { own, by, made, removed, shown }
  }

  test('is made one at a time, appears on the System page once it is tested, and is recorded in the audit', async () => {
    const { own, by, made, removed, shown } = await siteThatMakes()
    expect(await shown()).toMatchObject({ on: true, underWay: false, failed: null, backup: { rows: 40 } })
    const presses = await Promise.all([1, 2].map(() => by.call(backUpNow)))
    expect(presses.map((answer) => (answer.ok ? 'asked' : answer.code)).toSorted()).toEqual([
      'asked',
      'under_way',
    ])
    expect(await shown()).toMatchObject({ underWay: true, backup: { rows: 40 } })

    own.clock.advance({ minutes: 1 })
    made.push({ ...good, file: 'by-hand.tar.gz' })
    await own.runJobs()
    const proved = { outcome: 'proved', rows: 41, bytes: 7000, ranAt: minutes(1).toISOString() }
    expect(await shown()).toMatchObject({ underWay: false, failed: null, backup: proved })
    expect(removed).toEqual([])
    const entries = await own.services.db.select().from(auditEntries).where(eq(auditEntries.entity, 'backup'))
    expect(entries).toMatchObject([{ action: 'backup.requested', actor: expect.stringMatching(/^admin:/) }])
    await own.close()
  })

  test('can fail without losing the last good backup: the page shows the reason, and the admin can request another one', async () => {
    const { own, by, made, removed, shown } = await siteThatMakes()
    const bad = { ...good, file: 'bad.tar.gz', problems: ['public.events came out with 1 of 2 rows.'] }
    const tries: [Made, string][] = [
      [{ outcome: 'failed', why: 'The disk is full.' }, 'The disk is full.'],
      [bad, 'public.events came out with 1 of 2 rows.'],
    ]
    for (const [outcome, why] of tries) {
      own.clock.advance({ minutes: 5 })
      expect(await by.call(backUpNow)).toMatchObject({ ok: true })
      made.push(outcome)
      await own.runJobs()
      expect(await shown()).toMatchObject({ backup: { outcome: 'proved', rows: 40 }, failed: { why } })
    }
    expect(removed).toEqual([])
    expect(await by.call(backUpNow)).toMatchObject({ ok: true })
    made.push({ ...good, file: 'c.tar.gz', rows: 42 })
    await own.runJobs()
    expect(await shown()).toMatchObject({ backup: { rows: 42 }, failed: null })
    await own.close()
  })

  test('can be requested only by admins, and only on a site that makes backups', async () => {
    const { own, by, shown } = await siteThatMakes({
      backups: { nightly: false, folder: '/nowhere', given: false },
    })
    expect(await shown()).toMatchObject({ on: false, underWay: false })
    expect(await by.call(backUpNow)).toMatchObject({ status: 409, code: 'off' })
    const guest = await own.signIn({ admin: false })
    expect(await guest.call(backUpNow)).toMatchObject({ status: 403 })
    await own.close()
  })
})

test('shows no secret and no personal data on the System page', async () => {
  const given = {
    STRIPE_SECRET_KEY: 'sk_live_hush1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_hush2',
    STRIPE_WEBHOOK_SECRET: 'whsec_hush3',
    OIDC_ISSUER: 'https://hush4.example.org',
    OIDC_CLIENT_ID: 'hush5',
    OIDC_CLIENT_SECRET: 'hush6',
    SMTP_URL: 'smtps://hush7:hush8@mail.example.org',
    MAIL_FROM: 'hush9@example.org',
    S3_BUCKET: 'hush10',
    AWS_REGION: 'us-west-2',
    AWS_ACCESS_KEY_ID: 'hush11',
    AWS_SECRET_ACCESS_KEY: 'hush12',
    ADMIN_EMAILS: 'hush13@example.org',
    DATA_DIR: '/hush14',
    FAMILY_ANSWER: 'hush15',
    FAMILY_NAME: 'hush16',
    TRUSTED_PROXIES: '10.9.8.7',
  }
  const read = readSettings(given)
  if (!read.ok) throw new Error(read.problems.join())
  const { adminEmails: _, files: __, ...outside } = read.settings
  const { sessionSecret, dataKeys } = testSettings()
  // Starts a second site with other settings on the same database.
  const database = { db: app.services.db, listen: async () => async () => {}, close: async () => {} }
  const settings = { ...outside, sessionSecret, dataKeys }
  const own = await buildTestApp({ now: NOW, settings, database })
  try {
    const { db, sealer } = own.services
    const { id } = await makeEvent(db, { name: 'hush17', password: 'hush18' })
    await takeSpots({ db, sealer }, id, { spots: 2 })
    await db.insert(outbox).values({
      kind: 'send-email',
      payload: { emailId: 90_817 },
      dedupeKey: 'hush19',
      runAt: minutes(-1),
      lastError: 'refused by hush20@example.org',
      deadAt: NOW,
    })
    // Uses a bearer token. A session would make the second site ask the first site's identity provider.
    const token = await own.bearer({ admin: true })
    const reply = await own.request('/api/auth/system', { headers: { authorization: `Bearer ${token}` } })
    const text = await reply.text()
    expect(text).not.toMatch(/hush|@|10\.9\.8\.7|90817|the tests know|s1\./)
    expect([reply.status, text.includes('"payments":"stripe"')]).toEqual([200, true])
  } finally {
    await own.close()
  }
})

const database = () => ({ db: app.services.db, listen: async () => async () => {}, close: async () => {} })

describe('a problem with an outside service', () => {
  test('is shown with its solution on the System page, on the Today page and once in the log, until it is solved', async () => {
    const lines: string[] = []
    const log = createLog({ destination: { write: (line: string) => lines.push(line) } })
    const own = await buildTestApp({ now: NOW, log, database: database() })
    const { problems } = own.services
    const missing = {
      code: 'stripe_right_missing',
      about: 'createRefund',
      detail: 'rak_charge_write',
    } as const
    for (const again of [missing, missing, missing]) await problems.report(again)
    own.clock.advance({ minutes: 6 })
    await problems.report(missing)
    // A second call to Stripe fails because of the same missing permission.
    await problems.report({ ...missing, about: 'findRefund' })
    const told = [{ ...missing, since: NOW.toISOString() }]
    expect((await look()).outside).toEqual(told)
    const today = await admin.call(getProblems)
    expect(today).toMatchObject({ ok: true, data: { failures: { outside: told } } })
    const logged = lines.filter((line) => line.includes('may not make refunds'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('Charges and Refunds: Write')

    await problems.clear(missing, { ...missing, about: 'findRefund' })
    expect((await look()).outside).toEqual([])
    await own.close()
  })

  test('is reported at the first check if the file store cannot be reached, and uploads fail as unavailable', async () => {
    process.env['AWS_ACCESS_KEY_ID'] = process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER'
    const files = { kind: 's3', bucket: 'ranch', endpoint: 'http://127.0.0.1:9' } as const
    const own = await buildTestApp({ now: NOW, settings: { files }, database: database() })
    await own.jobs.run('check-file-store')
    expect((await look()).outside).toMatchObject([{ code: 'files_unreachable', detail: 'ECONNREFUSED' }])
    const ownAdmin = await own.signIn({ admin: true })
    const body = await sent(drawing())
    expect(await ownAdmin.call(uploadPicture, { body })).toMatchObject({ status: 503, code: 'unavailable' })
    expect((await own.request(`/uploads/${'a'.repeat(20)}-1600x1200-480.webp`)).status).not.toBe(500)
    await own.close()
  })
})

test(`shows the version of the database that this test uses (${testDatabaseKind()})`, async () => {
  expect(Number.parseInt((await look()).database.version, 10)).toBeGreaterThanOrEqual(15)
})
