/** Computes the price of a sign-up form from its guests, their options and the discount code. */
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { discounts } from '#domain/booking/codes/domain/discount.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { type OfferedOption, priceOfChoices } from '#domain/events/domain/offered-options.ts'
import { isLodging } from '#domain/events/domain/options.ts'
import { pricedWith } from '#app/public/event/price.tsx'
import { ASKED_CODES, type AskedCodeName, type Person } from '../operations.ts'
import type { OpenForm, HistoryState } from '../history-state.ts'

/** The guests who choose the most expensive options. */
const WITH_KIT: ReadonlySet<Person> = new Set(['Ana', 'Ben'])

/**
 * Returns the companions of a form, and the options that each guest chooses. Guests choose options that are
 * left or that they already have.
 */
export function peopleOf(
  offered: OfferedOption[],
  { who, many, own = [] }: { who: Person; many: number; own?: number[] },
): Pick<OpenForm, 'options' | 'companions'> {
  const free = offered.filter(({ id, soldOut }) => !soldOut || own.includes(id))
  const [extras, beds] = [free.filter(({ kind }) => kind === 'extra'), free.filter(isLodging)]
  const wants = WITH_KIT.has(who)
  const picks = Array.from({ length: 1 + many }, (_, index) => {
    const bed = beds[(index + (wants ? 0 : 1)) % beds.length]
    // In a party, the first companion chooses the leather kit, and not the payer.
    const kit = wants && index === Math.min(many, 1) ? extras : []
    return [...(bed ? [bed] : []), ...kit].map(({ id }) => id)
  })
  const [options = [], ...others] = picks
  // Only the first companion has an e-mail address.
  const companions = others.map((chosen, index) => ({
    customerName: `${who} friend ${'abc'[index]}`,
    email: index === 0 ? `${who.toLowerCase()}-friend@example.test` : null,
    options: chosen,
  }))
  return { options, companions }
}

export const pricesOf = (
  offered: OfferedOption[],
  { options, companions }: Pick<OpenForm, 'options' | 'companions'>,
) => [options, ...companions.map((one) => one.options)].map((one) => priceOfChoices(offered, one))

export const codeText = (code: AskedCodeName) => (code === 'none' ? '' : ` by ${code}`)

/**
 * Returns the deposit and the remainder that the form shows. Checks the discount code first, as the form
 * does.
 */
export async function pricedWithCode(
  { people }: HistoryState,
  event: EventDetails,
  { sums, code }: { sums: number[]; code: AskedCodeName },
) {
  const asked = ASKED_CODES[code]
  if (!('code' in asked)) return pricedWith(event, sums)
  const found = await people.Ana.guest.browser.call(checkCode, {
    body: { eventId: event.id, code: asked.code },
  })
  // The discount code is used up, or there is no price to lower. The form shows the price without the code,
  // and the site decides.
  if (!found.ok) return pricedWith(event, sums)
  const pays = 'pays' in asked ? asked.pays : undefined
  const off = discounts(found.data, { cost: event.cost, guests: sums.length, pays })
  return pricedWith(
    event,
    sums.map((sum, index) => sum - (off[index] ?? 0)),
  )
}
