/** Why a backup or a restore came to nothing, as a sentence without personal data. */
import { causesOf } from '#platform/error-causes.ts'
import { describeError } from '#platform/log.ts'

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
