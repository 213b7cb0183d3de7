/**
 * Settings are environment variables, which the site reads once at the start (R21.2). It collects all
 * mistakes, so that one start names all of them. Each mistake is one line that names the variable and says
 * what to do.
 */
import { join, resolve } from 'node:path'
import { venue } from '#shared/venue.ts'
import { createReader, type Environment, type Reader } from './env-reader.ts'

type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] }

const DEFAULT_ADMIN = 'admin@example.test'

/**
 * Reads all settings. Never throws, but returns mistakes as `problems`, one line each. An empty variable
 * counts as not set.
 */
export function readSettings(env: Environment): SettingsResult {
  const reader = createReader(env)
  const settings = settingsFrom(reader)
  guardProduction(settings, reader)
  return reader.problems.length > 0
    ? { ok: false, problems: [...reader.problems] }
    : { ok: true, settings: Object.freeze(settings) }
}

/** All settings of the site, read once at the start (R21.2). */
export type Settings = ReturnType<typeof settingsFrom>

function settingsFrom(reader: Reader) {
  const production = readProduction(reader)
  const port = reader.integer('PORT', { default: 3000, from: 1, to: 65_535 })
  const publicUrl = reader.url('PUBLIC_URL', { protocols: ['https:', 'http:'], originOnly: true })
  const database = readDatabase(reader)
  const payments = readPayments(reader)
  const identity = readIdentity(reader)
  const mail = readMail(reader)
  const sampleData = reader.onOff('SAMPLE_DATA', !production && database.kind === 'embedded')
  const sessionSecret = reader.secret('SESSION_SECRET')
  const dataKeys = reader.dataKeys('DATA_KEYS')
  const dataDir = resolve(reader.text('DATA_DIR') ?? './data')
  return {
    production,
    port,
    host: reader.text('HOST') ?? '127.0.0.1',
    /** The site's public address, an origin without a slash at the end. */
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    /**
     * True if `PUBLIC_URL` is set. If it is not, redirects keep the name of this machine that the client
     * used.
     */
    publicUrlGiven: publicUrl !== null,
    /** The data folder as an absolute path. */
    dataDir,
    database,
    files: readFiles(reader),
    payments,
    identity,
    /** The owners' e-mail addresses, in lower case. */
    adminEmails: reader.emails('ADMIN_EMAILS') ?? (identity.kind === 'sandbox' ? [DEFAULT_ADMIN] : []),
    adminSubjects: reader.list('ADMIN_SUBJECTS') ?? [],
    adminClaim: reader.text('OIDC_ADMIN_CLAIM'),
    roleClaim: reader.text('OIDC_ROLE_CLAIM'),
    mail,
    /**
     * The secret for signing cookies. If it is null, `loadSecrets` creates a secret and stores it in the data
     * folder. The same applies to `dataKeys` and `devAdminPassword`.
     */
    sessionSecret,
    /** The keys for personal data as `id:base64,…`. The first key encrypts new values. */
    dataKeys,
    /**
     * True if `sessionSecret` and `dataKeys` were set in the environment. Stays false after secrets that the
     * site created replace them.
     */
    keysGiven: sessionSecret !== null && dataKeys !== null,
    /**
     * The question that opens the family calendar: the name of the dog's owner, and the dog's name as the
     * answer. Null if no question is set.
     */
    family: readFamily(reader, sampleData),
    devAdminPassword: reader.text('DEV_ADMIN_PASSWORD'),
    /** True if the site offers Apple Pay, Google Pay and Link next to the card fields. */
    wallets: reader.onOff('WALLETS', true),
    /** True if guests can save their card for the remainder (R42). */
    keepCards: reader.onOff('KEEP_CARDS', true),
    holdMinutes: reader.integer('HOLD_MINUTES', { default: 15, from: 1, to: 24 * 60 }),
    jobsEverySeconds: reader.integer('JOBS_EVERY_SECONDS', { default: 60, from: 1, to: 3600 }),
    purgeAfterDays: reader.integer('PURGE_AFTER_DAYS', { default: 14, from: 1, to: 3650 }),
    /** IP addresses of proxies whose header `X-Forwarded-For` is trusted. */
    trustedProxies: reader.addresses('TRUSTED_PROXIES'),
    rateLimits: reader.onOff('RATE_LIMITS', true),
    sampleData,
    backups: readBackups(reader, dataDir),
    /** True if a sandbox replaces any outside service. Pages then show the "Demo" mark. */
    demo: payments.kind === 'sandbox' || identity.kind === 'sandbox' || mail.kind === 'captured',
  }
}

/**
 * Refuses values of NODE_ENV that only look like `production`, because they would start the sandboxes on a
 * real site.
 */
function readProduction(reader: Reader): boolean {
  const mode = reader.text('NODE_ENV')
  if (mode !== 'production' && mode?.toLowerCase().startsWith('prod'))
    reader.wrong('NODE_ENV', `"${mode}" is not understood. Write "production" or unset it.`)
  return mode === 'production'
}

/**
 * Reads the backup folder as an absolute path. `given` is true if the operator has set a folder, which must
 * already exist.
 */
