/**
 * The adapter of the card provider for Stripe, with Stripe's own SDK. It calls Stripe, or the sandbox that imitates
 * Stripe.
 */
import { Stripe } from 'stripe'
import { paymentMethodTypes } from '#shared/wallets.ts'
import type {
  ChargeReply,
  IntentReply,
  PaymentProvider,
  ProviderIntent,
  BalancePage,
  ListedMoney,
  ListReply,
  MoneyPage,
  PayoutsReply,
} from './port.ts'
import {
  asDecline,
  asIntent,
  asListedNotice,
  asNotice,
  asRefund,
  outcomeOf,
  REFUND_KEY,
  asBalanceTransaction,
  asListed,
  asPayout,
} from './stripe-replies.ts'

const STRIPE_API = 'https://api.stripe.com'
/** Timeout of a call to Stripe in milliseconds. It is short, because a guest's page waits for the reply. */
const TIMEOUT_MS = 8_000
/** Timeout in milliseconds of calls to Stripe for which no page waits: lists, and charges of saved cards. */
const LIST_TIMEOUT_MS = 30_000
const PAGE = 100
/**
 * Asks Stripe to embed two objects in each payment intent: the balance transaction, which has the fee, and the
 * newest refunds.
 */
const EXPAND = {
  expand: ['latest_charge.balance_transaction', 'latest_charge.refunds'],
} satisfies Stripe.PaymentIntentRetrieveParams & Stripe.PaymentIntentCancelParams

interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** An API address to use instead of Stripe's own. It may have a path, such as `/dev/stripe`. */
  apiBase: string | null
  /** A function to use instead of `fetch`. Tests use it to call the sandbox in the same process. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** True if guests may pay with wallets. Then the intents allow Link besides cards. */
  wallets?: boolean
  /** The clock that is used to check the age of a webhook's signature. */
  now?: () => Date
}

