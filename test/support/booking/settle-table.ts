/** Generates `src/domain/booking/domain/settle.md` from `settle`, so that the page always matches the code. */
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
  ['pending, hold still valid', reservation('pending', minutesAgo(-5))],
  ['pending, hold expired', reservation('pending', minutesAgo(5))],
  ['pending, hold expired an hour ago', reservation('pending', minutesAgo(61))],
  ['confirmed, invoice unpaid', reservation('confirmed')],
  [
    'confirmed, the last unpaid invoice',
    { ...reservation('confirmed'), invoice: { id: 1, paid: false, paysAll: true } },
  ],
  [
    'confirmed, invoice unpaid, intent older than an hour',
    { ...reservation('confirmed'), intent: { id: 'pi', status: 'open', createdAt: minutesAgo(61) } },
  ],
  [
    'confirmed, invoice paid in another way',
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
  ['canceled', reservation('cancelled')],
  ['refunded', reservation('refunded')],
  ['no reservation, intent 20 minutes old', { invoice: null, reservation: null }],
  [
    'no reservation, intent older than an hour',
    { invoice: null, reservation: null, intent: { id: 'pi', status: 'open', createdAt: minutesAgo(61) } },
  ],
]

const LATE_NEWS: [string, Partial<Booking>, ProviderFacts][] = [
  [
    'no reservation, paid 15 minutes ago',
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
  [
    'payment recorded, then suspected to be fraud, while a card is saved',
    { payment: RECORDED, cardKept: true, hasNewWarning: true },
    { ...SUCCEEDED, disputed: true },
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
    {
      ...SUCCEEDED,
      refunds: [{ id: 're_1', amount: 500, status: 'failed', key: 'admin:1', createdAt: NOW }],
    },
  ],
  [
    'no reservation, paid 15 minutes ago, its charge not known yet',
    { invoice: null, reservation: null },
    { ...SUCCEEDED, chargeId: null, paidAt: minutesAgo(15) },
  ],
  [
    "payment recorded, then refunded in Stripe's dashboard",
    { payment: RECORDED },
    { ...SUCCEEDED, refunds: [{ id: 're_1', amount: 500, status: 'succeeded', key: null, createdAt: NOW }] },
  ],
  [
    "late refund refused, because a part was already refunded in Stripe's dashboard",
    {
      payment: {
        ...RECORDED,
        refunds: [
          { key: 'late:pi', status: 'failed', providerRefundId: null },
          { key: 'provider:re_1', status: 'succeeded', providerRefundId: 're_1' },
        ],
      },
    },
    { ...SUCCEEDED, refunds: [{ id: 're_1', amount: 500, status: 'succeeded', key: null, createdAt: NOW }] },
  ],
  [
    'an expired hold without an intent',
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
      return 'update the charge, the fee and the disputed amount of the payment'
    case 'refund':
      return `refund once [${change.key}]`
    case 'book-refund':
      return `record the refund as ${change.refund.status} [${change.key}]`
    case 'mail':
      return `e-mail ${change.type} [${change.key}]`
    case 'confirm':
      return 'confirm the reservation, e-mail invoice-success, and end the stay whose spot is taken over, if any'
    case 'expire':
      return 'expire the hold'
    case 'mark-refunded':
      return 'mark the reservation as refunded'
    case 'keep-card':
      return `keep the card ${change.savedCard.card} for the remainder`
    case 'drop-card':
      return 'delete the saved card'
    case 'pass-on-warning':
      return 'notify the admins that a bank suspects fraud'
  }
}

interface Row {
  records: string[]
  stripeSays: string
  changes: string
}

/** Returns one row for all records of which Stripe's status causes the same changes. Leaves out rows without changes. */
function rowsOf(cases: (readonly [records: string, Partial<Booking>, stripeSays: string, ProviderFacts])[]) {
  const rows: Row[] = []
  for (const [records, booking, stripeSays, facts] of cases) {
    const changes = settle({ ...BASE, ...booking }, facts, NOW)
      .map((change) => words(change))
      .join('; ')
    const same = rows.find((row) => row.stripeSays === stripeSays && row.changes === changes)
    if (same) same.records.push(records)
    else if (changes !== '') rows.push({ records: [records], stripeSays, changes })
  }
  return rows
    .map(({ records, stripeSays, changes }) => `| ${stripeSays} | ${records.join('<br>')} | ${changes} |`)
    .join('\n')
}

/** Returns the whole page `src/domain/booking/domain/settle.md` as Markdown. */
export function settleTable(): string {
  const common = FACTS.flatMap(([said, facts]) =>
    BOOKINGS.map(([name, booking]) => [name, booking, said, facts] as const),
  )
  const rare = LATE_NEWS.map(
    ([name, booking, facts]) =>
      [name, booking, facts.status === 'none' ? '(not asked)' : facts.status, facts] as const,
  )
  return `# What settle does

\`settle\` in \`src/domain/booking/domain/settle.ts\` decides what follows from our records and from what Stripe says about a payment. The tables are generated
from it: run \`npx vitest run booking/domain/settle -u\`. A case that is not listed changes nothing: either our records are right already, or a later call
decides. In brackets is the key by which a change happens only once; \`pi\` stands for the payment intent's id.

| Stripe says | our records | changes, in this order |
|---|---|---|
${rowsOf(common)}

## Less common cases

| Stripe says | our records | changes, in this order |
|---|---|---|
${rowsOf(rare)}
`
}
