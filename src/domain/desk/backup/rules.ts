/** The rules of backups: for which night, which tables, which file names, and how long to keep them. Pure. */
import { z } from 'zod'
import { jobKind } from '#platform/outbox.ts'
import { type Day, nightOf } from '#shared/days.ts'
import { TYPES } from '#shared/uploaded-picture.ts'

/** The job that makes a backup: either the nightly one of a ranch day, or one that an admin requested (`byHand`). */
export const MAKE_BACKUP = jobKind(
  'make-backup',
  z.union([z.object({ day: z.string() }), z.object({ byHand: z.literal(1) })]),
)
/** The dedupe key of all requested backups. All have the same key, so that only one runs at a time. */
export const REQUESTED_KEY = 'backup.make.byHand'

/**
 * The hour at the ranch from which the site makes the nightly backup: after the reconciliation, while everyone is
 * asleep.
 */
const FROM_HOUR = 3
/** Number of days to keep a backup. After that, purged data must not be in any backup (R18.4). */
const KEPT_DAYS = 35
const DAY_MS = 86_400_000

/**
 * Tables that no backup contains. A restored session (of the site or of the embedded identity provider) would revive a
 * sign-in that has ended. The identity provider's signing key is a secret. E-mails in the e-mail sandbox may belong
 * to another site, and the table `emails` already contains sent e-mails. `sandbox.made` lists the tables that the
 * sandboxes created in this database.
 */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  'public.sessions',
  'sandbox.oidc_records',
  'sandbox.oidc_keys',
  'sandbox.mails',
  'sandbox.made',
])

/**
 * A known text, which the manifest of each backup contains in sealed form. A site that can open it has the right data
 * keys.
 */
export const PROBE = 'twelve miles'
export const probePlace = (madeAt: string) => ({ table: 'backup', row: madeAt, column: 'probe' })

/**
 * Number of ids that a restore skips. The site may have used these ids at Stripe since the backup. If new rows got
 * them, Stripe's records of the lost rows would count as records of the new ones.
 */
export const ID_GAP = 10_000

/** Returns the ranch day whose nightly backup should exist by now: today from 03:00 on, before that yesterday. */
export const backupNight = (now: Date): Day => nightOf(now, FROM_HOUR)

const NAME = /^twelve-mile-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/

/**
 * Returns a file name such as `twelve-mile-2027-05-06T090000Z.tar.gz`. Names sort by time and are valid on every
 * operating system.
 */
export const backupName = (madeAt: Date): string =>
  `twelve-mile-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/** Returns when the backup with this file name was made, or null if the name is not that of a backup of this site. */
export function madeAtOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The folder for copies of backups in a bucket. */
export const COPIES_FOLDER = 'backups'

/**
 * Returns the temporary name of a backup file that a process is writing. The name contains the process id, so that
 * two processes do not overwrite each other's file.
 */
export const partName = (name: string, pid: number): string => `.${name}.${pid}.part`

export type WorkingUse = 'copy' | 'proof'

/**
 * Returns the name of a working folder next to the backups. The folder holds a copy of the database or a trial
 * restore.
 */
export const workingName = (random: string, use: WorkingUse): string => `.twelve-mile-${random}.${use}`

/**
 * Returns true for a working file or folder that a killed process has left: one that is older than a day. No backup or
 * trial restore takes that long.
 */
export function isLeftover(name: string, changedAt: Date, now: Date): boolean {
  const working = /^\.twelve-mile-.*\.(part|copy|proof)$/.test(name)
  return working && now.getTime() - changedAt.getTime() > DAY_MS
}

/**
 * Returns true if a backup must be deleted. That is one day before the limit, because the next nightly cleanup may come
 * after the limit.
 */
export const isTooOld = (madeAt: Date, now: Date): boolean =>
  now.getTime() - madeAt.getTime() > (KEPT_DAYS - 1) * DAY_MS

/** Why a file cannot be restored, as a message for the operator. */
export type ArchiveProblem =
  | 'There is no such file.'
  | 'This is not a backup of this site.'
  | 'This backup was made by a newer version of the site. Update the site first.'
  | 'This backup is damaged. Please use another one.'
  | 'This backup is incomplete: its end is missing. Please use another one.'

/** Returns the content type of an uploaded file by its name. A bucket stores the type with the file. */
export function fileTypeOf(name: string): string {
  const types: Record<string, string> = { ...TYPES, pdf: 'application/pdf' }
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