/**
 * Creates the card provider for Stripe. The SDK retries a failed call with the same idempotency key, so Stripe
 * carries out each request only once.
 */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  /**
   * Currency and payment methods of each payment intent. Apple Pay and Google Pay count as cards. Stripe ignores
   * payment methods that the account has not enabled.
   */
  const dollars = {
    currency: 'usd',
    allowed_payment_method_types: [...paymentMethodTypes(options.wallets ?? false)],
  } satisfies Partial<Stripe.PaymentIntentCreateParams>
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(options.apiBase === null && !options.fetch ? {} : { httpClient: clientAt(options) }),
  })

  /**
   * Converts a payment intent with all its refunds and disputes. Stripe embeds only the newest refunds and no
   * disputes, so the others are requested if there are any.
   */
  async function readIntentFully(
    intent: Stripe.PaymentIntent,
    { mayBeDisputed = false } = {},
  ): Promise<ProviderIntent> {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const [refunds, disputes] = await Promise.all([
      charge?.refunds?.has_more ? allRefunds(intent.id) : (charge?.refunds?.data ?? []),
      listDisputes(stripe, intent, { mayBeDisputed }),
    ])
    return asIntent(intent, refunds, disputes)
  }

  async function toReply(intent: Stripe.PaymentIntent): Promise<IntentReply> {
    return { outcome: 'ok', intent: await readIntentFully(intent) }
  }

  const allRefunds = (id: string) => stripe.refunds.list(refundsOf(id)).autoPagingToArray({ limit: 1_000 })

  const retrieveIntent = (id: string, about?: { mayBeDisputed: boolean }) =>
    outcomeOf(async (): Promise<IntentReply> => {
      const intent = await stripe.paymentIntents.retrieve(id, EXPAND)
      return { outcome: 'ok', intent: await readIntentFully(intent, about) }
    })

  return {
    createIntent: ({ amount, metadata, idempotencyKey, customer }) =>
      outcomeOf(async () => {
        const order = {
          amount,
          metadata,
          ...dollars,
          ...(customer !== undefined && savingCard(customer)),
          ...EXPAND,
        } satisfies Stripe.PaymentIntentCreateParams
        return await toReply(await stripe.paymentIntents.create(order, { idempotencyKey }))
      }),

    createCustomer: ({ site, idempotencyKey }) =>
      outcomeOf(async () => {
        const order = { metadata: { site } } satisfies Stripe.CustomerCreateParams
        return { outcome: 'ok', customer: (await stripe.customers.create(order, { idempotencyKey })).id }
      }),

    async deleteCustomer(id) {
      const reply = await outcomeOf(async () => {
        // Stripe does not promise that deleting a customer also detaches its cards, and cards were seen to remain
        // (docs/developers/stripe.md). So the cards are detached first.
        const kept = await stripe.customers.listPaymentMethods(id, { limit: PAGE })
        for (const method of kept.data) await stripe.paymentMethods.detach(method.id)
        await stripe.customers.del(id)
        return { outcome: 'ok' as const }
      })
      return reply.outcome === 'not_found' ? { outcome: 'ok' } : reply
    },

    chargeSavedCard: ({ amount, customer, paymentMethod, metadata, idempotencyKey }) =>
      outcomeOf(async (): Promise<ChargeReply> => {
        const order = {
          amount,
          customer,
          payment_method: paymentMethod,
          metadata,
          confirm: true,
          off_session: true,
          currency: 'usd',
          // Always sends the same payment methods, even if wallets were turned off since the last attempt. Stripe
          // would refuse a retry that differs from the first request.
          allowed_payment_method_types: [...paymentMethodTypes(true)],
          payment_method_options: { card: { stored_credential_usage: CREDENTIAL_USAGE } },
          ...EXPAND,
        } satisfies Stripe.PaymentIntentCreateParams
        try {
          const intent = await stripe.paymentIntents.create(order, {
            idempotencyKey,
            timeout: LIST_TIMEOUT_MS,
          })
          return { outcome: 'ok', intent: await readIntentFully(intent) }
        } catch (error) {
          if (error instanceof Stripe.errors.StripeCardError) return asDecline(error)
          throw error
        }
      }),

    walletDomain: (host) =>
      outcomeOf(async () => {
        const asked = { domain_name: host, limit: 1 } satisfies Stripe.PaymentMethodDomainListParams
        const [domain] = (await stripe.paymentMethodDomains.list(asked)).data
        const shows = (method: 'apple_pay' | 'google_pay' | 'link') =>
          domain?.enabled === true && domain[method].status === 'active'
        return {
          outcome: 'ok',
          registered: domain?.enabled === true,
          applePay: shows('apple_pay'),
          googlePay: shows('google_pay'),
          link: shows('link'),
        }
      }),

    retrieveIntent,

    async cancelIntent(id) {
      const reply = await outcomeOf(async () => await toReply(await stripe.paymentIntents.cancel(id, EXPAND)))
      // Stripe refuses to cancel an intent that was paid or canceled in the meantime. Then the intent is returned
      // with its present status.
      return reply.outcome === 'rejected' ? await retrieveIntent(id) : reply
    },

    createRefund: ({ intentId, amount, key, site }) =>
      outcomeOf(async () => {
        const order = {
          payment_intent: intentId,
          amount,
          metadata: { site, [REFUND_KEY]: key },
        } satisfies Stripe.RefundCreateParams
        const refund = await stripe.refunds.create(order, { idempotencyKey: `refund:${site}:${key}` })
        return { outcome: 'ok', refund: asRefund(refund) }
      }),

    findRefund: (intentId, key) =>
      outcomeOf(async () => {
        const found = (await allRefunds(intentId)).map((refund) => asRefund(refund))
        return { outcome: 'ok', refund: found.find((refund) => refund.key === key) ?? null }
      }),

    ...stripeLists(stripe),

    readWebhook(rawBody, signature) {
      try {
        const now = options.now?.().getTime()
        const { webhookSecret } = options
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature ?? '',
          webhookSecret,
          undefined,
          undefined,
          now,
        )
        return asNotice(event)
      } catch (error) {
        // Stripe's SDK verifies the signature first, and then throws for "thin" events and for invalid JSON.
        const fits = !(error instanceof Stripe.errors.StripeSignatureVerificationError)
        return fits && /"object"\s*:\s*"v2\.core\.event"/.test(rawBody) ? 'thin' : null
      }
    },
  }
}

// Objects with request parameters use `satisfies`. Otherwise the compiler would accept unknown parameters in an
// object that is passed as a variable or spread.
/**
 * Returns the parameters that save the card of a payment for this customer. They also make Stripe ask the bank now
 * for permission to charge the card later.
 */
const savingCard = (customer: string) =>
  ({
    customer,
    setup_future_usage: 'off_session',
    payment_method_options: { card: { setup_credential_usage: CREDENTIAL_USAGE } },
  }) satisfies Partial<Stripe.PaymentIntentCreateParams>

/**
 * How the site uses a saved card. Card networks require the same word when the card is saved and when it is charged
 * (docs.stripe.com/payments/cards/save-and-reuse). A stay that is paid in two parts, on days that the guest has agreed
 * to, is paid by installments. `unscheduled` would mean charges on no agreed day.
 */
const CREDENTIAL_USAGE = 'installment'

const refundsOf = (id: string) => ({ payment_intent: id, limit: PAGE }) satisfies Stripe.RefundListParams

type Lists = Pick<
  PaymentProvider,
  'listIntents' | 'listMoney' | 'listPayouts' | 'listBalanceTransactions' | 'listNotices'
>

/**
 * Returns the calls that request lists from Stripe. The reconciler, the bank statements and the nightly
 * reconciliation use these calls.
 */
