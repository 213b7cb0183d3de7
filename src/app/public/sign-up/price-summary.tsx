/**
 * What a sign-up costs: each part, the discount, the total and the payments (R53.3, R53.4). The form shows it
 * at its top and again next to the pay button.
 */
import { discounts } from '#domain/booking/codes/domain/discount.ts'
import {
  isLodgingMissing,
  type OfferedOption,
  priceOfChoices,
} from '#domain/events/domain/offered-options.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import {
  describePayment,
  isWholeNow,
  type Priced,
  pricedWith,
  scheduleLines,
} from '#app/public/event/price.tsx'
import { optionsLeftFor } from '#app/guest/details/choices.tsx'
import { Money, Text } from '#app/ui/text.tsx'
import { companionName, type SignUpDraft } from './sign-up-draft.ts'

export type PricedEvent = Priced & { startDateDate: Day; options: readonly OfferedOption[] }

export interface Part {
  label: string
  /** True if the label is a guest's name, which is not translated. */
  isName: boolean
  cents: Cents
  /** True if a lodging is missing, so that the amount is the lowest possible. */
  isOpen: boolean
}

export interface Summary {
  /** The parts of one guest's price, or one part for each guest of a party. */
  parts: readonly Part[]
  /** The code and what it takes off. Null without a code. */
  discount: { code: string; cents: Cents } | null
  /** Total and payments. The lowest possible ones while a lodging is missing. */
  priced: Priced
  /** Who has not chosen a lodging yet: "your" or "Ben Ortiz’s". Empty if nobody. */
  open: readonly string[]
  people: number
}

type Chosen = Pick<SignUpDraft, 'options' | 'companions' | 'code'> & {
  isHeld: boolean
  /** Set if an admin fills in the form, who may book a guest without lodging. */
  byAdmin?: { payer: string }
}

/**
 * Returns what a sign-up costs. While a guest has not chosen a required lodging, counts the cheapest one that is
 * left.
 */
export function summarize(
  event: PricedEvent,
  { options: own, companions, code, isHeld, byAdmin }: Chosen,
): Summary {
  const guests = [
    { name: byAdmin?.payer ?? 'You', ids: own },
    ...companions.map((companion, at) => ({ name: companionName(companion, at), ids: companion.options })),
  ]
  const off =
    code === null ? [] : discounts(code, { ...event, guests: guests.length, pays: code.pays ?? undefined })
  const party = { chosenIds: own, companions, isHeld }
  const priced = guests.map(({ name, ids }, guest) => {
    const isOpen = !byAdmin && isLodgingMissing(event.options, ids)
    const left = isOpen ? cheapestLodging(optionsLeftFor(event.options, party, guest)) : 0
    return {
      label: name,
      isName: guest > 0 || byAdmin !== undefined,
      isOpen,
      cents: event.cost + priceOfChoices(event.options, ids) + left,
    }
  })
  const saved = off.reduce((sum, cents) => sum + cents, 0)
  return {
    parts: guests.length > 1 ? priced : partsOfOne(event, own, priced[0]!),
    discount: code === null || saved === 0 ? null : { code: code.code, cents: saved },
    priced: pricedWith(
      event,
      priced.map(({ cents }, guest) => cents - event.cost - (off[guest] ?? 0)),
    ),
    open: priced.flatMap(({ isOpen, label }, guest) => (isOpen ? [guest === 0 ? 'your' : `${label}’s`] : [])),
    people: guests.length,
  }
}

function cheapestLodging(options: readonly OfferedOption[]): Cents {
  const lodgings = options.filter(({ kind }) => kind === 'lodging')
  const left = lodgings.filter(({ soldOut }) => !soldOut)
  return Math.min(...(left.length > 0 ? left : lodgings).map(({ price }) => price))
}

/** Returns the stay and each choice with a price. Without such a choice, the total alone says everything. */
function partsOfOne(event: PricedEvent, ids: readonly number[], whole: Part): Part[] {
  const choices = event.options
    .filter(({ id, price }) => ids.includes(id) && price !== 0)
    .map(({ name, price }) => ({ label: name, isName: false, cents: price, isOpen: false }))
  const cents = choices.reduce((rest, choice) => rest - choice.cents, whole.cents)
  return [{ label: 'Stay', isName: false, cents, isOpen: whole.isOpen }, ...choices]
}

const describePayments = (priced: Priced): string =>
  isWholeNow(priced)
    ? 'The retreat starts in 30 days or less, so the full price is due now.'
    : 'You can pay the remainder at any time before that.'

const list = new Intl.ListFormat('en-US')

/** Says whose lodging is missing. */
const describeOpen = ({ open }: Pick<Summary, 'open'>): string =>
  `Choose ${list.format(open)} lodging to see the exact price.`

/** Describes the price of the reservation, with the choices that the guest has made so far. */
export function describeSummary(summary: Summary): string {
  const { priced, people, open } = summary
  const stay = people === 1 ? 'Your stay' : `Your stay, ${people} people`
  if (priced.cost <= 0 && open.length === 0) return `${stay}: nothing to pay.`
  if (open.length > 0)
    return `${stay}: from ${formatMoney(Math.max(0, priced.cost))}. ${describeOpen(summary)}`
  return `${stay}: ${formatMoney(priced.cost)}. Today: ${formatMoney(priced.dueNow)}.`
}

/** Renders the parts of the price, the discount, the total and the payments. */
export function PriceSummary({ summary }: { summary: Summary }) {
  const { parts, discount, priced, people, open } = summary
  const payments = scheduleLines(priced)
  if (payments.length === 0 && discount === null) return null
  const isPlain = parts.length === 1 && discount === null
  const total = { label: 'Total', amount: Math.max(0, priced.cost), kind: 'total' } as const
  const least = open.length > 0 ? 'from ' : ''
  const foot = [priced.dueNow > 0 && describePayments(priced), open.length > 0 && describeOpen(summary)]
    .filter(Boolean)
    .join(' ')
  return (
    <table className="schedule">
      <caption className="eyebrow">
        {people === 1 ? 'Payments, per person' : `Payments, for ${people} people`}
      </caption>
      <tbody>
        {!isPlain &&
          parts.map(({ label, isName, cents, isOpen }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two guests may have the same name, and no row has state
            <tr key={at}>
              <th scope="row" translate={isName ? 'no' : undefined}>
                <Text>{label}</Text>
              </th>
              <Amount cents={cents} least={isOpen ? 'from ' : ''} />
            </tr>
          ))}
        {discount && (
          <tr className="schedule-off">
            <th scope="row" translate="no">
              {discount.code}
            </th>
            <td translate="no">−{formatMoney(discount.cents)}</td>
          </tr>
        )}
        {[total, ...payments.filter(({ kind }) => kind !== 'total')].map(({ label, amount, kind }) => (
          <tr key={kind} className={`schedule-${kind}`}>
            <th scope="row">
              <Text>{label}</Text>
            </th>
            <Amount cents={amount} least={least} />
          </tr>
        ))}
      </tbody>
      {foot !== '' && (
        <tfoot>
          <tr>
            <td colSpan={2}>
              <Text>{foot}</Text>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** Returns the label of the pay button. It names no amount while a lodging is missing. */
export function payLabel({ priced, people, open }: Summary): string {
  if (open.length === 0 || priced.dueNow <= 0) return describePayment(priced, people)
  return isWholeNow(priced) ? 'Pay' : 'Pay deposit'
}

const Amount = ({ cents, least }: { cents: Cents; least: string }) => (
  <td>
    <Text>{least}</Text>
    <Money cents={cents} />
  </td>
)
