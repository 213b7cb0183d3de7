/**
 * The interface to the card provider. Only the adapter knows which provider's API it calls. Amounts are integer cents
 * of US dollars. Provider failures are results, never exceptions: `unavailable` (no answer), `rejected` (request
 * refused) or `forbidden` (our key refused).
 */
import type { Stripe } from 'stripe'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { Month } from '#shared/months.ts'

/** A refund by this site, or one made in the provider's dashboard. */
export interface ProviderRefund {
  id: string
  amount: Cents
  /** `pending` means requested but not completed. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The `key` of our refund row. Null for a refund made in the provider's dashboard. */
  key: string | null
}

export type IntentState =
  /** Waits for a card, another card, or the guest's authentication. */
  | { status: 'open' }
  | { status: 'processing' }
  | { status: 'canceled' }
  | {
      status: 'succeeded'
      received: Cents
      /** Null until the provider has assigned a charge. */
      chargeId: string | null
      /** The charge's own fee. Null until the provider knows it. */
      fee: Cents | null
      /** How it was paid, in words: `Visa 4242` or `Apple Pay (Visa 4242)`. Null until the provider knows it. */
      card: string | null
      /** When the payment was made. Until the charge is known, when the intent was created. */
      paidAt: Date
      /** In cents, what disputes currently withhold: the withdrawn amount minus what was returned. */
      withdrawn: Cents
      /** True if the cardholder ever disputed it or their bank ever inquired, whatever the result. */
      disputed: boolean
      refunds: ProviderRefund[]
      /** The card that may be charged later without the guest. Null if none was saved. */
      savedCard: SavedCard | null
    }

/** A saved card, by the provider's ids. */
export interface SavedCard {
  customer: string
  paymentMethod: string
  /** In words, as of the payment that saved it. */
  card: string | null
  /** The last valid month, as of that payment. Null if unknown. The bank may have renewed the card since. */
  expires: Month | null
}

/** Metadata of an intent, never personal data. `site` identifies this installation. */
export type IntentMetadata = { site: string } & (
  | { purpose: 'deposit'; event: string }
  | { purpose: 'invoice'; invoice: string }
  | { purpose: 'amount' }
  | ChargeMetadata
)
/** Metadata of a charge of a saved card: the invoice and the attempt. */
type ChargeMetadata = { purpose: 'charge'; invoice: string; attempt: string }

export interface ProviderIntent {
  id: string
  amount: Cents
  /** The secret with which the browser confirms the payment. Null if the provider does not return it. */
  clientSecret: string | null
  createdAt: Date
  metadata: Record<string, string>
  /**
   * True if the intent was made for wallets too. The provider refuses a payment if the form and the intent disagree
   * about its methods.
   */
  takesWallets: boolean
  state: IntentState
}

/** No answer, or one that says nothing about the request, such as a timeout, a 5xx or a rate limit. */
export interface Unavailable {
  outcome: 'unavailable'
  reason: string
  /** Set if another call with the same idempotency key is running right now. */
  busy?: true
}

/** The provider refuses the site's key. Retrying fails until someone fixes the key. */
export interface Forbidden {
  outcome: 'forbidden'
  reason: string
  /** `key`: the provider does not know the key. `permission`: the key lacks a permission. */
  because: 'key' | 'permission'
  /** The provider's name for the missing permission, if it gives one. */
  permission: string | null
}

export type Failed =
  | { outcome: 'not_found' }
  | { outcome: 'rejected'; reason: string }
  | Unavailable
  | Forbidden

type Reply<Fields = unknown> = ({ outcome: 'ok' } & Fields) | Failed

export type IntentReply = Reply<{ intent: ProviderIntent }>
/** The result of a charge without the guest: paid, processing, or declined by the bank. */
export type ChargeReply =
  | { outcome: 'ok'; intent: ProviderIntent }
  | {
      outcome: 'declined'
      /** The intent that the attempt left behind. It can still be paid. */
      intentId: string | null
      /**
       * The provider's codes, such as `card_declined` and `insufficient_funds`, and its advice, such as
       * `try_again_later`.
       */
      code: string | null
      declineCode: string | null
      adviceCode: string | null
      /** True if the bank requires the cardholder, so that retrying without them fails. */
      authentication: boolean
    }
  | Failed
