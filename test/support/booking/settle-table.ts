/** Generates `docs/developers/settle.md` from `settle`, so that the page always matches the code. */
import { type Booking, type Change, type ProviderFacts, settle } from '#domain/booking/domain/settle.ts'

const NOW = new Date('2027-03-01T12:00:00Z')

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const SUCCEEDED: ProviderFacts = {
  status: 'succeeded',
  received: 45_000,
  chargeId: 'ch_1',
  fee: 1_335,
  card: 'Visa 4242',
  paidAt: minutesAgo(1),
  withdrawn: 0,
  disputed: false,
  refunds: [],
  savedCard: null,
}

const FACTS: [string, ProviderFacts][] = [
  ['succeeded', SUCCEEDED],
  ['processing', { status: 'processing' }],
  ['waits for a card', { status: 'open' }],
  ['canceled', { status: 'canceled' }],
  ['no answer', { status: 'unknown' }],
]

const BASE: Booking = {
  intent: { id: 'pi', status: 'open', createdAt: minutesAgo(20) },
  payment: null,
  invoice: { id: 1, paid: false, paysAll: false },
  reservation: { id: 1, status: 'pending', holdExpiresAt: minutesAgo(-5) },
  spotFree: false,
}

const reservation = (
  status: NonNullable<Booking['reservation']>['status'],
  holdExpiresAt: Date | null = null,
) => ({
  reservation: { id: 1, status, holdExpiresAt },
})

const RECORDED = {
  chargeId: 'ch_1',
  paidAt: minutesAgo(1),
  fee: 1_335,
  card: 'Visa 4242',
  withdrawn: 0,
  refunds: [],
}

const BOOKINGS: [string, Partial<Booking>][] = [
  ['pending, held', reservation('pending', minutesAgo(-5))],
  ['pending, hold expired', reservation('pending', minutesAgo(5))],
  ['pending, hold expired an hour ago', reservation('pending', minutesAgo(61))],
  ['confirmed, invoice unpaid', reservation('confirmed')],
  [
    'confirmed, its last invoice',
    { ...reservation('confirmed'), invoice: { id: 1, paid: false, paysAll: true } },
  ],
  [
    'confirmed, intent older than an hour',
    { ...reservation('confirmed'), intent: { id: 'pi', status: 'open', createdAt: minutesAgo(61) } },
  ],
  [
    'confirmed, invoice paid otherwise',
    { ...reservation('confirmed'), invoice: { id: 1, paid: true, paysAll: false } },
  ],
  [
    'confirmed, this payment recorded',
    {
      ...reservation('confirmed'),
      payment: RECORDED,
      intent: { id: 'pi', status: 'succeeded', createdAt: minutesAgo(20) },
    },
  ],
  ['expired, a spot is free', { ...reservation('expired'), spotFree: true }],
  ['expired, no spot is free', reservation('expired')],
  ['cancelled', reservation('cancelled')],
  ['refunded', reservation('refunded')],
  ['no invoice, made 20 minutes ago', { invoice: null, reservation: null }],
  [
    'no invoice, made an hour ago',
    { invoice: null, reservation: null, intent: { id: 'pi', status: 'open', createdAt: minutesAgo(61) } },
  ],
]

