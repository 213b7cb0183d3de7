/** Rules for the warnings that an operator gets. Pure. */
import type { BackupOutcome } from '#platform/database/schema/site.ts'
import type { Settings } from '#platform/settings.ts'

/** The text of each warning, and the next step. */
export const WARNINGS = {
  public_url_missing: {
    title: 'The site does not know its own address.',
    next: 'Set PUBLIC_URL to the origin that guests see, like https://ranch.example.org, and start again.',
  },
  public_url_http: {
    title: 'The site’s address begins with http://, so others can read what guests send.',
    next: 'Put TLS in front (docs/operators/install.md shows nginx and Caddy), set PUBLIC_URL to https://…, and start again.',
  },
  rate_limits_off: {
    title: 'Guessing passwords is not limited.',
    next: 'Unset RATE_LIMITS and start again. It is off for load tests only.',
  },
  keys_in_folder: {
    title: 'The keys are in the data folder, beside the data that they protect.',
    next: 'Copy them to SESSION_SECRET and DATA_KEYS, keep another copy elsewhere, then remove DATA_DIR/secrets. Lost keys are lost data.',
  },
  nobody_admin: {
    title: 'Nobody is an admin: everybody who signs in is turned away.',
    next: 'Set ADMIN_EMAILS, ADMIN_SUBJECTS or OIDC_ADMIN_CLAIM (docs/operators/sign-in.md) and start again.',
  },
  family_gate_shut: {
    title: 'Only admins can open the family calendar.',
    next: 'Set FAMILY_ANSWER and FAMILY_NAME and start again. Until then no answer is right.',
  },
  no_backup: {
    title: 'There is no nightly backup yet.',
    next: 'It is made and tested after 3 AM at the ranch while a process runs. “Back up now” below makes one at once.',
  },
  backup_old: {
    title: 'The last nightly backup is older than 36 hours.',
    next: 'The log says why there was none last night. Make one now, below.',
  },
  backup_failed: {
    title: 'The last nightly backup could not be made.',
    next: 'The reason is below, most often a full disk or a folder without write access. It is retried automatically.',
  },
  backup_broken: {
    title: 'The last nightly backup failed its test.',
    next: 'Make one now, below. Keep the older ones until a new one passes its test.',
  },
  dead_work: {
    title: 'Background work was given up.',
    next: 'Today lists it under “Needs attention”, with the reason.',
  },
  late_work: {
    title: 'Background work is late.',
    next: 'Look in the log for “failed to run outbox jobs”, and whether a process runs at all. Starting it again loses nothing.',
  },
  migrations_missing: {
    title: 'The database is older than the site.',
    next: 'Start the site again: it brings the database up to date before it serves.',
  },
} satisfies Record<string, { title: string; next: string }>

type WarningCode = keyof typeof WARNINGS
export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[]

type WarningFacts = Pick<
  Settings,
  | 'production'
  | 'publicUrl'
  | 'publicUrlGiven'
  | 'rateLimits'
  | 'keysGiven'
  | 'adminEmails'
  | 'adminSubjects'
  | 'adminClaim'
  | 'family'
>

/**
 * Returns the warnings that follow from the settings alone. The site also logs them at startup, because without an
 * admin nobody can sign in to read them.
 */
export function settingWarnings(settings: WarningFacts): WarningCode[] {
  const { production, publicUrl, publicUrlGiven, rateLimits, keysGiven } = settings
  const { adminEmails, adminSubjects, adminClaim, family } = settings
  return chosen([
    [production && !publicUrlGiven, 'public_url_missing'],
    [production && publicUrlGiven && publicUrl.startsWith('http:'), 'public_url_http'],
    [!rateLimits, 'rate_limits_off'],
    [!keysGiven, 'keys_in_folder'],
    [adminEmails.length + adminSubjects.length === 0 && adminClaim === null, 'nobody_admin'],
    [production && family === null, 'family_gate_shut'],
  ])
}

const HOUR = 3_600_000
/** A backup older than this causes a warning: a missed nightly backup does, a slow one does not. */
const BACKUP_MS = 36 * HOUR
/** A job that has been due for this long counts as late. No delay or schedule of a job is longer. */
const LATE_MS = HOUR / 6

export interface StateFacts {
  now: Date
  /** Whether this site makes nightly backups. */
  nightly: boolean
  /** The newest nightly backup. Null before the first. */
  backup: { outcome: BackupOutcome } | null
  /** When the newest backup that still exists was made. */
  backupAt: Date | null
  /** Number of jobs that failed permanently in the last 30 days. */
  dead: number
  oldestDue: Date | null
  migrated: boolean
}

export function stateWarnings(state: StateFacts): WarningCode[] {
  const { now, nightly, backup, backupAt, dead, oldestDue, migrated } = state
  const age = (at: Date) => now.getTime() - at.getTime()
  return chosen([
    [nightly && backupAt === null, 'no_backup'],
    [nightly && backupAt !== null && age(backupAt) > BACKUP_MS, 'backup_old'],
    [backup?.outcome === 'failed', 'backup_failed'],
    [backup?.outcome === 'broken', 'backup_broken'],
    [dead > 0, 'dead_work'],
    [oldestDue !== null && age(oldestDue) > LATE_MS, 'late_work'],
    [!migrated, 'migrations_missing'],
  ])
}

const chosen = (all: [when: boolean, code: WarningCode][]): WarningCode[] =>
  all.filter(([when]) => when).map(([, code]) => code)
