/** Rules for the warnings that the System page shows an operator. Pure. */
import type { BackupOutcome } from '#platform/database/schema/site.ts'
import type { Settings } from '#platform/settings.ts'

/** The title of each warning, and what the operator should do next. */
export const WARNINGS = {
  public_url_missing: {
    title: 'The site does not know its own address.',
    next: 'Set PUBLIC_URL to the address that guests see, such as https://ranch.example.org, and restart the site.',
  },
  public_url_http: {
    title: 'The site’s address begins with http://, so others can read what guests send.',
    next: 'Put TLS in front (docs/operators/install.md shows nginx and Caddy). Then set PUBLIC_URL to https://… and restart the site.',
  },
  rate_limits_off: {
    title: 'Nothing limits how often someone can guess a password.',
    next: 'Unset RATE_LIMITS and restart the site. Turn it off for load tests only.',
  },
  keys_in_folder: {
    title: 'The encryption keys are in the data folder, next to the data that they protect.',
    next: 'Copy them to SESSION_SECRET and DATA_KEYS, and keep another copy elsewhere. Then remove DATA_DIR/secrets. Without the keys, nobody can read the data.',
  },
  nobody_admin: {
    title: 'Nobody is an admin, so nobody can sign in.',
    next: 'Set ADMIN_EMAILS, ADMIN_SUBJECTS or OIDC_ADMIN_CLAIM (docs/operators/sign-in.md) and restart the site.',
  },
  family_gate_shut: {
    title: 'Only admins can open the family calendar.',
    next: 'Set FAMILY_ANSWER and FAMILY_NAME and restart the site. Until then, no answer opens the calendar.',
  },
  no_backup: {
    title: 'There is no nightly backup yet.',
    next: 'The site makes and tests one after 3 AM, ranch time, if it is running. “Back up now” makes one immediately.',
  },
  backup_old: {
    title: 'The last nightly backup is older than 36 hours.',
    next: 'The log says why there was none last night. Press “Back up now” below.',
  },
  backup_failed: {
    title: 'The last nightly backup could not be made.',
    next: 'The reason is below, most often a full disk or a folder without write access. The site retries automatically.',
  },
  backup_broken: {
    title: 'The last nightly backup failed its test.',
    next: 'Press “Back up now” below. Keep the older backups until a new one passes its test.',
  },
  dead_work: {
    title: 'Some background work has failed.',
    next: 'Today lists it under “Needs attention”, with the reason.',
  },
  late_work: {
    title: 'Background work is late.',
    next: 'Check that the site is running, and look in the log for “failed to run outbox jobs”. You can restart the site without losing work.',
  },
  migrations_missing: {
    title: 'The database is older than the site.',
    next: 'Restart the site. It updates the database when it starts.',
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
 * Returns the System page's warnings that follow from the settings alone. The site also logs them at startup,
 * because without an admin nobody can sign in to read that page.
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
/**
 * The System page warns if the newest backup is older than this. A missed nightly backup causes the warning, but a
 * slow one does not.
 */
const BACKUP_MS = 36 * HOUR
/** A job that is still waiting this long after its time counts as late. Normally, the site starts it earlier. */
const LATE_MS = HOUR / 6

export interface StateFacts {
  now: Date
  /** True if this site makes nightly backups. */
  nightly: boolean
  /** The result of the newest nightly backup. Null before the first backup. */
  backup: { outcome: BackupOutcome } | null
  /** When the newest backup was made whose file still exists. Null if there is none. */
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
