/** Formats the data that the site stores about a guest as text. Has no side effects. */
import { arrivalText } from '#domain/onsite/arrival/rules.ts'
import type { StoredData } from '#domain/guests/privacy/contract.ts'
import { formatDay, formatInstant } from '#shared/format-days.ts'
import { GUEST_FIELD_LABELS, GUEST_FIELDS } from '#shared/guest-details.ts'
import { formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'

type Fact = [label: string, value: string | null]
/** Labels with stored values. An item is `false` if the guest has no such value. Callers skip it. */
export type StoredFacts = (Fact | false)[]

export const when = (instant: string | null): string | null => instant && formatInstant(instant)

const yes = (given: boolean) => (given ? 'Yes' : 'No')

export function guestFacts({ reservation: of }: StoredData): StoredFacts {
  return [
    ...GUEST_FIELDS.map((name): Fact => [GUEST_FIELD_LABELS[name], of[name]]),
    ['Our notes about your stay', of.notes],
  ]
}

const describeChoice = (choices: StoredData['choices']) =>
  choices.map(({ name, price }) => `${name} (${formatMoney(price)})`).join(', ')

export function stayFacts({ reservation: of, choices, room }: StoredData): StoredFacts {
  return [
    ['Reservation number', String(of.id)],
    ['Status', describeList(of.status)],
    ['Signed up', when(of.createdAt)],
    ['Last changed', when(of.updatedAt)],
    of.holdExpiresAt !== null && ['Held until', when(of.holdExpiresAt)],
    ['Viewed the directions', when(of.directionsViewedAt)],
    choices.length > 0 && ['You chose', describeChoice(choices)],
    room !== null && ['Room', room],
    ['Price', formatMoney(of.price)],
    of.discount !== null && [
      `Discount from ${of.discount.code === null ? 'a code' : `the code ${of.discount.code}`}`,
      formatMoney(of.discount.amount),
    ],
    ['Total, with extra charges and price reductions', formatMoney(of.totalDue)],
    ['Paid, less refunds made or due', formatMoney(of.totalPaid)],
  ]
}

export function arrivalFacts({ day, time, by, ...of }: NonNullable<StoredData['arrival']>): StoredFacts {
  return [
    ['When are you coming?', day && time && by && arrivalText({ day, time, by })],
    ['Left the pavement', when(of.leftPavementAt)],
    ['Here since', when(of.hereAt)],
    ['Checked in by', of.hereBy],
  ]
}

export function consentFacts({ consent, reservation }: StoredData): StoredFacts {
  return [
    ['Terms of Stay', yes(consent.given)],
    ['Agreed', when(consent.at)],
    ['Code of the exact wording (SHA-256)', consent.termsHash],
    ['Photos', yes(reservation.photoConsent)],
  ]
}

export function savedCardFacts({ card, ...kept }: NonNullable<StoredData['keptCard']>): StoredFacts {
  return [
    ['Card', kept.endedAt === null ? (card ?? 'Yes') : 'Deleted'],
    kept.expires !== null && ['Expires', monthTitle(kept.expires)],
    ['You agreed', when(kept.consentAt)],
    ['Wording', kept.consentVersion],
    kept.customer !== null && ['Number at the card company', kept.customer],
    kept.endedAt !== null && ['Deleted', when(kept.endedAt)],
    ...kept.charges.map(({ amount, on, status, declineCode, adviceCode }): Fact => [
      `Charge on ${formatDay(on)}`,
      [formatMoney(amount), describeList(status), declineCode, adviceCode].filter(Boolean).join(', '),
    ]),
  ]
}

export function waitlistFacts(entry: NonNullable<StoredData['waitlist']>): StoredFacts {
  return [
    ['Name', entry.customerName],
    ['Email', entry.email],
    ['Phone', entry.phone],
    ['Spots', String(entry.size)],
    ['Joined', when(entry.createdAt)],
    ['Status', entry.state],
  ]
}

export function cancellationFacts(of: NonNullable<StoredData['cancellation']>): StoredFacts {
  return [
    ['When', when(of.at)],
    ['By', of.cancelledBy],
    ['Days before the start', String(of.daysBefore)],
    ['Refund under the Terms of Stay', `${of.percent}%`],
    ['Refunded to your card', formatMoney(of.refundToCards)],
    ['Refunded in another way', formatMoney(of.refundByHand)],
    of.overrideReason !== null && ['Why it differs from the terms', of.overrideReason],
  ]
}

/**
 * Describes what a history entry recorded: `reservation.erasureAsked` becomes `Reservation: erasure asked`.
 */
export function describeHistoryEntry({ what, fields }: StoredData['history'][number]): string {
  const [entity = '', done = ''] = what.split('.')
  const words = describeList(`${entity}: ${done}`).replaceAll(/[_-]/g, ' ')
  const changed = fields.map(describeList).join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${changed ? ` (${changed})` : ''}`
}

/**
 * The keys in the `details` of a history entry whose values are amounts in cents. After a partial payment of an
 * invoice, `paid` is the part that was paid.
 */
const SUMS: ReadonlySet<string> = new Set([
  'amount',
  'before',
  'paid',
  'price',
  'priceBefore',
  'fee',
  'fees',
  'withdrawn',
  'refundByTerms',
  'refundToCards',
  'refundByHand',
])

const describeList = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('cancelled', 'canceled')

function describeValue(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && SUMS.has(name) ? formatMoney(value) : String(value)
}

/**
 * Describes the details of a history entry: `{amount: 45000, refundByHand: 0, before: null}` becomes `amount
 * $450.00, refund by hand $0.00`.
 */
export function describeDetail(details: StoredData['history'][number]['details']): string {
  return Object.entries(details ?? {})
    .flatMap(([name, value]) =>
      value === null || value === '' ? [] : `${describeList(name)} ${describeValue(name, value)}`,
    )
    .join(', ')
}