const LATE_NEWS: [string, Partial<Booking>, ProviderFacts][] = [
  [
    'no invoice, paid 15 minutes ago',
    { invoice: null, reservation: null },
    { ...SUCCEEDED, paidAt: minutesAgo(15) },
  ],
  [
    'payment recorded, then disputed',
    { payment: RECORDED },
    { ...SUCCEEDED, withdrawn: 45_000, disputed: true },
  ],
  [
    'payment recorded, then disputed in part, while a card is saved',
    { payment: RECORDED, cardKept: true },
    { ...SUCCEEDED, withdrawn: 20_000, disputed: true },
  ],
  ['payment recorded, then the dispute was won', { payment: { ...RECORDED, withdrawn: 45_000 } }, SUCCEEDED],
  ['payment recorded, its fee known later', { payment: { ...RECORDED, fee: null } }, SUCCEEDED],
  [
    'payment recorded, its charge known later',
    { payment: { ...RECORDED, chargeId: null, paidAt: minutesAgo(20), fee: null } },
    SUCCEEDED,
  ],
  [
    'payment recorded and refunded, then the refund failed',
    {
      payment: {
        ...RECORDED,
        refunds: [{ key: 'admin:1', status: 'succeeded', providerRefundId: 're_1' }],
      },
    },
    { ...SUCCEEDED, refunds: [{ id: 're_1', amount: 500, status: 'failed', key: 'admin:1' }] },
  ],
  [
    'no invoice, paid 15 minutes ago, its charge not known yet',
    { invoice: null, reservation: null },
    { ...SUCCEEDED, chargeId: null, paidAt: minutesAgo(15) },
  ],
  [
    "payment recorded, then refunded in Stripe's dashboard",
    { payment: RECORDED },
    { ...SUCCEEDED, refunds: [{ id: 're_1', amount: 500, status: 'succeeded', key: null }] },
  ],
  [
    'late refund refused, since the Stripe dashboard had refunded a part',
    {
      payment: {
        ...RECORDED,
        refunds: [
          { key: 'late:pi', status: 'failed', providerRefundId: null },
          { key: 'provider:re_1', status: 'succeeded', providerRefundId: 're_1' },
        ],
      },
    },
    { ...SUCCEEDED, refunds: [{ id: 're_1', amount: 500, status: 'succeeded', key: null }] },
  ],
  [
    'a hold without an intent, expired',
    { ...reservation('pending', minutesAgo(1)), intent: null, invoice: null },
    { status: 'none' },
  ],
]

/** Returns a change in the form in which the page shows it, such as `refund once [late:pi]`. */
function words(change: Change): string {
  switch (change.do) {
    case 'cancel-intent':
      return 'cancel the intent, then settle what Stripe says'
    case 'close-intent':
      return 'record the intent as canceled'
    case 'record-payment':
      return change.invoiceId === null ? 'record the payment without an invoice' : 'record the payment'
    case 'update-payment':
      return `update the payment (charge ${change.chargeId}, fee ${change.fee}, disputes hold ${change.withdrawn})`
    case 'refund':
      return `refund once [${change.key}]`
    case 'book-refund':
      return `book the refund as ${change.refund.status} [${change.key}]`
    case 'mail':
      return `e-mail ${change.type} [${change.key}]`
    case 'confirm':
      return 'confirm, e-mail invoice-success, and end the stay whose spot is taken over'
    case 'expire':
      return change.do
    case 'mark-refunded':
      return 'mark refunded'
    case 'keep-card':
      return `keep the card ${change.savedCard.card} for the remainder`
    case 'drop-card':
      return 'delete the saved card'
  }
}

const cell = (booking: Partial<Booking>, facts: ProviderFacts) =>
  settle({ ...BASE, ...booking }, facts, NOW)
    .map((change) => words(change))
    .join('; ') || '—'

/** Returns the whole page `docs/developers/settle.md` as Markdown. */
export function settleTable(): string {
  const rows = BOOKINGS.flatMap(([name, booking]) =>
    FACTS.map(([said, facts]) => `| ${name} | ${said} | ${cell(booking, facts)} |`),
  )
  const news = LATE_NEWS.map(
    ([name, booking, facts]) => `| ${name} | ${facts.status} | ${cell(booking, facts)} |`,
  )
  return `# What settle does

\`settle\` in \`src/domain/booking/domain/settle.ts\` decides what follows from our records and from what Stripe says about a payment. This page is generated from it by
\`test/support/booking/settle-table.ts\`. To update it, run \`npx vitest run booking/domain/settle -u\`. \`npm test\` fails while it is out of date.
A dash means that nothing changes now: everything is right already, or a later look decides.

| our records | Stripe says | changes, in this order |
|---|---|---|
${rows.join('\n')}

## Less common cases

| our records | Stripe says | changes, in this order |
|---|---|---|
${news.join('\n')}
`
}
