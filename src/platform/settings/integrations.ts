/** Which outside services are used: none of a group means the embedded part, half a group is a mistake. */
import { venue } from '#shared/venue.ts'
import type { Reader } from './env-reader.ts'

const DEFAULT_FROM = `${venue.name} <${venue.email}>`

type Database = { kind: 'embedded' } | { kind: 'postgres'; url: string }

export function readDatabase(reader: Reader): Database {
  const url = reader.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'], signIn: true })
  return url === null ? { kind: 'embedded' } : { kind: 'postgres', url }
}

/** Keys and region of S3 come from the usual AWS variables, which the AWS SDK reads itself. */
type Files = { kind: 'disk' } | { kind: 's3'; bucket: string; endpoint: string | null }

export function readFiles(reader: Reader): Files {
  const endpoint = reader.url('S3_ENDPOINT', { protocols: ['https:', 'http:'] })
  const bucket = reader.text('S3_BUCKET')
  if (bucket !== null) {
    reader.together(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    // A missing region is told at the start: otherwise the first upload would be the first to know.
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

export function readPayments(reader: Reader): Payments {
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

/** A secret key in the place of the publishable one would be sent to every browser. */
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

/** `sk_live_…`, `rk_test_…`: a card that was typed under one mode does not exist in the other. */
const modeOf = (key: string) => /^[a-z]+_(test|live)_/.exec(key)?.[1]

/** Whether the card payments are real money. The sandbox's are not; a key of an unknown form is taken for a live one. */
export const moneyOf = (payments: Payments): 'test' | 'live' =>
  payments.kind === 'sandbox' || modeOf(payments.secretKey) === 'test' ? 'test' : 'live'

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

type Identity =
  | { kind: 'sandbox' }
  | { kind: 'oidc'; issuer: string; clientId: string; clientSecret: string; audience: string | null }

export function readIdentity(reader: Reader): Identity {
  const issuer = reader.url('OIDC_ISSUER', { protocols: ['https:', 'http:'] })
  const audience = reader.text('OIDC_AUDIENCE')
  reader.notAlone(['OIDC_AUDIENCE', 'OIDC_ADMIN_CLAIM'], OIDC)
  if (!reader.together(OIDC)) return { kind: 'sandbox' }
  const clientId = reader.text('OIDC_CLIENT_ID') ?? ''
  const clientSecret = reader.text('OIDC_CLIENT_SECRET') ?? ''
  return { kind: 'oidc', issuer: issuer ?? '', clientId, clientSecret, audience }
}

const ADDRESS = String.raw`[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+`
/** As narrow as `parseMailbox` of the mails, which would otherwise send from another address than the one set here. */
const SENDER = new RegExp(String.raw`^(?:${ADDRESS}|(?:"[^"\\\r\n]*"|[^<>(),;:"@\\\r\n]*) *<${ADDRESS}>)$`)

type Mail = { kind: 'captured'; from: string } | { kind: 'smtp'; url: string; from: string }

export function readMail(reader: Reader): Mail {
  const from = reader.text('MAIL_FROM')
  if (from !== null && !SENDER.test(from))
    reader.wrong('MAIL_FROM', 'is not one sender. Write an address, or: Name <address@example.org>')
  const url = reader.url('SMTP_URL', { protocols: ['smtp:', 'smtps:'], signIn: true })
  if (url === null) return { kind: 'captured', from: from ?? DEFAULT_FROM }
  if (from === null)
    reader.wrong('MAIL_FROM', 'is missing, though SMTP_URL is set. Set the sender of outgoing mail.')
  return { kind: 'smtp', url, from: from ?? '' }
}
