/** What must not happen by accident with NODE_ENV=production (R21.5). */
import type { Reader } from './env-reader.ts'
import type { Settings } from '../settings.ts'

export function guardProduction(settings: Settings, reader: Reader): void {
  if (!settings.production) return
  if (!settings.rateLimits) reader.wrong('RATE_LIMITS', '"off" is refused in production. Unset it.')
  // Sample people, a sample event's password, an answer that everybody can read: none of it is for real guests (R21.6).
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
  // Several processes share a PostgreSQL database: keys made by one of them would lock the others out.
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

/** Whether the site's address leaves the house: in mails, at the card provider, at the identity provider. */
function isToldOutside({ payments, identity, mail }: Settings): boolean {
  return payments.kind === 'stripe' || identity.kind === 'oidc' || mail.kind === 'smtp'
}

/** A mistake in what is given has its own line already, which says more. */
function noted(reader: Reader, prefix: string): boolean {
  return reader.problems.some((problem) => problem.startsWith(prefix))
}

function allowed(reader: Reader, name: string): boolean {
  const value = reader.text(name)
  if (value === null || value === '0') return false
  if (value === '1') return true
  reader.wrong(name, `"${value}" is not understood. Set it to 1 or unset it.`)
  return false
}
