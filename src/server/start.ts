/** Starts the site from its settings, and stops its parts in the opposite order. */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { settingWarnings, WARNINGS } from '#domain/desk/system/rules.ts'
import { postHistory } from '#domain/money/ledger/store/history.ts'
import { openDatabase } from '#platform/database/open.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { loadSecrets } from '#platform/secrets.ts'
import type { Logger } from '#platform/log.ts'
import { createIntegrationProblems } from '#platform/integration-problems.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Services } from '#platform/services.ts'
import { type Settings, paymentMode } from '#platform/settings.ts'
import { keepMoneyApart } from '#platform/site-facts.ts'
import { createBackupMaker, startRetention } from './backup/nightly-backup.ts'
import { answerRequests } from './backup/backup-requests.ts'
import { loadBuild } from './build.ts'
import { composeSite, type Site, type SiteOptions } from './compose.ts'
import { MAIL_PATH } from './integrations.ts'
import { type Listener, listen } from './listener.ts'
import { fillSampleData, holdsSampleData } from './sample-data/fill.ts'
import { openStaticFiles } from './static-files.ts'

const TERMS = new URL('../../content/terms-of-stay.mdx', import.meta.url)
const BROWSER_FILES = fileURLToPath(new URL('../../build/client', import.meta.url))
/** When the site ends, running requests have this many milliseconds to finish. */
const DRAIN_MS = 5000

export interface StartOptions {
  settings: Settings
  log: Logger
  /** True if pages and browser files come from Vite's development server. */
  development: boolean
  /** A listener that is already open. If it is missing, the site opens the configured port. */
  listener?: Listener
  /** A clock that replaces the system's. Only tests pass it. */
  now?: () => Date
  /** Kills the process between the steps of a booking. Only tests pass it. */
  fault?: SiteOptions['fault']
}

export interface RunningSite {
  /** Lines to print for the person who started the site. */
  announcement: string[]
  /** Lets running requests and jobs finish, and then closes everything. */
  close(): Promise<void>
}

/**
 * Starts all parts of the site. If it fails, throws an error with a one-line message, for example that the
 * port is in use or the database cannot be reached.
 */
export async function startSite(options: StartOptions): Promise<RunningSite> {
  const { settings: given, log, development, now = () => new Date(), fault } = options
  const listener = options.listener ?? (await listen(given.host, given.port))
  const publicUrl = given.publicUrlGiven ? given.publicUrl : `http://localhost:${listener.port}`
  const secrets = await loadSecrets(given)
  const settings: Settings = { ...given, ...secrets, publicUrl, port: listener.port }
  if (settings.production)
    for (const warning of settingWarnings(settings)) log.warn({ warning }, WARNINGS[warning].title)
  await using onFailure = new AsyncDisposableStack()
  const database = await openDatabase(settings, (line) => log.warn(line))
  onFailure.defer(() => database.close())
  await keepMoneyApart(database.db, paymentMode(settings.payments))
  await postHistory(database.db, now())
  const services: Services = {
    db: database.db,
    settings,
    sealer: createSealer(secrets.dataKeys),
    sessionSecret: secrets.sessionSecret,
    now,
    log,
    problems: createIntegrationProblems({ db: database.db, log, now }),
  }
  const termsHash = hash('sha256', await readFile(TERMS))
  const backups = createBackupMaker({ settings: { ...settings, ...secrets }, copyTo: database.copyTo })
  const stopAnswering = database.copyTo ? answerRequests(settings.dataDir, backups.makeAt) : () => {}
  onFailure.defer(stopAnswering)
  const stopSweeping = await startRetention({ settings, now, log })
  onFailure.defer(stopSweeping)
  const parts = {
    fileStore: await openFileStore(settings),
    termsHash,
  } satisfies Partial<SiteOptions>
  if (settings.sampleData) await fillSampleData(services, parts)
  const site = composeSite({
    ...parts,
    services,
    development,
    readiness: database,
    files: development ? null : await openStaticFiles(BROWSER_FILES),
    backups: settings.backups.nightly ? backups : null,
    loadBuild,
    fault,
  })
  await site.beforeServing()
  // Loads the pages' code now, so that the first visitor does not wait for it.
  await loadBuild()
  listener.serve(site.http)
  site.sandbox?.start()
  site.jobs.start()
  onFailure.move()
  return {
    announcement: [...announce(site), ...(settings.production ? await announceProduction(services) : [])],
    close: async () => {
      stopAnswering()
      stopSweeping()
      await listener.drain(DRAIN_MS)
      await Promise.all([site.jobs.stop(), site.sandbox?.stop()])
      await database.close()
    },
  }
}

function announce({ services, sandbox, mailbox, identity }: Site): string[] {
  const { publicUrl, devAdminPassword } = services.settings
  return [
    `Twelve Mile is at ${publicUrl}`,
    ...(identity
      ? [
          `Sign in at ${publicUrl}/admin as admin@example.test (or guest@example.test, no admin), password ${devAdminPassword}`,
          ...(services.settings.sampleData
            ? [
                'One person for each other role, with the same password: manager@, desk@, kitchen@ and bookkeeper@example.test',
              ]
            : []),
        ]
      : []),
    ...(sandbox ? ['Payments are a sandbox. Test card: 4242 4242 4242 4242, any future date, any CVC'] : []),
    ...(mailbox ? [`Mail is captured at ${publicUrl}${MAIL_PATH}`] : []),
  ]
}

/**
 * Returns lines for a site in production that say how it differs from a trial. For example, sample data is
 * missing, or a trial has left some.
 */
async function announceProduction(services: Services): Promise<string[]> {
  const shut = services.settings.family === null
  const gate = shut ? '; the family calendar stays shut until FAMILY_ANSWER and FAMILY_NAME are set' : ''
  const filled = await holdsSampleData(services)
  return [
    `Production: no sample data${gate}`,
    ...(filled
      ? [
          'This database holds sample data of an earlier start: give production a DATA_DIR or DATABASE_URL of its own',
        ]
      : []),
  ]
}
