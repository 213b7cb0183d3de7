/** The stored data in words. Pure. */
import { toldWords } from '#features/arrival/rules.ts'
import type { StoredData } from '#features/privacy/contract.ts'
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'

/** A name and its value. */
export interface Fact {
  label: string
  value: string | null
}

export function when(instant: string | null): string | null {
  if (instant === null) return null
  const at = new Date(instant)
  return `${formatDay(ranchDay(at))}, ${formatTime(at)}`
}

const yes = (given: boolean) => (given ? 'Yes' : 'No')

export function guestFacts({ reservation: of }: StoredData): Fact[] {
  return [
    { label: 'Full name', value: of.customerName },
    { label: 'Nickname', value: of.nickname },
    { label: 'Email', value: of.email },
    { label: 'Phone', value: of.phone },
    { label: 'Address', value: of.address },
    { label: 'Emergency contact', value: of.emergencyContactName },
    { label: 'Emergency phone', value: of.emergencyContactPhone },
    { label: 'Food allergies', value: of.foodAllergies },
    { label: 'Medical conditions', value: of.medicalConditions },
    { label: 'Other information', value: of.otherInformation },
    { label: 'Our notes about your stay', value: of.notes },
  ]
}

const chosenWords = (choices: StoredData['choices']) =>
  choices.map(({ name, price }) => `${name} (${formatMoney(price)})`).join(', ')

export function stayFacts({ reservation: of, choices, room }: StoredData): Fact[] {
  return [
    { label: 'Number', value: String(of.id) },
    { label: 'Status', value: inWords(of.status) },
    { label: 'Signed up', value: when(of.createdAt) },
    { label: 'Last changed', value: when(of.updatedAt) },
    ...(of.holdExpiresAt ? [{ label: 'Held until', value: when(of.holdExpiresAt) }] : []),
    { label: 'Viewed the directions', value: when(of.directionsViewedAt) },
    ...(choices.length > 0 ? [{ label: 'You chose', value: chosenWords(choices) }] : []),
    ...(room ? [{ label: 'Room', value: room }] : []),
    { label: 'Price', value: formatMoney(of.price) },
    ...(of.discount
      ? [
          {
            label: `Taken off it by ${of.discount.code === null ? 'a code' : `the code ${of.discount.code}`}`,
            value: formatMoney(of.discount.amount),
          },
        ]
      : []),
    { label: 'Total, with extra charges and less goodwill refunds', value: formatMoney(of.totalDue) },
    { label: 'Paid, less refunds', value: formatMoney(of.totalPaid) },
  ]
}

export function arrivalFacts({ day, time, by, ...of }: NonNullable<StoredData['arrival']>): Fact[] {
  return [
    { label: 'When you come', value: day && time && by && toldWords({ day, time, by }) },
    { label: 'Left the pavement', value: when(of.leftPavementAt) },
    { label: 'Here since', value: when(of.hereAt) },
    { label: 'Noted by', value: of.hereBy },
  ]
}

export function consentFacts({ consent, reservation }: StoredData): Fact[] {
  return [
    { label: 'Terms of Stay', value: yes(consent.given) },
    { label: 'Agreed', value: when(consent.at) },
    { label: 'Fingerprint of the wording (SHA-256)', value: consent.termsHash },
    { label: 'Photos', value: yes(reservation.photoConsent) },
  ]
}

export function keptCardFacts({ card, ...kept }: NonNullable<StoredData['keptCard']>): Fact[] {
  return [
    { label: 'Card', value: kept.endedAt === null ? (card ?? 'Yes') : 'Forgotten' },
    { label: 'You agreed', value: when(kept.consentAt) },
    { label: 'Wording', value: kept.consentVersion },
    ...(kept.customer ? [{ label: 'Number at the card company', value: kept.customer }] : []),
    ...(kept.endedAt ? [{ label: 'Forgotten', value: when(kept.endedAt) }] : []),
    ...kept.charges.map(({ amount, on, status, declineCode, adviceCode }) => ({
      label: `Charge on ${formatDay(on)}`,
      value: [formatMoney(amount), inWords(status), declineCode, adviceCode].filter(Boolean).join(', '),
    })),
  ]
}

export function waitlistFacts(entry: NonNullable<StoredData['waitlist']>): Fact[] {
  return [
    { label: 'Name', value: entry.customerName },
    { label: 'Email', value: entry.email },
    { label: 'Phone', value: entry.phone },
    { label: 'Spots', value: String(entry.size) },
    { label: 'Joined', value: when(entry.createdAt) },
    { label: 'State', value: entry.state },
  ]
}

export function cancellationFacts(of: NonNullable<StoredData['cancellation']>): Fact[] {
  return [
    { label: 'When', value: when(of.at) },
    { label: 'By', value: of.cancelledBy },
    { label: 'Days before the start', value: String(of.daysBefore) },
    { label: 'Share by the Terms of Stay', value: `${of.percent}%` },
    { label: 'Refunded to your card', value: formatMoney(of.refundToCards) },
    { label: 'Refunded by hand', value: formatMoney(of.refundByHand) },
    ...(of.overrideReason ? [{ label: 'Why it differs from the terms', value: of.overrideReason }] : []),
  ]
}

/** `reservation.erasureAsked` → `Reservation: erasure asked`. */
export function happeningWords({ what, fields }: StoredData['history'][number]): string {
  const [entity = '', done = ''] = what.split('.')
  const words = inWords(`${entity}: ${done}`).replaceAll(/[_-]/g, ' ')
  const changed = fields.map(inWords).join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${changed ? ` (${changed})` : ''}`
}

/** The details that are sums of money, in cents; `paid` is one in an invoice that was paid in part. */
const SUMS: ReadonlySet<string> = new Set([
  'amount',
  'before',
  'paid',
  'fee',
  'fees',
  'withdrawn',
  'refundByTerms',
  'refundToCards',
  'refundByHand',
])

const inWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('cancelled', 'canceled')

function valueWords(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && SUMS.has(name) ? formatMoney(value) : String(value)
}

/** `{amount: 45000, refundByHand: 0, before: null}` → `amount $450.00, refund by hand $0.00`. */
export function detailWords(details: StoredData['history'][number]['details']): string {
  return Object.entries(details ?? {})
    .flatMap(([name, value]) => (value === null ? [] : `${inWords(name)} ${valueWords(name, value)}`))
    .join(', ')
}