function readBackups(reader: Reader, dataDir: string) {
  const folder = reader.text('BACKUP_DIR')
  return {
    nightly: reader.onOff('BACKUPS', true),
    folder: folder === null ? join(dataDir, 'backups') : resolve(folder),
    given: folder !== null,
  }
}

/**
 * Reads the answer that opens the family calendar. Returns null if no answer is set and the sample data has
 * none. Then nobody can open the calendar by an answer.
 */
function readFamily(reader: Reader, sampleData: boolean) {
  const answer = reader.text('FAMILY_ANSWER')
  const name = reader.text('FAMILY_NAME')
  if (answer === null && name === null) return sampleData ? { answer: 'Blue', name: 'Sam' } : null
  if (!reader.together(['FAMILY_ANSWER', 'FAMILY_NAME'])) return null
  return { answer: answer ?? '', name: name ?? '' }
}

/** Refuses settings that must not happen by accident with NODE_ENV=production (R21.5). */
function guardProduction(settings: Settings, reader: Reader): void {
  if (!settings.production) return
  if (!settings.rateLimits) reader.wrong('RATE_LIMITS', '"off" is refused in production. Unset it.')
  // Guests of a real site must never meet sample people, the known password of a sample event, or a public
  // family answer (R21.6).
  if (settings.sampleData) reader.wrong('SAMPLE_DATA', '"on" is refused in production. Unset it.')
  if (!allowed(reader, 'ALLOW_SANDBOX')) refuseSandboxes(settings, reader)
  if (!settings.publicUrlGiven && !noted(reader, 'PUBLIC_URL') && isToldOutside(settings))
    reader.wrong(
      'PUBLIC_URL',
      'is missing in production. Set the origin that guests see, like https://ranch.example.org.',
    )
  if (settings.database.kind === 'embedded') {
    if (!allowed(reader, 'ALLOW_EMBEDDED') && !noted(reader, 'DATABASE_'))
      reader.wrong(
        'DATABASE_URL',
        'is missing in production. Set it, or ALLOW_EMBEDDED=1 to keep the embedded database.',
      )
    return
  }
  // Processes that share a PostgreSQL database need the same keys. If each process created its own, the
  // others could not read its data.
  if (settings.sessionSecret === null)
    reader.wrong('SESSION_SECRET', 'is missing in production. Make one with: openssl rand -base64 48')
  if (settings.dataKeys === null)
    reader.wrong('DATA_KEYS', 'is missing in production. Make one with: echo "1:$(openssl rand -base64 32)"')
}

function refuseSandboxes({ payments, identity, mail }: Settings, reader: Reader): void {
  const sandboxes: [on: boolean, name: string, what: string][] = [
    [payments.kind === 'sandbox', 'STRIPE_SECRET_KEY', 'the payment sandbox'],
    [identity.kind === 'sandbox', 'OIDC_ISSUER', 'the embedded identity provider'],
    [mail.kind === 'captured', 'SMTP_URL', 'captured mail'],
  ]
  for (const [on, name, what] of sandboxes)
    if (on && !noted(reader, `${name.split('_')[0]}_`))
      reader.wrong(name, `is missing in production. Set it, or ALLOW_SANDBOX=1 to run with ${what}.`)
}

/**
 * Returns true if the site sends its address to an outside service: e-mail, card provider, or identity
 * provider.
 */
const isToldOutside = ({ payments, identity, mail }: Settings): boolean =>
  payments.kind === 'stripe' || identity.kind === 'oidc' || mail.kind === 'smtp'

/** Returns true if the reader has already reported a more specific problem of this setting. */
const noted = (reader: Reader, prefix: string): boolean =>
  reader.problems.some((problem) => problem.startsWith(prefix))

function allowed(reader: Reader, name: string): boolean {
  const value = reader.text(name)
  if (value === null || value === '0') return false
  if (value === '1') return true
  reader.wrong(name, `"${value}" is not understood. Set it to 1 or unset it.`)
  return false
}

// The functions from here on read the settings of outside services. If no setting of a group is set, the
// embedded service runs. If only some of a group are set, that is a mistake.

const DEFAULT_FROM = `${venue.name} <${venue.email}>`

function readDatabase(reader: Reader): { kind: 'embedded' } | { kind: 'postgres'; url: string } {
  const url = reader.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'], signIn: true })
  return url === null ? { kind: 'embedded' } : { kind: 'postgres', url }
}

/**
 * Where uploaded files are stored. For S3, the AWS SDK itself reads the keys and the region from the usual
 * AWS variables.
 */
type Files = { kind: 'disk' } | { kind: 's3'; bucket: string; endpoint: string | null }

