/** The names of a guest's choices, with their prices. Pure. */
import { formatMoney } from '#shared/money.ts'
import { oneLine } from '#shared/text.ts'
import type { ReservationSource } from '../definition.ts'
import type { ReservationRows } from '../store/rows.ts'

export const choicesOf = ({ rows }: ReservationSource): string[] => rows.choices.map(choiceLabel)

export const choiceLabel = ({ name, price }: ReservationRows['choices'][number]): string =>
  price === 0 ? oneLine(name) : `${oneLine(name)} (${formatMoney(price)})`
