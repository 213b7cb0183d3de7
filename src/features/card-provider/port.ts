/**
 * The port of a card payment provider, in the site's own words. Only the adapter beside this
 * file knows whose API it is. Amounts are integer cents of US dollars. Nothing here throws for what a
 * provider may do: not answering is `unavailable`, refusing is `rejected`, refusing our key is `forbidden`.
 */
import type { Stripe } from 'stripe'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { Month } from '#shared/months.ts'

/** One of our refunds, or one that was made at the provider's own dashboard. */
export interface ProviderRefund {
  id: string
  amount: Cents
  /** pending: asked for, not there yet. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The `key` of our refund row that it was made for; null when somebody made it at the provider's dashboard. */
  key: string | null
}

export type IntentState =
  /** Waits for a card, for another card, or for the guest's authentication. */
  | { status: 'open' }
  | { status: 'processing' }
  | { status: 'canceled' }
  | {
      status: 'succeeded'
      received: Cents
      /** Null while the provider has not told. */
      chargeId: string | null
      /** The charge's own fee; null while the provider has not told. */
      fee: Cents | null
      /** With what it was paid, in words: `Visa 4242`, `Apple Pay (Visa 4242)`; null while the provider has not told. */
      card: string | null
      /** The instant of payment; that at which the intent was made, while the provider has not told its charge. */
      paidAt: Date
      /** Cents that disputes hold at present: what they took, less what came back. */
      withdrawn: Cents
      /** The cardholder has disputed it, or their bank has asked about it, whatever came of that. */
      disputed: boolean
      refunds: ProviderRefund[]
      /** The card that may be charged again without the guest; null: none is kept. */
      kept: KeptCard | null
    }

/** A card that the provider keeps for us, by the provider's ids. */
export interface KeptCard {
  customer: string
  paymentMethod: string
  /** In words, as of the payment with which it was kept. */
  card: string | null
  /** Its last month, as of that payment; null: not told. Banks may have passed on a newer one since. */
  expires: Month | null
}

/** The metadata of an intent: never personal data. `site` says that it is this installation's. */
export type IntentMetadata = { site: string } & (
  | { purpose: 'deposit'; event: string }
  | { purpose: 'invoice'; invoice: string }
  | { purpose: 'amount' }
  | ChargeMetadata
)
/** The metadata of the charge of a kept card: which attempt of which invoice. */
type ChargeMetadata = { purpose: 'charge'; invoice: string; attempt: string }

export interface ProviderIntent {
  id: string
  amount: Cents
  /** The secret with which the browser confirms the payment; null when the provider does not show it. */
  clientSecret: string | null
  createdAt: Date
  metadata: Record<string, string>
  /** It was made for wallets, too: the provider refuses theirs a payment of other methods than their part of the form says. */
  takesWallets: boolean
  state: IntentState
}

/** No answer, or one that says nothing about the request (timeout, 5xx, rate limit). */
export interface Unavailable {
  outcome: 'unavailable'
  reason: string
  /** The very same order is being carried out for somebody else at this moment. */
  busy?: true
}

/** The site's key is not good enough: the same answer comes until somebody sets it right, so asking again is of no use. */
export interface Forbidden {
  outcome: 'forbidden'
  reason: string
  /** The provider knows no such key, or the key lacks a right. */
  because: 'key' | 'right'
  /** The provider's name of the right that is missing, where it names one. */
  right: string | null
}

export type Failed =
  | { outcome: 'not_found' }
  | { outcome: 'rejected'; reason: string }
  | Unavailable
  | Forbidden

type Reply<Told = unknown> = ({ outcome: 'ok' } & Told) | Failed

export type IntentReply = Reply<{ intent: ProviderIntent }>
/** A charge without the guest: paid or on its way, or refused by the bank, for good or until the cardholder is asked. */
export type ChargeReply =
  | { outcome: 'ok'; intent: ProviderIntent }
  | {
      outcome: 'declined'
      /** The intent that the try has left behind, which may still be paid. */
      intentId: string | null
      /** The provider's words: `card_declined`, `insufficient_funds`, and what it advises (`try_again_later`). */
      code: string | null
      declineCode: string | null
      adviceCode: string | null
      /** The bank wants to ask the cardholder: to charge again without them is of no use. */
      authentication: boolean
    }
  | Failed
