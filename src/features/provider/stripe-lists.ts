/** What Stripe lists for the reconciler, the statements and the books: of intents, their money, payouts, what moved and what happened. */
import type { Stripe } from 'stripe'
import type { BalancePage, ListedMoney, ListReply, MoneyPage, PaymentProvider, PayoutsReply } from './port.ts'
import { asBalanceTransaction, asListed, asNotice, asPayout, outcomeOf } from './stripe-replies.ts'

/** The timeout of lists: nobody waits for them. */
export const LIST_TIMEOUT_MS = 30_000
export const PAGE = 100

type Lists = Pick<
  PaymentProvider,
  'listIntents' | 'listMoney' | 'listPayouts' | 'listBalanceTransactions' | 'listNotices'
>

export function stripeLists(stripe: Stripe): Lists {
  return {
    listIntents: (since) =>
      outcomeOf(async (): Promise<ListReply> => {
        const intents = await stripe.paymentIntents
          .list(madeSince(since))
          .autoPagingToArray({ limit: 10_000 })
        return { outcome: 'ok', intents: intents.map(({ id, metadata }) => ({ id, metadata })) }
      }),

    listMoney: (page) =>
      outcomeOf(async (): Promise<MoneyPage> => {
        const listed = await stripe.paymentIntents.list(moneyAfter(page), { timeout: LIST_TIMEOUT_MS })
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
        const asked = movedAfter(of, page)
        const listed = await stripe.balanceTransactions.list(asked, { timeout: LIST_TIMEOUT_MS })
        const transactions = listed.data.filter(isOurCurrency).map(asBalanceTransaction)
        return { outcome: 'ok', transactions, next: nextPage(listed) }
      }),

    listNotices: (since) =>
      outcomeOf(async () => {
        const events = await stripe.events.list(madeSince(since)).autoPagingToArray({ limit: 10_000 })
        return {
          outcome: 'ok',
          notices: events.map((event) => ({ ...asNotice(event), createdAt: new Date(event.created * 1000) })),
        }
      }),
  }
}

/** The disputes of an intent: asked for where its charge has any. */
export async function listDisputes(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Stripe.Dispute[]> {
  const { id, latest_charge: charge } = intent
  if (typeof charge !== 'object' || !charge?.disputed) return []
  return (await stripe.disputes.list(disputesOf(id))).data
}

const disputesOf = (id: string) => ({ payment_intent: id, limit: PAGE }) satisfies Stripe.DisputeListParams

const madeSince = (since: Date) =>
  ({
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: PAGE,
  }) satisfies Stripe.PaymentIntentListParams & Stripe.EventListParams

/**
 * Lists carry the charge alone: a hundred of them with their refunds may take longer than a request, and Stripe advises
 * against it (docs.stripe.com/changelog/2022-11-15/deprecates-charges-auto-expand). A charge tells the sum of its refunds.
 */
const moneyAfter = (page: string | null) =>
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

/** With its source, which tells the payment that a refund or dispute belongs to. */
const movedAfter = (of: { since: Date | null } | { payoutId: string }, page: string | null) => {
  const created = 'since' in of ? sinceOf(of.since) : null
  return {
    ...(created && { created }),
    ...('payoutId' in of && ({ payout: of.payoutId } satisfies Stripe.BalanceTransactionListParams)),
    ...(page !== null && ({ starting_after: page } satisfies Stripe.BalanceTransactionListParams)),
    limit: PAGE,
    expand: ['data.source'],
  } satisfies Stripe.BalanceTransactionListParams
}

/** Where the page after this one begins; null: there is none. */
const nextPage = ({ data, has_more: hasMore }: Stripe.ApiList<{ id: string }>) =>
  hasMore ? (data.at(-1)?.id ?? null) : null

/** The site asks for dollars alone; what an account holds in another currency is none of its books. */
const isOurCurrency = ({ currency }: { currency: string }) => currency === 'usd'
