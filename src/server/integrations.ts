/**
 * Opens the outside services: payments, identity and e-mail. Each is the real service if it is configured.
 * Otherwise it is a sandbox in this process (R22.1).
 */
import type { PaymentProvider } from '#domain/money/card-provider/port.ts'
import { createStripeProvider } from '#domain/money/card-provider/stripe.ts'
import { watchKey } from '#domain/money/card-provider/watch-setup.ts'
import { sign } from '#platform/http/signing.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import { createPaymentSandbox, type PaymentSandbox } from '#dev/stripe/payment-sandbox.ts'
import type { SiteInfo } from '#app/server-context.ts'
import type { BearerSource } from '#domain/staff/sign-in/bearer.ts'
import { type IdentityProvider, openIdentityProvider } from '#domain/staff/sign-in/identity-provider.ts'
import { createIdentitySandbox, type IdentitySandbox } from '#dev/oidc/identity-sandbox.ts'
import { createSmtpTransport, type MailTransport } from '#domain/mail/emails/transport.ts'
import { createMailbox, type Mailbox } from '#dev/mailbox/mailbox.ts'

// The functions below open the card provider or its sandbox (R22.3).

export const PAYMENTS_PATH = '/dev/stripe'
const WEBHOOK_PATH = '/api/stripe/webhook'

export interface Payments {
  provider: PaymentProvider
  sandbox: PaymentSandbox | null
  /** Settings that pages need for the card fields. */
  page: SiteInfo['payments']
}

/** Opens the card provider or its sandbox. `deliver` passes the sandbox's webhooks to the site. */
export function openPayments(services: Services, deliver: (request: Request) => Promise<Response>): Payments {
  const { settings, now } = services
  const { wallets, keepCards: offersSavedCards } = settings
  const offered = { ...(wallets && { wallets }), ...(offersSavedCards && { offersSavedCards }) }
  if (settings.payments.kind === 'stripe') {
    const { publishableKey } = settings.payments
    const provider = watchKey(createStripeProvider({ ...settings.payments, wallets, now }), services)
    return { provider, sandbox: null, page: { publishableKey, scriptUrl: null, ...offered } }
  }
  const keys = sandboxKeys(services.sessionSecret)
  const sandbox = createPaymentSandbox({
    ...services,
    ...keys,
    webhookUrl: settings.publicUrl + WEBHOOK_PATH,
    deliver,
  })
  const provider = createStripeProvider({
    ...keys,
    apiBase: settings.publicUrl + PAYMENTS_PATH,
    wallets,
    now,
    // The sandbox runs in this process, so calling its API needs no socket.
    fetch: async (url, init) => {
      const inside = new URL(url)
      inside.pathname = inside.pathname.slice(PAYMENTS_PATH.length)
      return sandbox.app.fetch(new Request(inside, init))
    },
  })
  return {
    provider,
    sandbox,
    page: { publishableKey: keys.publishableKey, scriptUrl: `${PAYMENTS_PATH}/js/stripe.js`, ...offered },
  }
}

/**
 * Computes the keys of the payment sandbox. They are the same after a restart and in a second process. No
 * other service accepts them.
 */
export function sandboxKeys(secret: string) {
  const key = (name: string) => sign(secret, `sandbox ${name}`, name).replace(/[-_]/g, '').slice(0, 32)
  return {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  }
}

// The functions below open the identity provider: the configured one, or the sandbox in this process (R14.1,
// R22.4).

export const IDENTITY_PATH = '/dev/oidc'

interface IdentityParts {
  provider: IdentityProvider
  bearers: BearerSource
  /** The embedded identity provider. Null if a real one is configured. */
  sandbox: IdentitySandbox | null
}

export function openIdentity(services: Services, limits: RateLimits): IdentityParts {
  const { identity, devAdminPassword } = services.settings
  if (identity.kind === 'oidc') {
    return { provider: openIdentityProvider(identity), bearers: identity, sandbox: null }
  }
  const sandbox = createIdentitySandbox({ ...services, limits, password: devAdminPassword ?? '' })
  const { issuer, audience, client, fetch } = sandbox
  return {
    provider: openIdentityProvider({ issuer, ...client, fetch }),
    bearers: { issuer, audience, fetch },
    sandbox,
  }
}

// The functions below open the transport of e-mails: a mail server, or the e-mail sandbox (R22.2).

export const MAIL_PATH = '/dev/mail'

interface Mail {
  transport: MailTransport
  mailbox: Mailbox | null
}

export function openMail(services: Services): Mail {
  const { settings, now } = services
  if (settings.mail.kind === 'smtp') {
    return { mailbox: null, transport: createSmtpTransport({ url: settings.mail.url, now }) }
  }
  const mailbox = createMailbox(services)
  return { mailbox, transport: mailbox.transport }
}