function stripeLists(stripe: Stripe): Lists {
  return {
    listIntents: (since) =>
      outcomeOf(async (): Promise<ListReply> => {
        const intents = await stripe.paymentIntents
          .list(createdSince(since))
          .autoPagingToArray({ limit: 10_000 })
        return { outcome: 'ok', intents: intents.map(({ id, metadata }) => ({ id, metadata })) }
      }),

    listMoney: (page) =>
      outcomeOf(async (): Promise<MoneyPage> => {
        const listed = await stripe.paymentIntents.list(intentsAfter(page), { timeout: LIST_TIMEOUT_MS })
        const paid: ListedMoney[] = []
        for (const intent of listed.data) {
          if (intent.status === 'succeeded') paid.push(asListed(intent, await listDisputes(stripe, intent)))
        }
        return { outcome: 'ok', paid, next: nextPage(listed) }
      }),

    listPayouts: (since) =>
      outcomeOf(async (): Promise<PayoutsReply> => {
        const listed = await stripe.payouts
          .list(payoutsSince(since), { timeout: LIST_TIMEOUT_MS })
          .autoPagingToArray({ limit: 10_000 })
        return { outcome: 'ok', payouts: listed.filter(isOurCurrency).map(asPayout) }
      }),

    listBalanceTransactions: (of, page) =>
      outcomeOf(async (): Promise<BalancePage> => {
        const asked = transactionsAfter(of, page)
        const listed = await stripe.balanceTransactions.list(asked, { timeout: LIST_TIMEOUT_MS })
        const transactions = listed.data.filter(isOurCurrency).map(asBalanceTransaction)
        return { outcome: 'ok', transactions, next: nextPage(listed) }
      }),

    listNotices: (since) =>
      outcomeOf(async () => {
        const events = await stripe.events.list(createdSince(since)).autoPagingToArray({ limit: 10_000 })
        return {
          outcome: 'ok',
          notices: events.map(asListedNotice),
        }
      }),
  }
}

/**
 * Returns the disputes of a payment intent. Calls Stripe only if its charge is disputed or may be: Stripe does not
 * document whether `disputed` is true for an inquiry.
 */
async function listDisputes(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  { mayBeDisputed = false } = {},
): Promise<Stripe.Dispute[]> {
  const { id, latest_charge: charge } = intent
  if (typeof charge !== 'object' || !(charge?.disputed || mayBeDisputed)) return []
  return (await stripe.disputes.list(disputesOf(id))).data
}

const disputesOf = (id: string) => ({ payment_intent: id, limit: PAGE }) satisfies Stripe.DisputeListParams

const createdSince = (since: Date) =>
  ({
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: PAGE,
  }) satisfies Stripe.PaymentIntentListParams & Stripe.EventListParams

/**
 * Asks Stripe to embed only the charge of each listed intent. Embedding the refunds of a hundred charges may time
 * out, and Stripe advises against it (docs.stripe.com/changelog/2022-11-15/deprecates-charges-auto-expand). The
 * charge has the total of its refunds.
 */
const intentsAfter = (page: string | null) =>
  ({
    ...(page !== null && ({ starting_after: page } satisfies Stripe.PaymentIntentListParams)),
    limit: PAGE,
    expand: ['data.latest_charge'],
  }) satisfies Stripe.PaymentIntentListParams

const sinceOf = (since: Date | null) => since && { gte: Math.floor(since.getTime() / 1000) }

const payoutsSince = (since: Date | null) => {
  const created = sinceOf(since)
  return { ...(created && { created }), limit: PAGE } satisfies Stripe.PayoutListParams
}

/**
 * Asks Stripe to embed the source of each balance transaction. The source names the payment of a refund or dispute.
 */
const transactionsAfter = (of: { since: Date | null } | { payoutId: string }, page: string | null) => {
  const created = 'since' in of ? sinceOf(of.since) : null
  return {
    ...(created && { created }),
    ...('payoutId' in of && ({ payout: of.payoutId } satisfies Stripe.BalanceTransactionListParams)),
    ...(page !== null && ({ starting_after: page } satisfies Stripe.BalanceTransactionListParams)),
    limit: PAGE,
    expand: ['data.source'],
  } satisfies Stripe.BalanceTransactionListParams
}

/** Returns the cursor of the next page of Stripe's list, or null on the last page. */
const nextPage = ({ data, has_more: hasMore }: Stripe.ApiList<{ id: string }>) =>
  hasMore ? (data.at(-1)?.id ?? null) : null

/**
 * The site charges only US dollars. Money in other currencies belongs to another business on the same account.
 */
const isOurCurrency = ({ currency }: { currency: string }) => currency === 'usd'

// Stripe's SDK can call another host, but it cannot add a path. So this client rewrites the address of each
// request.
function clientAt({ apiBase, fetch = globalThis.fetch }: StripeOptions) {
  const base = (apiBase ?? STRIPE_API).replace(/\/$/, '')
  return Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    return fetch(url.startsWith(STRIPE_API) ? base + url.slice(STRIPE_API.length) : url, init ?? {})
  })
}
