/** How the System page says things. Pure. */
import type { System, Work } from '#features/system/contract.ts'
import { ranchDay } from '#shared/days.ts'
import { formatInstant, formatTime } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import type { Fact } from '#ui/facts.tsx'

type Parts = System['parts']

const PART_NAMES: [part: keyof Parts, name: string][] = [
  ['database', 'Database'],
  ['files', 'Uploaded files'],
  ['payments', 'Card payments'],
  ['identity', 'Sign-in'],
  ['mail', 'Email'],
]

/** Stands out: not what a real house runs on, or not as it should be. */
const MARKED = 'facts-marked'

/** The parts in words; sandboxes are marked. */
const PARTS: Record<Parts[keyof Parts], readonly [words: string, className?: string]> = {
  embedded: ['Embedded, in the data folder: one process only', MARKED],
  postgres: ['PostgreSQL'],
  disk: ['In the data folder'],
  s3: ['S3'],
  sandbox: ['Sandbox', MARKED],
  stripe: ['Stripe'],
  oidc: ['Your OpenID provider'],
  captured: ['Captured: no email is sent', MARKED],
  smtp: ['An email server'],
}

const SHARED = ['In the data folder, which all processes must share', MARKED] as const

/** Which part of the world outside is which. */
export function partFacts(parts: Parts): Fact[] {
  return PART_NAMES.map(([part, name]) => {
    const between = part === 'files' && parts.files === 'disk' && parts.database === 'postgres'
    return [name, ...(between ? SHARED : PARTS[parts[part]])]
  })
}

/** `"July 4, 9:40 AM"` at the ranch; the time alone on the day of `at`. */
export function whenWords(instant: string, at: string): string {
  const then = new Date(instant)
  return ranchDay(then) === ranchDay(new Date(at)) ? formatTime(then) : formatInstant(then)
}

const MINUTE = 60_000

/** `"3 days"`, `"2 hours"`, `"5 minutes"`, `"less than a minute"`. */
export function spanWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return plural(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}

const since = (instant: string, at: string) => spanWords(Date.parse(at) - Date.parse(instant))

/** `"5.2 MB"`, as file managers say it. */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}

export function versionFacts({ site, database, process, at }: System): Fact[] {
  const { applied, known, newest } = database.migrations
  const upToDate = applied >= known
  const migrations = upToDate ? `${known}, the newest ${newest}` : `${applied} of ${known}`
  return [
    ['Site', site.commit === null ? site.version : `${site.version}, commit ${site.commit}`],
    ['Runs as', site.production ? 'Production' : 'Development', site.production ? undefined : MARKED],
    ['Node', site.node],
    ['Database', `PostgreSQL ${database.version}`],
    ['Migrations', migrations, upToDate ? undefined : MARKED],
    ['Running for', since(process.startedAt, at)],
    ['Memory', `${sizeWords(process.memory)}, ${sizeWords(process.heap)} of it the heap`],
  ]
}

/** In place of the button where the site makes no backups. */
export const BACKUPS_OFF =
  'The site makes no backups itself here (BACKUPS=off). npm run backup makes one all the same.'

/** What became of a backup that was asked for and is not there, with the reason as the job tells it. */
export function failedBackupLine(
  { at, why }: NonNullable<System['backupByHand']['failed']>,
  now: string,
): string {
  return `The backup by hand did not work (${whenWords(at, now)}). ${why}`.trim()
}

export function backupFacts({ bytes, rows, files, seconds }: NonNullable<System['backup']['proof']>): Fact[] {
  if (bytes === null) return []
  return [
    ['Took', plural(seconds, 'second')],
    ['Size', sizeWords(bytes)],
    ['Holds', `${plural(rows, 'row')}, ${plural(files, 'file')}`],
  ]
}

/** The outbox's queue in one line. */
export function queueLine({ queue, at }: Pick<System, 'queue' | 'at'>): string {
  const { due, waiting, dead, oldestDue } = queue
  const oldest = oldestDue === null ? '' : ` (the oldest for ${since(oldestDue, at)})`
  return [`${due} due now${oldest}`, `${waiting} for later`, `${dead} given up in the last 30 days`].join(
    ', ',
  )
}

/** The state of one type of work in words. */
export function workState({ waiting, retrying, dead }: Work): string {
  const parts = [
    waiting > 0 && `${waiting} ${waiting === 1 ? 'is' : 'are'} waiting`,
    retrying > 0 && `${retrying} being tried again`,
    dead > 0 && `${dead} given up`,
  ].filter((words) => words !== false)
  return parts.length > 0 ? parts.join(', ') : '–'
}
