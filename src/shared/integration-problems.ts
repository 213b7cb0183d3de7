/** Messages about problems with outside services, for the operator. Has no side effects. */
import { z } from 'zod'
import { instantText } from './fields.ts'

const BY_ASKING = 'Until then, the site asks Stripe for payments, so they can appear some minutes late.'
const NO_PICTURES = 'Until then, nobody can upload pictures, and uploaded ones may not show.'

type Words = Record<'title' | 'next', string>
interface Told {
  about: string
  /**
   * What is missing, by the name that the service uses, such as a right of the Stripe key. Null if the
   * message needs no name. Never a secret key.
   */
  detail: string | null
}

const WORDS = {
  stripe_key_refused: {
    title: 'Stripe refuses the site’s secret key.',
    next: 'The key was revoked, has expired or is mistyped. Set a valid one as STRIPE_SECRET_KEY and restart the site. Until then, we can charge no card and refund nothing.',
  },
  stripe_right_missing: ({ about, detail }) => ({
    title: `The Stripe key may not ${DOES[about] ?? 'do what the site needs'}.`,
    next: `In the Stripe dashboard, under API keys, give the restricted key ${rightWords(detail)}. docs/operators/stripe.md lists all rights that it needs. The site retries within five minutes.`,
  }),
  stripe_webhook_thin: {
    title: 'Stripe sends thin events, which the site does not read.',
    next: `In the Stripe dashboard, create the webhook endpoint again with the snapshot payload and the events in docs/operators/stripe.md. Set its secret as STRIPE_WEBHOOK_SECRET and restart the site. ${BY_ASKING}`,
  },
  stripe_webhook_signature: {
    title: 'The signature of Stripe’s webhooks is wrong.',
    next: `Set the signing secret (whsec_…) of the endpoint PUBLIC_URL/api/stripe/webhook as STRIPE_WEBHOOK_SECRET and restart the site. If the Stripe dashboard shows no failed deliveries, someone else sends these webhooks. The site ignores them. ${BY_ASKING}`,
  },
  stripe_webhook_silent: {
    title: 'Payments come in, but Stripe’s webhooks do not arrive.',
    next: `In the Stripe dashboard, add an endpoint for PUBLIC_URL/api/stripe/webhook as docs/operators/stripe.md describes. If it exists, look there for failed deliveries. ${BY_ASKING}`,
  },
  stripe_wallets_hidden: ({ detail }) => ({
    title:
      detail === null
        ? 'Apple Pay, Google Pay and Link do not show: the site’s domain is not registered at Stripe.'
        : `${detail} does not show on the site’s domain.`,
    next: 'In the Stripe dashboard, under Settings → Payments → Payment method domains, add the host of PUBLIC_URL. If it is there, open it and follow Stripe’s steps. Until then, guests type their card number. The site checks again within an hour, and when it starts. If you want no wallets, set WALLETS=off.',
  }),
  stripe_balance_low: ({ detail }) => ({
    title: `Stripe holds back refunds${detail === null ? '' : ` of ${detail}`}, because your balance there is too low.`,
    next: 'In the Stripe dashboard, under Balances, add money. Stripe then sends the refunds automatically. New payments also raise the balance, but a refund that waits too long may fail. If one fails, Today lists it, and you refund it by hand.',
  }),
  files_bucket_missing: {
    title: 'The S3 bucket for uploads does not exist.',
    next: `Create it, or correct S3_BUCKET and S3_ENDPOINT and restart the site. ${NO_PICTURES}`,
  },
  files_key_refused: ({ detail }) => ({
    title: `The storage for uploads refuses the site’s key${detail === null ? '' : ` (${detail})`}.`,
    next: `Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and restart the site. Or allow that key to get, put, list and delete under uploads/. ${NO_PICTURES}`,
  }),
  files_region_wrong: {
    title: 'The S3 bucket for uploads is in another region.',
    next: `Set AWS_REGION to the region of the bucket and restart the site. ${NO_PICTURES}`,
  },
  files_unreachable: ({ detail }) => ({
    title: `The storage for uploads does not answer${detail === null ? '' : ` (${detail})`}.`,
    next: `Check that it is running and that S3_ENDPOINT is right. The site retries automatically. ${NO_PICTURES}`,
  }),
} satisfies Record<string, Words | ((problem: Told) => Words)>

type OutsideProblemCode = keyof typeof WORDS

export const integrationProblem = z.object({
  code: z.enum(Object.keys(WORDS) as OutsideProblemCode[]),
  about: z.string(),
  detail: z.string().nullable(),
  since: instantText(),
})
export type IntegrationProblem = z.output<typeof integrationProblem>

/** Describes the problem and says what to do next. */
export function integrationProblemText(problem: Omit<IntegrationProblem, 'since'>): Words {
  const words = WORDS[problem.code]
  return typeof words === 'function' ? words(problem) : words
}

/** What each Stripe request does, by the name of the call. */
const DOES: Partial<Record<string, string>> = {
  createIntent: 'start payments',
  createCustomer: 'save cards',
  deleteCustomer: 'delete saved cards',
  chargeSavedCard: 'charge saved cards',
  walletDomain: 'see where wallets may show',
  retrieveIntent: 'read payments',
  cancelIntent: 'cancel payments',
  createRefund: 'make refunds',
  findRefund: 'read refunds',
  listIntents: 'list payments',
  listMoney: 'list payments with their refunds and disputes',
  listPayouts: 'list payouts',
  listBalanceTransactions: 'list what moved in the balance',
  listNotices: 'list events',
}

/**
 * The rights that a restricted Stripe key needs, in the words of Stripe's dashboard. This object's property
 * names are the names of these rights in Stripe's refusals. Reading a charge's fee needs the right to read
 * the balance.
 */
export const STRIPE_RIGHTS: Record<string, string> = {
  rak_payment_intent_write: 'PaymentIntents: Write',
  rak_charge_write: 'Charges and Refunds: Write',
  rak_customer_write: 'Customers: Write',
  rak_payment_method_write: 'PaymentMethods: Write',
  rak_payment_method_domain_read: 'Payment method domains: Read',
  rak_dispute_read: 'Disputes: Read',
  rak_balance_read: 'Balance: Read',
  rak_balance_transaction_source_read: 'Balance transaction sources: Read',
  rak_payout_read: 'Payouts: Read',
  rak_event_read: 'Events: Read',
}

function rightWords(right: string | null): string {
  if (right === null) return 'the right that Stripe’s log names'
  return STRIPE_RIGHTS[right] ? `the right “${STRIPE_RIGHTS[right]}” (${right})` : `the right ${right}`
}
