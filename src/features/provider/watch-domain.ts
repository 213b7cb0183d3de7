/** Looks whether wallets may show on the site's host, and tells whoever runs the site where they may not (R43.7). */
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import type { Settings } from '#platform/settings.ts'
import type { PaymentProvider, WalletDomainReply } from './port.ts'

const HIDDEN = { code: 'stripe_wallets_hidden' } as const

/** Milliseconds until the next look: nothing changes by itself once all is well, and somebody may be setting it right. */
const WELL_MS = 60 * 60_000
const WRONG_MS = 10 * 60_000

const ALL_SHOW = { outcome: 'ok', registered: true, applePay: true, googlePay: true, link: true } as const

type Deps = Pick<Services, 'problems' | 'now'> & {
  settings: Pick<Settings, 'wallets' | 'payments' | 'publicUrl'>
  provider: Pick<PaymentProvider, 'walletDomain'>
}

/** The job at a real provider. Browsers have wallets on https alone; where none are offered nothing is wrong. */
export function walletDomainJobs({ settings, problems, now, provider }: Deps): OutboxHandlers {
  const { protocol, hostname } = new URL(settings.publicUrl)
  if (settings.payments.kind !== 'stripe') return {}
  const isOffered = settings.wallets && protocol === 'https:'
  let next = 0
  return {
    'tick.probe-wallets': async () => {
      const at = now().getTime()
      if (at < next) return 'done'
      const reply = isOffered ? await provider.walletDomain(hostname) : ALL_SHOW
      const wrong = reply.outcome === 'ok' ? hiddenOf(reply) : null
      next = at + (reply.outcome === 'ok' && wrong === null ? WELL_MS : WRONG_MS)
      if (reply.outcome !== 'ok') return 'done'
      if (wrong) await problems.report({ ...HIDDEN, ...wrong })
      else await problems.clear(HIDDEN)
      return 'done'
    },
  }
}

/** Which wallets do not show; none is named where the host is not registered. Null: all may. */
function hiddenOf(domain: Extract<WalletDomainReply, { outcome: 'ok' }>): { detail: string | null } | null {
  if (!domain.registered) return { detail: null }
  const { applePay, googlePay, link } = domain
  const hidden = Object.entries({ 'Apple Pay': applePay, 'Google Pay': googlePay, Link: link })
    .filter(([, shows]) => !shows)
    .map(([name]) => name)
  return hidden.length === 0 ? null : { detail: hidden.join(', ') }
}
