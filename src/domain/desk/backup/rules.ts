/** The rules of backups: for which night, with which content, under which name, and how long. Pure. */
import { type Day, nightOf } from '#shared/days.ts'
import { TYPES } from '#shared/uploaded-picture.ts'

/**
 * The kind of the job that makes a backup. Its payload is `{ day }` for a nightly one, `{ byHand: 1 }` for
 * one that an admin requested.
 */
export const BACKUP_JOB = 'backup.make'
/** The dedupe key of all requested backups. With one key for all, only one can run at a time. */
export const REQUESTED_KEY = `${BACKUP_JOB}.byHand`

/** The ranch hour from which backups are made: after the reconciliation, while everyone is asleep. */
const FROM_HOUR = 3
/** Days to keep a backup. After that, purged data must be gone from every backup (R18.4). */
const KEPT_DAYS = 35
const DAY_MS = 86_400_000

/**
 * Tables that no backup contains. A restored session (here or at the embedded identity provider) would revive
 * a sign-in that has ended. The provider's signing key is a secret. Captured e-mails may belong to another
 * site, and sent ones are in `emails` as well. `sandbox.made` lists the tables that the sandboxes created in
 * this database.
 */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  'public.sessions',
  'sandbox.oidc_records',
  'sandbox.oidc_keys',
  'sandbox.mails',
  'sandbox.made',
])

/**
 * The text sealed in each backup's manifest, and the place it is bound to. It proves that a site has the
 * right keys.
 */
export const PROBE = 'twelve miles'
export const probePlace = (madeAt: string) => ({ table: 'backup', row: madeAt, column: 'probe' })

/**
 * How many ids to skip after a restore. Stripe still has records under ids used since the backup. Their
 * refunds or e-mails must not be mistaken for new ones.
 */
export const ID_GAP = 10_000

/** Returns the ranch day whose backup is due: today's from 03:00 on, before that yesterday's. */
export const backupNight = (now: Date): Day => nightOf(now, FROM_HOUR)

const NAME = /^twelve-mile-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/

/**
 * Returns a file name such as `twelve-mile-2027-05-06T090000Z.tar.gz`. It sorts by time and is valid on every
 * system.
 */
export const backupName = (madeAt: Date): string =>
  `twelve-mile-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/** Returns when the backup with this name was made, or null if the name is not one of ours. */
export function madeAtOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The folder for copies of backups in a bucket. */
export const COPIES_FOLDER = 'backups'

/**
 * Returns the temporary name while a process writes the file. It contains the process id, so that two
 * processes do not overwrite each other's file.
 */
export const partName = (name: string, pid: number): string => `.${name}.${pid}.part`

export type WorkingUse = 'copy' | 'proof'

/**
 * Returns the name of a working folder next to the backups: for a copy of the database, or for testing a
 * restore.
 */
export const workingName = (random: string, use: WorkingUse): string => `.twelve-mile-${random}.${use}`

/** Returns true for a leftover of a process that was killed while making a backup. None of our work takes a day. */
export function isLeftover(name: string, changedAt: Date, now: Date): boolean {
  const working = /^\.twelve-mile-.*\.(part|copy|proof)$/.test(name)
  return working && now.getTime() - changedAt.getTime() > DAY_MS
}

/** Returns true if a backup must be deleted. One day early, because cleanup runs once a night. */
export const isTooOld = (madeAt: Date, now: Date): boolean =>
  now.getTime() - madeAt.getTime() > (KEPT_DAYS - 1) * DAY_MS

/** Why a file cannot be restored, as a message to show. */
export type ArchiveProblem =
  | 'There is no such file.'
  | 'This is not a backup of this site’s kind.'
  | 'This backup was made by a newer version of the site. Update the site first.'
  | 'This backup is damaged: it is not what was written. Take another one.'
  | 'This backup is not whole: its end is missing. Take another one.'

/** Returns the content type of an uploaded file by its name, as a bucket needs it. */
export function fileTypeOf(name: string): string {
  const types: Record<string, string> = { ...TYPES, pdf: 'application/pdf' }
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
