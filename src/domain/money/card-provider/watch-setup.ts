/**
 * Reports to the admins what is set up wrongly at the card provider: permissions that the API key lacks, and
 * wallets that cannot be shown on the site's host.
 */
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import type { Settings } from '#platform/settings.ts'
import type { Forbidden, PaymentProvider, WalletDomainReply } from './port.ts'

// From here on: pauses calls for which the provider refused the API key, so that the site does not repeat them
// immediately.

/**
 * Milliseconds for which calls return the stored refusal after the provider refused the API key. The time is short,
 * because an admin may be fixing the key.
 */
const KEY_REFUSED_MS = 60_000
const PERMISSION_MISSING_MS = 5 * 60_000

type Operation = Exclude<keyof PaymentProvider, 'readWebhook'>

/**
 * Wraps the card provider. If the provider refuses the API key, all calls pause for a while. If the key lacks a
 * permission, only the refused kind of call pauses.
 */
export function watchKey(
  provider: PaymentProvider,
  { problems, now }: Pick<Services, 'problems' | 'now'>,
): PaymentProvider {
  const refusals = new Map<Operation | 'any', { until: number; reply: Forbidden }>()

  async function noteRefusal(operation: Operation, reply: Forbidden): Promise<void> {
    const { because, permission } = reply
    const [about, ms] =
      because === 'key' ? (['any', KEY_REFUSED_MS] as const) : ([operation, PERMISSION_MISSING_MS] as const)
    refusals.set(about, { until: now().getTime() + ms, reply })
    if (because === 'key') await problems.report({ code: 'stripe_key_refused' })
    else await problems.report({ code: 'stripe_right_missing', about: operation, detail: permission })
  }

  const watched =
    <Args extends unknown[], Reply extends { outcome: string }>(
      operation: Operation,
      ask: (...args: Args) => Promise<Reply | Forbidden>,
    ) =>
    async (...args: Args): Promise<Reply | Forbidden> => {
      for (const about of ['any', operation] as const) {
        const refusal = refusals.get(about)
        if (refusal && now().getTime() < refusal.until) return refusal.reply
      }
      const reply = await ask(...args)
      if (isForbidden(reply)) await noteRefusal(operation, reply)
      if (reply.outcome === 'ok')
        await problems.clear(
          { code: 'stripe_key_refused' },
          { code: 'stripe_right_missing', about: operation },
        )
      return reply
    }

  return {
    createIntent: watched('createIntent', provider.createIntent),
    createCustomer: watched('createCustomer', provider.createCustomer),
    deleteCustomer: watched('deleteCustomer', provider.deleteCustomer),
    chargeSavedCard: watched('chargeSavedCard', provider.chargeSavedCard),
    walletDomain: watched('walletDomain', provider.walletDomain),
    retrieveIntent: watched('retrieveIntent', provider.retrieveIntent),
    cancelIntent: watched('cancelIntent', provider.cancelIntent),
    createRefund: watched('createRefund', provider.createRefund),
    findRefund: watched('findRefund', provider.findRefund),
    listIntents: watched('listIntents', provider.listIntents),
    listMoney: watched('listMoney', provider.listMoney),
    listPayouts: watched('listPayouts', provider.listPayouts),
    listBalanceTransactions: watched('listBalanceTransactions', provider.listBalanceTransactions),
    listNotices: watched('listNotices', provider.listNotices),
    readWebhook: provider.readWebhook,
  }
}

const isForbidden = (reply: { outcome: string }): reply is Forbidden => reply.outcome === 'forbidden'

// From here on: the job that checks whether wallets can be shown on the site's host (R43.7).

const HIDDEN = { code: 'stripe_wallets_hidden' } as const

/**
 * Milliseconds until the job checks the wallets again: a day if all wallets work, an hour while an admin may be fixing
 * a problem. A site that starts checks at once.
 */
const WELL_MS = 24 * 60 * 60_000
const WRONG_MS = 60 * 60_000

const ALL_SHOWN = { outcome: 'ok', registered: true, applePay: true, googlePay: true, link: true } as const

type Deps = Pick<Services, 'problems' | 'now'> & {
  settings: Pick<Settings, 'wallets' | 'publicUrl'>
  provider: Pick<PaymentProvider, 'walletDomain'>
}

/**
 * Returns the job that asks the card provider whether wallets can be shown on the site's host. Without https the
 * job asks nothing, because browsers offer wallets only over https.
 */
export function checkWalletDomainJob({ settings, problems, now, provider }: Deps): Job {
  const { protocol, hostname } = new URL(settings.publicUrl)
  const isOffered = settings.wallets && protocol === 'https:'
  let next = 0
  return periodicJob('check-wallet-domain', async () => {
    const at = now().getTime()
    if (at < next) return
    const reply = isOffered ? await provider.walletDomain(hostname) : ALL_SHOWN
    const wrong = reply.outcome === 'ok' ? hiddenWallets(reply) : null
    next = at + (reply.outcome === 'ok' && wrong === null ? WELL_MS : WRONG_MS)
    if (reply.outcome !== 'ok') return
    if (wrong) await problems.report({ ...HIDDEN, ...wrong })
    else await problems.clear(HIDDEN)
  })
}

/**
 * Returns null if all wallets can be shown. Otherwise returns the `detail` of the problem: the names of the hidden
 * wallets, or null if the host is not registered.
 */
function hiddenWallets(
  domain: Extract<WalletDomainReply, { outcome: 'ok' }>,
): { detail: string | null } | null {
  if (!domain.registered) return { detail: null }
  const { applePay, googlePay, link } = domain
  const hidden = Object.entries({ 'Apple Pay': applePay, 'Google Pay': googlePay, Link: link })
    .filter(([, shows]) => !shows)
    .map(([name]) => name)
  return hidden.length === 0 ? null : { detail: hidden.join(', ') }
}
