/**
 * Builds the whole site in memory for HTTP tests. It has its own database, sandboxes, a clock that the test
 * moves, and browsers with cookies. Nothing listens on a port. A test must close the site in `afterAll`.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { NotificationSettings } from '#domain/mail/notifications/rules.ts'
import { saveNotificationSettings } from '#domain/mail/notifications/store.ts'
import { createSession } from '#domain/staff/sign-in/store.ts'
import { type FileStore, openFileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/database/database.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { createIntegrationProblems } from '#platform/integration-problems.ts'
import type { Services } from '#platform/services.ts'
import { readSettings, type Settings } from '#platform/settings.ts'
import { composeSite, type Site, type SiteOptions } from '#server/compose.ts'
import { createTestBrowser, type TestBrowser } from './browser.ts'
import { insertPerson } from '#domain/staff/people/store.ts'
import type { Role } from '#shared/roles.ts'
import { createTestIssuer } from './bearer.ts'
import { createClock, createClockOfMachine, type Clock } from './clock.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export interface TestAppOptions {
  /**
   * Start time of the test's clock, which moves only through `clock`. If it is missing, the site uses the real
   * time.
   */
  now?: Date
  /** Settings that differ from the defaults. Rate limits are off unless these settings turn them on. */
  settings?: Partial<Settings>
  log?: Logger
  news?: boolean
  /** A database to use instead of a new one. `close` closes this database too. */
  database?: Pick<TestDatabase, 'db' | 'close'>
  /** Parts of the site that the test replaces, such as its pages, or a database that does not answer. */
  parts?: Partial<
    Pick<SiteOptions, 'files' | 'loadBuild' | 'readiness' | 'fault' | 'checkBearer' | 'backups'>
  >
}

export interface TestApp extends Site {
  clock: Clock
  /**
   * The store of uploaded pictures. Its folder belongs only to this test app, and is created with the first
   * file.
   */
  fileStore: FileStore
  /** Sends a request without cookies. `path` is an absolute path on the site. */
  request(path: string, init?: RequestInit): Promise<Response>
  browser(): TestBrowser
  /**
   * Creates a browser in which a person has signed in: staff with this role, an admin (the owner whom the settings
   * name), or a user without a role.
   */
  signIn(who: Who): Promise<TestBrowser>
  /**
   * Creates a bearer token for such a person. The site's configured identity provider seems to have issued it.
   */
  bearer(who: Who): Promise<string>
  /**
   * Runs all background work that is due by the test's clock: jobs, the outbox and the sandbox's webhooks.
   */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** A person who signs in. */
type Who = { admin: boolean } | { role: Role }

/** Returns the name of a person in addresses and ids. */
const nameOf = (who: Who): string => {
  if ('role' in who) return who.role
  return who.admin ? 'admin' : 'guest'
}

const emailOf = (who: Who): string => `${nameOf(who)}@example.test`

/** Puts a person with this role on the list of people, as if an owner had invited them. */
async function invited({ db, sealer, now }: Services, who: Who): Promise<void> {
  if (!('role' in who)) return
  const row = { role: who.role, source: 'invitation', createdAt: now() } as const
  await insertPerson({ db, sealer }, { ...row, email: emailOf(who), name: null })
}

const SESSION_HOURS = 8
const QUIET: NotificationSettings = {
  pace: 'never',
  kinds: [],
  since: '2000-01-01T00:00:00Z',
  lastDailyDay: null,
}

/**
 * Empties every table, including those of the sandboxes. Afterwards the database is as in a new test app,
 * with notification e-mails off. Waits for writes that are still running. Deletes row by row, because
 * `truncate` would create the files of all tables and indexes again. That takes longer than most tests.
 */
export async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`
    do $$ declare one text; begin
      -- Disables foreign keys, so that the order does not matter, and triggers.
      set local session_replication_role = replica;
      for one in select oid::regclass::text from pg_class where relkind = 'r' and pg_relation_size(oid) > 0
        and relnamespace::regnamespace::text in ('public', 'sandbox') loop
        execute 'lock table ' || one || ' in access exclusive mode';
        execute 'delete from ' || one;
      end loop;
    end $$`)
  await saveNotificationSettings(db, QUIET)
}

export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase())
  const settings = testSettings(options.settings)
  const start = options.now ?? new Date()
  const { clock, restore } = settings.rateLimits
    ? await createClockOfMachine(start)
    : { clock: createClock(start), restore: () => {} }
  const log = options.log ?? createLog({ level: 'silent' })
  const services: Services = {
    db: database.db,
    settings,
    sealer: createSealer(settings.dataKeys ?? ''),
    sessionSecret: settings.sessionSecret ?? '',
    now: clock.now,
    log,
    problems: createIntegrationProblems({ db: database.db, log, now: clock.now }),
  }
  const dataDir = join(tmpdir(), `twelve-mile-test-${randomUUID()}`)
  const fileStore = await openFileStore({ files: settings.files, dataDir })
  const issuer = await createTestIssuer(clock.now)
  const site = composeSite({
    services,
    readiness: { ping: async () => {}, migrated: async () => true },
    files: null,
    fileStore,
    loadBuild: null,
    development: false,
    // Does not import the Terms of Stay, because a program that Node runs without a bundler cannot import
    // components.
    termsHash: 'f'.repeat(64),
    checkBearer: issuer.check,
    ...options.parts,
  })
  if (!options.news) await saveNotificationSettings(database.db, QUIET)
  const send = async (request: Request) => site.http.fetch(request)
  const browser = () => createTestBrowser(settings.publicUrl, send)
  return {
    ...site,
    clock,
    fileStore,
    browser,
    request: (path, init) => send(new Request(new URL(path, settings.publicUrl), init)),
    bearer: async (who) => {
      await invited(services, who)
      return issuer.token(emailOf(who))
    },
    signIn: async (who) => {
      await invited(services, who)
      const cookie = await createSession(services, {
        issuer: issuerOf(settings),
        subject: `the-${nameOf(who)}`,
        email: emailOf(who),
        emailVerified: true,
        claims: {},
        tokens: null,
        now: clock.now(),
        expiresAt: new Date(clock.now().getTime() + SESSION_HOURS * 3_600_000),
      })
      const signedIn = browser()
      signedIn.cookies.set(sessionCookieName(isSecure(settings.publicUrl)), cookie)
      return signedIn
    },
    runJobs: () => runJobs(site),
    close: async () => {
      await site.jobs.stop()
      await site.sandbox?.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      restore()
    },
  }
}

function issuerOf({ identity, publicUrl }: Settings): string {
  return identity.kind === 'oidc' ? identity.issuer : `${publicUrl}/dev/oidc`
}

/** Returns the site's default settings with fixed secrets and the given changes. */
export function testSettings(changes: Partial<Settings> = {}): Settings {
  const read = readSettings({})
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return {
    ...read.settings,
    sessionSecret: 'a secret that only the tests know',
    dataKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    devAdminPassword: 'test-password',
    rateLimits: false,
    ...changes,
  }
}

/**
 * `runJobs` fails after this many rounds. No test needs that many, so jobs must keep creating each other,
 * which is a bug.
 */
const MAX_ROUNDS = 50

async function runJobs({ jobs, sandbox }: Site): Promise<void> {
  for (const { kind, isPeriodic } of jobs.jobs) if (isPeriodic) await jobs.run(kind)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const delivered = (await sandbox?.deliverDue()) ?? 0
    const worked = await jobs.runDue()
    if (delivered + worked === 0) return
  }
  throw new Error('The jobs keep creating each other')
}