/** The wallets that may show on a host; none of them does where it is not registered. */
export type WalletDomainReply = Reply<Record<'registered' | 'applePay' | 'googlePay' | 'link', boolean>>
export type ListReply = Reply<{ intents: Pick<ProviderIntent, 'id' | 'metadata'>[] }>
/** The money of one paid intent as a list tells it, in cents. */
export interface ListedMoney {
  id: string
  metadata: Record<string, string>
  paidAt: Date
  received: Cents
  /** Also what is still on its way back: which refunds those are, the intent itself tells. */
  refunded: Cents
  /** Cents that disputes hold at present. */
  withdrawn: Cents
}
/** The paid intents of a page, newest first; `next` asks for the page after it, null: there is none. */
export type MoneyPage = Reply<{ paid: ListedMoney[]; next: string | null }>
/** Money that the provider sent to the bank; below zero it was taken from there. */
export interface ProviderPayout {
  id: string
  amount: Cents
  /** The provider's word: pending, in_transit, paid, failed, canceled. */
  status: string
  createdAt: Date
  /** The bank's day. */
  arrival: Day
  /** The bank's number for it; null while none is told. */
  traceId: string | null
  /** Asked for by somebody, not by schedule: what it was made of is never told. */
  manual: boolean
  /** What it was made of can be asked for. */
  reconciled: boolean
}
export type PayoutsReply = Reply<{ payouts: ProviderPayout[] }>
/** Money that moved in the provider's balance. */
export interface ProviderBalanceTransaction {
  id: string
  /** The provider's words; of a dispute the category tells. */
  type: string
  category: string
  /** Below zero where money left. */
  amount: Cents
  /** The part that the provider keeps, beside the amount. */
  fee: Cents
  createdAt: Date
  availableAt: Date
  /** The charge, refund, dispute or payout that it comes from. */
  sourceId: string | null
  /** The intent that this belongs to, ours or not. */
  intentId: string | null
}
/** A page, newest first; `next` asks for the page after it, null: there is none. */
export type BalancePage = Reply<{ transactions: ProviderBalanceTransaction[]; next: string | null }>

/** A signed notice. Only its id, its kind and which intent it is about are ever used (R4.7). */
export interface WebhookNotice {
  id: string
  type: string
  intentId: string | null
}

export interface PaymentProvider {
  /** The same `idempotencyKey` with the same order gives the same intent again. */
  createIntent(order: {
    amount: Cents
    metadata: IntentMetadata
    idempotencyKey: string
    /** Has the card kept with this customer once it has paid. */
    customer?: string
  }): Promise<IntentReply>
  /** Somebody who has nothing but cards: no name, no address. */
  createCustomer(order: { site: string; idempotencyKey: string }): Promise<Reply<{ customer: string }>>
  /** Ends what is kept with it; one that is gone already is `ok`. */
  deleteCustomer(customer: string): Promise<Reply>
  /** One try to charge a kept card while the guest is away. The same `idempotencyKey` gives the same answer again, a decline too, for a day. */
  chargeKept(order: {
    amount: Cents
    customer: string
    paymentMethod: string
    metadata: { site: string } & ChargeMetadata
    idempotencyKey: string
  }): Promise<ChargeReply>
  /** Whether the host of this installation is registered for wallets. */
  walletDomain(host: string): Promise<WalletDomainReply>
  retrieveIntent(id: string): Promise<IntentReply>
  /** The intent as it is afterwards: canceled, or what it had become when it was too late to cancel. */
  cancelIntent(id: string): Promise<IntentReply>
  /** Gives money back. `key` is our refund row's; it travels in the metadata and makes the call repeatable. */
  createRefund(order: {
    intentId: string
    amount: Cents
    key: string
    site: string
  }): Promise<Reply<{ refund: ProviderRefund }>>
  /** The refund that was made for our key, whatever became of the reply. */
  findRefund(intentId: string, key: string): Promise<Reply<{ refund: ProviderRefund | null }>>
  /** All intents made at or after an instant, every page of them. */
  listIntents(since: Date): Promise<ListReply>
  /** All paid intents of all times with what came and went, a page at a time: null asks for the first. */
  listMoney(page: string | null): Promise<MoneyPage>
  /** All payouts made at or after an instant; null: of all times. */
  listPayouts(since: Date | null): Promise<PayoutsReply>
  /** The moves in the balance at or after an instant, or what one payout was made of, itself among it. */
  listBalanceTransactions(
    of: { since: Date | null } | { payoutId: string },
    page: string | null,
  ): Promise<BalancePage>
  /** Lists what the provider has announced since an instant, whether or not the announcement reached us. */
  listNotices(since: Date): Promise<Reply<{ notices: (WebhookNotice & { createdAt: Date })[] }>>
  /**
   * Checks the signature over the raw body; null when it does not fit or is stale. `thin`: it fits, and the endpoint
   * sends another form of event than the site reads.
   */
  readWebhook(rawBody: string, signature: string | null): WebhookNotice | 'thin' | null
}

// The events that the webhook endpoint at Stripe must send. Whatever one says, the payment that it is about is read again.

export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const SENT: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/** Whether the endpoint sends events of this type: the provider's own list has all that there are. */
export const isSent = (type: string) => SENT.has(type)
