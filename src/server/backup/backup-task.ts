/** What a night's backup is, as the site tells it to the process that makes it, and what that tells back. */
import type { Settings } from '#platform/settings.ts'

export interface BackupTask {
  /** The settings with the keys that are in use. */
  settings: Settings & { dataKeys: string }
  /** The path that the backup is written to. */
  path: string
  madeAt: string
  /** A copy of the embedded database, which is removed; null: PostgreSQL. */
  copy: string | null
  /** An empty folder in which the backup is restored and looked at; null: it is not. */
  proof: string | null
}

export type BackupReport =
  | {
      ok: true
      bytes: number
      rows: number
      files: number
      problems: string[]
      /** Some of the problems are the bucket's, and may pass. */
      again: boolean
    }
  | { ok: false; why: string }