function readFiles(reader: Reader): Files {
  const endpoint = reader.url('S3_ENDPOINT', { protocols: ['https:', 'http:'] })
  const bucket = reader.text('S3_BUCKET')
  if (bucket !== null) {
    reader.together(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    // A missing region is reported at the start. Otherwise the first upload would fail.
    if (endpoint === null && reader.text('AWS_REGION') === null)
      reader.wrong('AWS_REGION', 'is missing, though S3_BUCKET is set. Set the region of the bucket.')
    return { kind: 's3', bucket, endpoint }
  }
  if (reader.text('S3_ENDPOINT') !== null)
    reader.wrong('S3_BUCKET', 'is missing, though S3_ENDPOINT is set. Set both or none.')
  return { kind: 'disk' }
}

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

type Payments =
  | { kind: 'sandbox' }
  | {
      kind: 'stripe'
      secretKey: string
      publishableKey: string
      webhookSecret: string
      apiBase: string | null
    }

function readPayments(reader: Reader): Payments {
  const apiBase = reader.url('STRIPE_API_BASE', { protocols: ['https:', 'http:'] })
  reader.notAlone(['STRIPE_API_BASE'], STRIPE)
  if (!reader.together(STRIPE)) return { kind: 'sandbox' }
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = STRIPE.map(
    (name) => reader.text(name) ?? '',
  )
  expectPrefix(reader, 'STRIPE_SECRET_KEY', ['sk_', 'rk_'])
  expectPrefix(reader, 'STRIPE_PUBLISHABLE_KEY', ['pk_'])
  expectPrefix(reader, 'STRIPE_WEBHOOK_SECRET', ['whsec_'])
  if (modeOf(secretKey) !== modeOf(publishableKey))
    reader.wrong(
      'STRIPE_PUBLISHABLE_KEY',
      'is of another mode (test or live) than STRIPE_SECRET_KEY. Take both from the same page of the dashboard.',
    )
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret, apiBase }
}

/**
 * Checks the prefix of a Stripe key. The site sends the publishable key to every browser, so a secret key in
 * its place would leak.
 */
function expectPrefix(reader: Reader, name: string, prefixes: string[]): void {
  const value = reader.text(name)
  if (prefixes.some((prefix) => value?.startsWith(prefix))) return
  const [, kind] = KINDS.find(([prefix]) => value?.startsWith(prefix)) ?? []
  const found = kind === undefined ? '' : `is ${kind} and `
  reader.wrong(name, `${found}must begin with ${prefixes.join(' or ')}. Look it up in Stripe's dashboard.`)
}

const KINDS = [
  ['pk_', 'a publishable key'],
  ['sk_', 'a secret key'],
  ['rk_', 'a restricted key'],
  ['whsec_', 'a webhook secret'],
] as const

/**
 * Returns `test` or `live` for a key such as `rk_test_…` or `sk_live_…`. Stripe accepts test cards only in
 * test mode, and real cards only in live mode.
 */
const modeOf = (key: string) => /^[a-z]+_(test|live)_/.exec(key)?.[1]

/**
 * Returns whether card payments are real money (`live`) or not (`test`). Payments of the sandbox are not. A
 * key in an unknown form counts as live.
 */
export const paymentMode = (payments: Payments): 'test' | 'live' =>
  payments.kind === 'sandbox' || modeOf(payments.secretKey) === 'test' ? 'test' : 'live'

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

type Identity =
  | { kind: 'sandbox' }
  | { kind: 'oidc'; issuer: string; clientId: string; clientSecret: string; audience: string | null }

function readIdentity(reader: Reader): Identity {
  const issuer = reader.url('OIDC_ISSUER', { protocols: ['https:', 'http:'] })
  const audience = reader.text('OIDC_AUDIENCE')
  reader.notAlone(['OIDC_AUDIENCE', 'OIDC_ADMIN_CLAIM', 'OIDC_ROLE_CLAIM'], OIDC)
  if (!reader.together(OIDC)) return { kind: 'sandbox' }
  const clientId = reader.text('OIDC_CLIENT_ID') ?? ''
  const clientSecret = reader.text('OIDC_CLIENT_SECRET') ?? ''
  return { kind: 'oidc', issuer: issuer ?? '', clientId, clientSecret, audience }
}

const ADDRESS = String.raw`[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+`
/**
 * Matches the sender in MAIL_FROM. Accepts only addresses that `parseMailbox` can read when the site sends an
 * e-mail. Otherwise e-mails would come from the site's default address.
 */
const SENDER = new RegExp(String.raw`^(?:${ADDRESS}|(?:"[^"\\\r\n]*"|[^<>(),;:"@\\\r\n]*) *<${ADDRESS}>)$`)

type Mail = { kind: 'captured'; from: string } | { kind: 'smtp'; url: string; from: string }

function readMail(reader: Reader): Mail {
  const from = reader.text('MAIL_FROM')
  if (from !== null && !SENDER.test(from))
    reader.wrong('MAIL_FROM', 'is not one sender. Write an address, or: Name <address@example.org>')
  const url = reader.url('SMTP_URL', { protocols: ['smtp:', 'smtps:'], signIn: true })
  if (url === null) return { kind: 'captured', from: from ?? DEFAULT_FROM }
  if (from === null)
    reader.wrong('MAIL_FROM', 'is missing, though SMTP_URL is set. Set the sender of outgoing mail.')
  return { kind: 'smtp', url, from: from ?? '' }
}
