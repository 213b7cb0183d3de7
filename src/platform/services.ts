/** Services that every feature gets: database, settings, clock and more. `server/start.ts` creates them once. */
import type { Database } from './database/database.ts'
import type { Logger } from './log.ts'
import type { IntegrationProblems } from './integration-problems.ts'
import type { Sealer } from './sealing.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  sealer: Sealer
  /** The secret for signing cookies and tokens. It is never empty, whether it is given or created (R21.9). */
  sessionSecret: string
  /** Returns the current time. Tests can move it. */
  now(): Date
  log: Logger
  /** Stores problems in the configuration of outside services. */
  problems: IntegrationProblems
}
