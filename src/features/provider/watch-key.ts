/** Watches over the provider's key: what it may not do is told to whoever runs the site, and not asked for in vain. */
import type { Services } from '#platform/services.ts'
import type { Forbidden, PaymentProvider } from './port.ts'

/** Milliseconds for which a refused call is answered here, as it was. Somebody may be setting the key right meanwhile. */
const KEY_REFUSED_MS = 60_000
const RIGHT_MISSING_MS = 5 * 60_000

type Operation = Exclude<keyof PaymentProvider, 'readWebhook'>

/** The same provider. After a refusal of the key all calls, after one for a missing right that call, rest for a while. */
export function watchKey(
  provider: PaymentProvider,
  { problems, now }: Pick<Services, 'problems' | 'now'>,
): PaymentProvider {
  const refusals = new Map<Operation | 'any', { until: number; reply: Forbidden }>()

  async function noteRefusal(operation: Operation, reply: Forbidden): Promise<void> {
    const { because, right } = reply
    const [about, ms] =
      because === 'key' ? (['any', KEY_REFUSED_MS] as const) : ([operation, RIGHT_MISSING_MS] as const)
    refusals.set(about, { until: now().getTime() + ms, reply })
    if (because === 'key') await problems.report({ code: 'stripe_key_refused' })
    else await problems.report({ code: 'stripe_right_missing', about: operation, detail: right })
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
    chargeKept: watched('chargeKept', provider.chargeKept),
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
