/** Services that every feature receives: database, settings, clock. `server/start.ts` creates them once. */
import type { Database } from './database/database.ts'
import type { Logger } from './log.ts'
import type { IntegrationProblems } from './integration-problems.ts'
import type { Sealer } from './sealing.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  sealer: Sealer
  /** Signs cookies and tokens. It is never empty, whether given or created (R21.9). */
  sessionSecret: string
  /** Returns the current time, so that tests can move it. */
  now(): Date
  log: Logger
  /** Stores configuration problems of outside services. */
  problems: IntegrationProblems
}
