/** What a booking by an admin costs, shown while the admin fills in the form (R11.11). */
import { adminInvoicePlan, dividePrice } from '#domain/booking/domain/admin-actions.ts'
import type { PlannedInvoice } from '#domain/booking/domain/sign-up.ts'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type Part, type PricedEvent, summarize } from '#app/public/sign-up/price-summary.tsx'
import type { SignUpDraft } from '#app/public/sign-up/sign-up-draft.ts'
import { Money, Text } from '#app/ui/text.tsx'
import type { Bookable } from './bookable-events.tsx'

interface Booking {
  options: readonly OfferedOption[]
  guests: Pick<SignUpDraft, 'options' | 'companions' | 'code'> & { payer: string }
  /** The amounts that the admin has typed, in cents. Null means the usual amount. */
  typed: { totalDue: Cents | null; amount: Cents | null }
  today: Day
}

/**
 * Returns what a booking costs, with the functions of the visitors' form for the price and of the server for the
 * invoices.
 */
export function priceOf(event: Bookable, { options, guests, typed, today }: Booking) {
  const { payer, ...draft } = guests
  const priced: PricedEvent = { ...event, ...paymentSchedule(event, today), options }
  const {
    parts,
    discount,
    priced: whole,
  } = summarize(priced, { ...draft, isHeld: false, byAdmin: { payer } })
  const usual = Math.max(0, whole.cost)
  const { totalDue, amount } = typed
  const total = totalDue ?? usual
  const people = 1 + draft.companions.length
  // The server divides a typed price among the guests in the same way. A guest alone has no parts then.
  const shown = totalDue === null ? parts : people > 1 ? withPrices(parts, totalDue) : []
  const plan = adminInvoicePlan({ totalDue: total, amount }, event.startDateDate, today)
  return {
    usual,
    total,
    people,
    parts: total > 0 && (shown.length > 1 || discount !== null) ? shown : [],
    discount: totalDue === null ? discount : null,
    plan,
    depositHint: describeUsual(
      adminInvoicePlan({ totalDue: total, amount: null }, event.startDateDate, today),
    ),
  }
}

const withPrices = (parts: readonly Part[], total: Cents): Part[] => {
  const usual = parts.map(({ cents }) => Math.max(0, cents))
  return dividePrice(usual, total).map((cents, index) => ({ ...parts[index]!, cents }))
}

type Plan = ReturnType<typeof adminInvoicePlan>

/** Says which amount the site uses if the field for the deposit is empty. */
function describeUsual(plan: Plan): string {
  const [first, rest] = Array.isArray(plan) ? plan : []
  const later = rest?.due ? `, the rest by ${formatDay(rest.due)}` : ''
  return `If empty: ${formatMoney(first?.amount ?? 0)}${later}.`
}

const labelOf = ({ purpose, due }: PlannedInvoice, today: Day): string => {
  const day = due === null || due === today ? 'today' : `by ${formatDay(due)}`
  if (purpose === 'whole') return 'The full price, due today'
  return purpose === 'deposit' ? `Deposit, due ${day}` : `Remainder, due ${day}`
}

/** Renders the price of each guest, the discount, the total and the invoices. Renders nothing for a free stay. */
export function BookingPrice({ price, today }: { price: ReturnType<typeof priceOf>; today: Day }) {
  const { parts, discount, total, people, plan } = price
  if (total === 0 && discount === null) return null
  return (
    <table className="schedule add-guest-price" aria-live="polite">
      <caption className="eyebrow">
        <Text>{people === 1 ? 'Price' : `Price for ${people} guests`}</Text>
      </caption>
      <tbody>
        {parts.map(({ label, isName, cents }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two guests may have the same name, and no row has state
          <tr key={at}>
            <th scope="row" translate={isName ? 'no' : undefined}>
              <Text>{label}</Text>
            </th>
            <Amount cents={cents} />
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
        <tr className="schedule-total">
          <th scope="row">Total</th>
          <Amount cents={total} />
        </tr>
        {Array.isArray(plan) &&
          plan.map((invoice) => (
            <tr
              key={invoice.purpose}
              className={invoice.purpose === 'remainder' ? undefined : 'schedule-now'}
            >
              <th scope="row">
                <Text>{labelOf(invoice, today)}</Text>
              </th>
              <Amount cents={invoice.amount} />
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const Amount = ({ cents }: { cents: Cents }) => (
  <td>
    <Money cents={cents} />
  </td>
)
