/** What a night's backup is, as the site tells it to the process that makes it, and why one failed, in words. */
import type { Settings } from '#platform/settings.ts'
import { causesOf } from '#platform/database/database.ts'
import { describeError } from '#platform/log.ts'

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

// Why a backup or a restore came to nothing, as a sentence without personal data.

const WORDS: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk’s quota is used up.',
  EFBIG: 'The system allows no files of this size.',
  EROFS: 'The disk can only be read.',
  ECONNREFUSED: 'The database or the file store does not answer.',
}

export function failureMessage(error: unknown): string {
  for (const cause of causesOf(error)) {
    const { code, path } = cause as NodeJS.ErrnoException
    if (code && WORDS[code]) return WORDS[code]
    if (code && path) return `${path}: ${code}.`
  }
  const { type, code, message } = describeError(error)
  return [type, code, message].filter(Boolean).join(' ')
}
