/**
 * Services that every part of the site gets: database, settings, clock and more. `server/start.ts` creates
 * them once.
 */
import type { Database } from './database/database.ts'
import type { Logger } from './log.ts'
import type { IntegrationProblems } from './integration-problems.ts'
import type { Sealer } from './sealing.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  sealer: Sealer
  /**
   * The secret for signing cookies and tokens. It is never empty, whether it was configured or created
   * (R21.9).
   */
  sessionSecret: string
  /** Returns the current time. Tests can change that time. */
  now(): Date
  log: Logger
  /** Stores problems in the configuration of outside services, so that admins see them. */
  problems: IntegrationProblems
}
