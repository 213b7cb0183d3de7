/** How a reservation stands, in the words of the page's first screen. Pure. */
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { GUEST_LABELS } from '#features/booking/ui/admin/guest-values.ts'
import { formatDay, formatDayOf, formatTime } from '#shared/format-days.ts'
import { REQUIRED_DETAILS } from '#shared/guest-details.ts'
import { formatMoney } from '#shared/money.ts'
import { paidBy } from '#features/booking/domain/party-shown.ts'
import { isStanding } from '#shared/reservation-status.ts'

/** `"2:15 PM on Thu, May 6, 2027"`. */
const timeOf = (instant: string) => `${formatTime(new Date(instant))} on ${formatDayOf(instant)}`

type Tone = 'good' | 'warn' | 'bad' | 'soft'

type Standing = Pick<AdminReservation, 'status' | 'holdExpiresAt'>

export function stateOf({ status, holdExpiresAt }: Standing): { tone: Tone; mark: string } {
  switch (status) {
    case 'confirmed':
      return { tone: 'good', mark: 'Confirmed' }
    case 'pending':
      return { tone: 'warn', mark: holdExpiresAt ? `On hold until ${timeOf(holdExpiresAt)}` : 'On hold' }
    case 'cancelled':
      return { tone: 'bad', mark: 'Canceled' }
    case 'expired':
      return { tone: 'soft', mark: 'Expired: the hold ran out unpaid' }
    case 'refunded':
      return { tone: 'soft', mark: 'Refunded: paid after the last spot was taken' }
  }
}

type Money = Pick<AdminReservation, 'totalDue' | 'totalPaid' | 'status' | 'money' | 'party'>

const isOver = ({ status }: Pick<AdminReservation, 'status'>) => !isStanding(status)

/** `"$450.00 of $900.00 paid"`; of a stay that does not stand any more what is kept. */
export function paidWords({ totalDue, totalPaid, status, money, party }: Money): string {
  const payer = paidBy(party)
  if (payer && totalDue === 0 && totalPaid === 0) return `${payer.customerName || 'Somebody else'} pays`
  if (isOver({ status })) return totalPaid === 0 ? 'No money kept' : `${formatMoney(totalPaid)} kept`
  if (totalDue === 0 && totalPaid === 0 && money.stillToPay === 0) return 'Nothing to pay'
  return `${formatMoney(totalPaid)} of ${formatMoney(totalDue)} paid`
}

/** More about the money, each a phrase: what a bank holds, what is left or too much, what was refunded out of goodwill. */
export function paidMore({ totalDue, status, money }: Money) {
  const { withdrawn, stillToPay, credit, goodwill } = money
  const more: { tone: Tone; words: string }[] = []
  if (withdrawn > 0) more.push({ tone: 'bad', words: `${formatMoney(withdrawn)} held by a dispute` })
  if (isOver({ status })) return more
  if (stillToPay > 0) more.push({ tone: 'warn', words: `${formatMoney(stillToPay)} still to pay` })
  if (credit > 0) more.push({ tone: 'warn', words: `${formatMoney(credit)} more than is due` })
  if (money.paidUp && credit === 0 && totalDue > 0) more.push({ tone: 'good', words: 'Paid in full' })
  if (goodwill > 0) more.push({ tone: 'soft', words: `Total lowered by ${formatMoney(goodwill)} of refunds` })
  return more
}

/** The things that a guest who is coming still lacks, the most pressing first. */
export function missingOf(stay: AdminReservation): { label: string; words: string }[] {
  if (stay.purgedAt !== null || isOver(stay)) return []
  const missing: [label: string, words: string | null][] = [
    ['Details', detailsMissing(stay)],
    ['Money', moneyMissing(stay)],
    ['Directions', stay.directionsViewedAt ? null : 'not viewed yet'],
  ]
  return missing.flatMap(([label, words]) => (words === null ? [] : [{ label, words }]))
}

const list = new Intl.ListFormat('en-US')

function detailsMissing(stay: AdminReservation): string | null {
  if (stay.additionalInformationProvided) return null
  const untold = REQUIRED_DETAILS.filter((field) => !stay[field])
  const told =
    untold.length === REQUIRED_DETAILS.length
      ? ['nothing given yet']
      : untold.map((field) => GUEST_LABELS[field].toLowerCase())
  return list.format([...told, ...(stay.safetyConsent ? [] : ['Terms of Stay not agreed to'])])
}

function moneyMissing({ money, invoices }: AdminReservation): string | null {
  const left = money.stillToPay
  if (left === 0) return null
  const [next] = invoices.flatMap(({ paid, due }) => (paid || due === null ? [] : [due])).sort()
  return next === undefined ? formatMoney(left) : `${formatMoney(left)}, due ${formatDay(next)}`
}
