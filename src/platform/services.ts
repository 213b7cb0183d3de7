/** The services that every feature gets: the database, the settings, the clock. Made once in `server/start.ts`. */
import type { Database } from './database/database.ts'
import type { Logger } from './log.ts'
import type { IntegrationProblems } from './integration-problems.ts'
import type { Sealer } from './sealing.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  sealer: Sealer
  /** Signs cookies and tokens; never empty, whether given or made (R21.9). */
  sessionSecret: string
  /** The present, so that tests can move it. */
  now(): Date
  log: Logger
  /** Keeps what is set up wrong at the services outside. */
  problems: IntegrationProblems
}
