import { describe, expect, test } from 'vitest'
import { parseMailbox } from '#domain/mail/emails/addresses.ts'
import type { Environment } from './env-reader.ts'
import { readSettings, type Settings } from './settings.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const SECRET = 'a long enough secret, at least 32 characters'
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const OIDC = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'c' }
const MAIL = { SMTP_URL: 'smtps://u:p@mail.example.org', MAIL_FROM: 'Ranch <info@example.org>' }
const KEYS = { SESSION_SECRET: SECRET, DATA_KEYS: `1:${KEY}` }
const POSTGRES = { DATABASE_URL: 'postgres://u:p@db/site' }
const S3 = { S3_BUCKET: 'b', AWS_REGION: 'us-west-2' }
const REAL = { ...STRIPE, ...OIDC, ...MAIL, ...KEYS, ...POSTGRES, PUBLIC_URL: 'https://ranch.example.org' }
const PRODUCTION = { NODE_ENV: 'production' }

function settingsOf(env: Environment): Settings {
  const result = readSettings(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.settings
}

function problemsOf(env: Environment): string[] {
  const result = readSettings(env)
  return result.ok ? [] : result.problems
}

/** Returns the names of the variables with problems, in order. */
const named = (env: Environment) => problemsOf(env).map((problem) => problem.split(':')[0])

describe('with default settings,', () => {
  test('every service is embedded and there is sample content if nothing is set (R21.1)', () => {
    expect(settingsOf({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      publicUrlGiven: false,
      dataDir: `${process.cwd()}/data`,
      database: { kind: 'embedded' },
      files: { kind: 'disk' },
      payments: { kind: 'sandbox' },
      identity: { kind: 'sandbox' },
      adminEmails: ['admin@example.test'],
      adminSubjects: [],
      adminClaim: null,
      roleClaim: null,
      mail: { kind: 'captured' },
      sessionSecret: null,
      dataKeys: null,
      keysGiven: false,
      devAdminPassword: null,
      family: { answer: 'Blue', name: 'Sam' },
      wallets: true,
      holdMinutes: 15,
      jobsEverySeconds: 60,
      purgeAfterDays: 14,
      trustedProxies: [],
      rateLimits: true,
      sampleData: true,
      backups: { nightly: true, folder: `${process.cwd()}/data/backups`, given: false },
      demo: true,
    })
  })

  test('backups are stored with the data or in a given folder, or none are made', () => {
    const { backups } = settingsOf({ DATA_DIR: '/srv/site', BACKUP_DIR: '/mnt/disk', BACKUPS: 'off' })
    expect(backups).toEqual({ nightly: false, folder: '/mnt/disk', given: true })
    expect(settingsOf({ DATA_DIR: '/srv/site' }).backups.folder).toBe('/srv/site/backups')
    expect(named({ BACKUPS: 'nightly' })).toEqual(['BACKUPS'])
  })

  test('an empty variable counts as not set', () => {
    expect(settingsOf({ PORT: '', DATABASE_URL: '  ', RATE_LIMITS: '' })).toEqual(settingsOf({}))
  })

  test('the default public address contains the port', () => {
    expect(settingsOf({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  })

  test('on PostgreSQL there is no sample data, and the family calendar stays closed', () => {
    expect(settingsOf(POSTGRES)).toMatchObject({ sampleData: false, family: null })
    expect(settingsOf({ ...POSTGRES, SAMPLE_DATA: 'on' }).family).toEqual({ answer: 'Blue', name: 'Sam' })
  })

  test('nobody is an admin at a real identity provider until a setting names someone', () => {
    expect(settingsOf(OIDC).adminEmails).toEqual([])
    expect(settingsOf({ ...OIDC, ADMIN_EMAILS: 'Ann@Example.org, bo@example.org' }).adminEmails).toEqual([
      'ann@example.org',
      'bo@example.org',
    ])
  })
})

describe('settings that are set', () => {
  test('are read from a complete production environment', () => {
    expect(settingsOf({ ...REAL, ...PRODUCTION, ...S3, OIDC_AUDIENCE: 'api' })).toMatchObject({
      production: true,
      publicUrl: 'https://ranch.example.org',
      publicUrlGiven: true,
      database: { kind: 'postgres', url: 'postgres://u:p@db/site' },
      files: { kind: 's3', bucket: 'b', endpoint: null },
      payments: { kind: 'stripe', secretKey: 'sk_live_1', publishableKey: 'pk_live_1', apiBase: null },
      identity: { kind: 'oidc', issuer: 'https://id.example.org', audience: 'api' },
      mail: { kind: 'smtp', from: 'Ranch <info@example.org>' },
      sessionSecret: SECRET,
      dataKeys: `1:${KEY}`,
      keysGiven: true,
      demo: false,
    })
  })

  test('do not require an audience for bearer tokens', () => {
    expect(settingsOf(OIDC).identity).toMatchObject({ audience: null })
  })

  test('have PUBLIC_URL without the slash at its end', () => {
    expect(settingsOf({ PUBLIC_URL: 'https://ranch.example.org/' }).publicUrl).toBe(
      'https://ranch.example.org',
    )
  })

  test.each(['info@example.org', 'Ranch <info@example.org>', '"Ranch, Inc." <info@example.org>'])(
    'can have %s as the sender',
    (from) => {
      expect(settingsOf({ ...MAIL, MAIL_FROM: from }).mail).toMatchObject({ from })
      expect(parseMailbox(from)).toMatchObject({ address: 'info@example.org' })
    },
  )

  test('mark the site as a demo if any sandbox is on (R21.7)', () => {
    expect(settingsOf({ ...REAL, SMTP_URL: '' }).demo).toBe(true)
  })

  test("include several data keys, the family's answer, proxies and limits", () => {
    const env = {
      DATA_KEYS: `new:${KEY},old:${KEY}`,
      FAMILY_ANSWER: 'Rex',
      FAMILY_NAME: 'Jo',
      TRUSTED_PROXIES: '10.0.0.1, ::1',
      RATE_LIMITS: 'off',
    }
    expect(settingsOf(env)).toMatchObject({
      dataKeys: env.DATA_KEYS,
      family: { answer: 'Rex', name: 'Jo' },
      trustedProxies: ['10.0.0.1', '::1'],
      rateLimits: false,
    })
  })
})

describe('mistakes in settings', () => {
  test.each<[Environment, string]>([
    [{ NODE_ENV: 'Production' }, 'NODE_ENV'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'ranch.example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://ranch.example.org/site' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://db/site' }, 'DATABASE_URL'],
    [{ S3_ENDPOINT: 'https://s3.example.org' }, 'S3_BUCKET'],
    [{ S3_BUCKET: 'b', AWS_REGION: 'us-west-2', AWS_ACCESS_KEY_ID: 'k' }, 'AWS_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'b' }, 'AWS_REGION'],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'we_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'rk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_API_BASE: 'localhost:9' }, 'STRIPE_API_BASE'],
    [{ STRIPE_API_BASE: 'http://localhost:9' }, 'STRIPE_API_BASE'],
    [{ ...OIDC, OIDC_ISSUER: 'id.example.org' }, 'OIDC_ISSUER'],
    [{ OIDC_AUDIENCE: 'api' }, 'OIDC_AUDIENCE'],
    [{ OIDC_ADMIN_CLAIM: 'roles' }, 'OIDC_ADMIN_CLAIM'],
    [{ OIDC_ROLE_CLAIM: 'roles' }, 'OIDC_ROLE_CLAIM'],
    [{ ADMIN_EMAILS: 'ann' }, 'ADMIN_EMAILS'],
    [{ ...MAIL, SMTP_URL: 'mail.example.org:25' }, 'SMTP_URL'],
    [{ ...MAIL, MAIL_FROM: '' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'the ranch' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Ranch <info@example.org' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Ranch, Inc. <info@example.org>' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'info@example.org, other@example.org' }, 'MAIL_FROM'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ DATA_KEYS: KEY }, 'DATA_KEYS'],
    [{ DATA_KEYS: '1:c2hvcnQ=' }, 'DATA_KEYS'],
    [{ DATA_KEYS: `1:${KEY},1:${KEY}` }, 'DATA_KEYS'],
    [{ FAMILY_ANSWER: 'Rex' }, 'FAMILY_NAME'],
    [{ FAMILY_NAME: 'Jo' }, 'FAMILY_ANSWER'],
    [{ HOLD_MINUTES: '0' }, 'HOLD_MINUTES'],
    [{ JOBS_EVERY_SECONDS: '-5' }, 'JOBS_EVERY_SECONDS'],
    [{ PURGE_AFTER_DAYS: '1.5' }, 'PURGE_AFTER_DAYS'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, 'TRUSTED_PROXIES'],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
    [{ SAMPLE_DATA: 'yes' }, 'SAMPLE_DATA'],
  ])('are reported: %o in one line that names %s (R21.2)', (env, name) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(
      new RegExp(`^${name}: [^\\n]+\\.$|^${name}: [^\\n]+ openssl [^\\n]+|^${name}: [^\\n]+>$`),
    )
  })

  test('name each missing variable of a group that is set only in part', () => {
    expect(named({ STRIPE_SECRET_KEY: 'sk_1' })).toEqual(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
    expect(named({ ...OIDC, OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET'])
  })

  test('are all reported together', () => {
    expect(named({ PORT: 'x', RATE_LIMITS: 'x', HOLD_MINUTES: 'x' })).toEqual([
      'PORT',
      'HOLD_MINUTES',
      'RATE_LIMITS',
    ])
  })

  test('are reported without ever repeating a secret', () => {
    const key = Buffer.alloc(31, 9).toString('base64')
    const env = { SESSION_SECRET: 'hush', DATA_KEYS: `1:${key}`, DATABASE_URL: 'x://user:hush@db' }
    expect(problemsOf(env)).toHaveLength(3)
    expect(problemsOf(env).join()).not.toMatch(/hush/)
    expect(problemsOf(env).join()).not.toContain(key)
  })
})

describe('a password in a setting that is a URL', () => {
  const PASSWORDS = ['p@hush/word', 'hush/x', '12/hush', 'p#hush', 'p?hush', '12?hush', 'p%hush', '50%']
  test.each(PASSWORDS)('must be percent-encoded: %s, and no part of it is shown', (password) => {
    for (const env of [
      { DATABASE_URL: `postgres://site:${password}@db.example/site` },
      { ...MAIL, SMTP_URL: `smtps://site:${password}@mail.example` },
    ]) {
      const problems = problemsOf(env)
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(/^(DATABASE_URL|SMTP_URL): [^\n]+ercent-encode[^\n]+\.$/)
      expect(problems[0]).not.toMatch(/hush|50|12/)
    }
  })

  test('is accepted if it is percent-encoded, as is a user name with an @', () => {
    for (const password of PASSWORDS.map(encodeURIComponent)) {
      const given = settingsOf({
        ...MAIL,
        DATABASE_URL: `postgres://site:${password}@db.example/site?sslmode=verify-full`,
        SMTP_URL: `smtps://info@ranch.example:${password}@mail.example`,
      })
      expect(given).toMatchObject({ database: { kind: 'postgres' }, mail: { kind: 'smtp' } })
    }
  })
})

describe('the check of settings in production', () => {
  test('refuses every embedded service, with one line each (R21.5)', () => {
    expect(named(PRODUCTION)).toEqual(['STRIPE_SECRET_KEY', 'OIDC_ISSUER', 'SMTP_URL', 'DATABASE_URL'])
  })

  test('allows embedded services that a setting allows explicitly (R21.5)', () => {
    expect(problemsOf({ ...PRODUCTION, ALLOW_SANDBOX: '1', ALLOW_EMBEDDED: '1' })).toEqual([])
    expect(named({ ...PRODUCTION, ALLOW_SANDBOX: '1' })).toEqual(['DATABASE_URL'])
    expect(named({ ...PRODUCTION, ...REAL, SMTP_URL: '' })).toEqual(['SMTP_URL'])
    expect(named({ ...PRODUCTION, ...REAL, SMTP_URL: '', ALLOW_SANDBOX: 'yes' })).toEqual([
      'ALLOW_SANDBOX',
      'SMTP_URL',
    ])
  })

  test('with PostgreSQL, requires secrets in the settings, because each process would create different ones (R21.5)', () => {
    const env = { ...PRODUCTION, ...REAL, SESSION_SECRET: '', DATA_KEYS: '' }
    expect(named(env)).toEqual(['SESSION_SECRET', 'DATA_KEYS'])
    expect(problemsOf({ ...env, NODE_ENV: 'development' })).toEqual([])
  })

  test('requires PUBLIC_URL as soon as an outside service gets the address', () => {
    const allSandbox = { ...PRODUCTION, ALLOW_SANDBOX: '1', ALLOW_EMBEDDED: '1' }
    expect(named({ ...PRODUCTION, ...REAL, PUBLIC_URL: '' })).toEqual(['PUBLIC_URL'])
    expect(named({ ...PRODUCTION, ...REAL, PUBLIC_URL: 'ranch' })).toEqual(['PUBLIC_URL'])
    expect([STRIPE, OIDC, MAIL].map((part) => named({ ...allSandbox, ...part }))).toEqual([
      ['PUBLIC_URL'],
      ['PUBLIC_URL'],
      ['PUBLIC_URL'],
    ])
    // A service on this machine can use a name of this machine, so PUBLIC_URL is not required.
    expect(named({ ...allSandbox, ...POSTGRES, ...KEYS })).toEqual([])
    expect(named({ ...REAL, PUBLIC_URL: '' })).toEqual([])
  })

  test('refuses to switch rate limits off', () => {
    expect(named({ ...PRODUCTION, ...REAL, RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS'])
  })

  test('gives production neither sample data nor the sample’s name of the family’s dog, on any database (R21.6)', () => {
    const allowed = { ...PRODUCTION, ALLOW_SANDBOX: '1', ALLOW_EMBEDDED: '1' }
    for (const env of [allowed, { ...PRODUCTION, ...REAL }]) {
      expect(settingsOf(env)).toMatchObject({ sampleData: false, family: null })
      expect(settingsOf({ ...env, SAMPLE_DATA: 'off' })).toMatchObject({ sampleData: false, family: null })
      expect(named({ ...env, SAMPLE_DATA: 'on' })).toEqual(['SAMPLE_DATA'])
      const family = { answer: 'Rex', name: 'Jo' }
      expect(settingsOf({ ...env, FAMILY_ANSWER: 'Rex', FAMILY_NAME: 'Jo' }).family).toEqual(family)
    }
  })

  test('reports only once that a group of settings is set only in part', () => {
    expect(named({ ...PRODUCTION, ...REAL, STRIPE_WEBHOOK_SECRET: '' })).toEqual(['STRIPE_WEBHOOK_SECRET'])
  })
})