/** Which wallets can be shown on a host. All are false if it is not registered. */
export type WalletDomainReply = Reply<Record<'registered' | 'applePay' | 'googlePay' | 'link', boolean>>
export type ListReply = Reply<{ intents: Pick<ProviderIntent, 'id' | 'metadata'>[] }>
/** The money of one paid intent in a list, in cents. */
export interface ListedMoney {
  id: string
  metadata: Record<string, string>
  paidAt: Date
  received: Cents
  /** Includes refunds still pending. Only the intent itself lists the single refunds. */
  refunded: Cents
  /** In cents, what disputes currently withhold. */
  withdrawn: Cents
}
/** A page of paid intents, newest first. `next` is the cursor of the next page, or null. */
export type MoneyPage = Reply<{ paid: ListedMoney[]; next: string | null }>
/** Money that the provider sent to the bank. Negative if it was taken from the bank. */
export interface ProviderPayout {
  id: string
  amount: Cents
  /** The provider's status: pending, in_transit, paid, failed or canceled. */
  status: string
  createdAt: Date
  /** The day the payout reaches the bank. */
  arrival: Day
  /** The bank's trace number. Null until known. */
  traceId: string | null
  /** True for a payout requested by a person. The provider never lists what is in it. */
  manual: boolean
  /** True if the provider can list what is in it. */
  reconciled: boolean
}
export type PayoutsReply = Reply<{ payouts: ProviderPayout[] }>
/** A transaction in the provider's balance. */
export interface ProviderBalanceTransaction {
  id: string
  /** The provider's names. For a dispute, only the category identifies it. */
  type: string
  category: string
  /** Negative if money left the balance. */
  amount: Cents
  /** The provider's fee, in addition to the amount. */
  fee: Cents
  createdAt: Date
  availableAt: Date
  /** The charge, refund, dispute or payout that caused it. */
  sourceId: string | null
  /** The intent that it belongs to, whether ours or not. */
  intentId: string | null
}
/** A page of transactions, newest first. `next` is the cursor of the next page, or null. */
export type BalancePage = Reply<{ transactions: ProviderBalanceTransaction[]; next: string | null }>

/** A signed webhook event. Only its id, its type and its intent are ever used (R4.7). */
export interface WebhookNotice {
  id: string
  type: string
  intentId: string | null
}

export interface PaymentProvider {
  /** Creates an intent. Repeating the same order with the same `idempotencyKey` returns the same intent. */
  createIntent(order: {
    amount: Cents
    metadata: IntentMetadata
    idempotencyKey: string
    /** The customer to save the card to once it has paid. */
    customer?: string
  }): Promise<IntentReply>
  /** Creates a customer without name or address, only to save cards to it. */
  createCustomer(order: { site: string; idempotencyKey: string }): Promise<Reply<{ customer: string }>>
  /** Deletes a customer with its saved cards. Returns `ok` if it is already gone. */
  deleteCustomer(customer: string): Promise<Reply>
  /**
   * Tries once to charge a saved card without the guest. For a day, the same `idempotencyKey` returns the same
   * result, a decline too.
   */
  chargeKept(order: {
    amount: Cents
    customer: string
    paymentMethod: string
    metadata: { site: string } & ChargeMetadata
    idempotencyKey: string
  }): Promise<ChargeReply>
  /** Returns whether this installation's host is registered for wallets. */
  walletDomain(host: string): Promise<WalletDomainReply>
  retrieveIntent(id: string): Promise<IntentReply>
  /** Cancels an intent and returns it. If it was too late, returns the intent as it is now. */
  cancelIntent(id: string): Promise<IntentReply>
  /** Refunds money. `key` is that of our refund row. It is sent as metadata and makes the call idempotent. */
  createRefund(order: {
    intentId: string
    amount: Cents
    key: string
    site: string
  }): Promise<Reply<{ refund: ProviderRefund }>>
  /** Finds the refund made for our key, even if the reply to it was lost. */
  findRefund(intentId: string, key: string): Promise<Reply<{ refund: ProviderRefund | null }>>
  /** Returns all intents created at or after an instant, from all pages. */
  listIntents(since: Date): Promise<ListReply>
  /** Returns a page of all paid intents with their refunds and disputes. A null `page` returns the first. */
  listMoney(page: string | null): Promise<MoneyPage>
  /** Returns all payouts created at or after an instant, or all if it is null. */
  listPayouts(since: Date | null): Promise<PayoutsReply>
  /** Returns balance transactions since an instant, or those in one payout including the payout's own. */
  listBalanceTransactions(
    of: { since: Date | null } | { payoutId: string },
    page: string | null,
  ): Promise<BalancePage>
  /** Returns what the provider has announced since an instant, even if its webhook never arrived. */
  listNotices(since: Date): Promise<Reply<{ notices: (WebhookNotice & { createdAt: Date })[] }>>
  /**
   * Verifies the signature of a webhook's raw body. Returns null if it is wrong or stale. Returns `thin` for a signed
   * event in the thin format, which the site does not read.
   */
  readWebhook(rawBody: string, signature: string | null): WebhookNotice | 'thin' | null
}

// The events that Stripe's webhook endpoint must send. Whatever an event says, the site re-reads its payment.

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

/** Returns whether our webhook endpoint sends this type. The provider's event list has all types. */
export const isSent = (type: string) => SENT.has(type)
