/** What the site is told from outside, once, at the start (R21.2). */
export interface Settings {
  production: boolean
  port: number
  host: string
  /** An origin without a slash at its end. */
  publicUrl: string
  /** False: redirects keep the loopback host that was asked for. */
  publicUrlGiven: boolean
  /** An absolute path. */
  dataDir: string
  database: { kind: 'embedded' } | { kind: 'postgres'; url: string }
  /** Keys and region of S3 come from the usual AWS variables, which the AWS SDK reads itself. */
  files: { kind: 'disk' } | { kind: 's3'; bucket: string; endpoint: string | null }
  payments:
    | { kind: 'sandbox' }
    | {
        kind: 'stripe'
        secretKey: string
        publishableKey: string
        webhookSecret: string
        apiBase: string | null
      }
  identity:
    | { kind: 'sandbox' }
    | { kind: 'oidc'; issuer: string; clientId: string; clientSecret: string; audience: string | null }
  /** Lower case. */
  adminEmails: string[]
  adminSubjects: string[]
  adminClaim: string | null
  mail: { kind: 'captured'; from: string } | { kind: 'smtp'; url: string; from: string }
  /** Null: made once and kept in the data folder (see `loadSecrets`), as are the two below. */
  sessionSecret: string | null
  /** `id:base64,…`; the first one encrypts. */
  dataKeys: string | null
  /** Both of the two above; stays what it was when made ones have taken their places. */
  keysGiven: boolean
  devAdminPassword: string | null
  /** Null: nobody passes the gate of the family calendar by an answer. */
  family: { answer: string; name: string } | null
  holdMinutes: number
  jobsEverySeconds: number
  purgeAfterDays: number
  /** IP addresses whose `X-Forwarded-For` counts. */
  trustedProxies: string[]
  rateLimits: boolean
  sampleData: boolean
  /** Where backups are kept, an absolute path; `given`: not below the data folder, so it must be there. */
  backups: { nightly: boolean; folder: string; given: boolean }
  /** A sandbox is on: pages carry the "Demo" mark. */
  demo: boolean
}
