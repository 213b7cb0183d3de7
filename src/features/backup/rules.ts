/** The rules of backups: their nights, their content, their names, and when they go. Pure. */
import { type Day, nightOf } from '#shared/days.ts'
import { TYPES } from '#shared/uploaded-picture.ts'

/** The outbox kind of one backup; its payload is `{ day }` of the night's, `{ byHand: 1 }` of one that an admin asked for. */
export const BACKUP_JOB = 'backup.make'
/** The cause of every backup that an admin asks for: with one row for all of them there is one at a time. */
export const ASKED_KEY = `${BACKUP_JOB}.byHand`

/** The hour at the ranch from which backups are made: the books are compared by then, and nobody is awake. */
const FROM_HOUR = 3
/** Days that a backup is kept: purged data must be gone from all of them by then (R18.4). */
const KEPT_DAYS = 35
const DAY_MS = 86_400_000

/**
 * Tables that no backup holds. Sessions end, here and at the embedded identity provider: a restored one would be
 * somebody's who has signed out since. Its signing key is a key. Captured mails are another house's post, and are kept as
 * they went out in `emails` as well. What the sandboxes have made, each database knows of itself.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'public.sessions',
  'sandbox.oidc_records',
  'sandbox.oidc_keys',
  'sandbox.mails',
  'sandbox.made',
])

/** The text that is sealed in each backup's manifest, and the place that it is bound to. */
export const PROBE = 'twelve miles'
export const probePlace = (madeAt: string) => ({ table: 'backup', row: madeAt, column: 'probe' })

/**
 * Numbers that nothing gets after a restore: what was made since the backup is in the payment provider's records under
 * its number, and a refund or a mail of it must not be taken for another's.
 */
export const ID_GAP = 10_000

/** The ranch's day whose backup is due: from 03:00 on its own, before that the day before's. */
export const backupNight = (now: Date): Day => nightOf(now, FROM_HOUR)

const NAME = /^twelve-mile-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/

/** `twelve-mile-2027-05-06T090000Z.tar.gz`: sorts by its time, and is a name on every system. */
export const backupName = (madeAt: Date): string =>
  `twelve-mile-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/** The instant at which the backup of this name was made; null: it is none of ours. */
export function madeAtOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The folder of the backups' copies in a bucket. */
export const COPIES_FOLDER = 'backups'

/** The name while the process of this id writes it: two that write at once must not take each other's. */
export const partName = (name: string, pid: number): string => `.${name}.${pid}.part`

export type WorkingUse = 'copy' | 'proof'

/** A folder beside the backups that is needed while one is made: a copy of the database, or where a restore is tried. */
export const workingName = (random: string, use: WorkingUse): string => `.twelve-mile-${random}.${use}`

/** A leftover of a process that was killed while it wrote, or took a copy: nothing of ours takes a day. */
export function isLeftover(name: string, changedAt: Date, now: Date): boolean {
  const working = /^\.twelve-mile-.*\.(part|copy|proof)$/.test(name)
  return working && now.getTime() - changedAt.getTime() > DAY_MS
}

/** Whether a backup is to be deleted. A day early: it is looked for once a night. */
export const isTooOld = (madeAt: Date, now: Date): boolean =>
  now.getTime() - madeAt.getTime() > (KEPT_DAYS - 1) * DAY_MS

/** A problem that stops a file from being restored, to be told as it is. */
export type ArchiveProblem =
  | 'There is no such file.'
  | 'This is not a backup of this site’s kind.'
  | 'This backup was made by a newer version of the site. Update the site first.'
  | 'This backup is damaged: it is not what was written. Take another one.'
  | 'This backup is not whole: its end is missing. Take another one.'

/** The content type of an uploaded file, by its name, for a bucket. */
export function fileTypeOf(name: string): string {
  const types: Record<string, string> = { ...TYPES, pdf: 'application/pdf' }
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
