/**
 * What refusals and dialogs say about money that blocks a deletion, because it is neither earned nor refunded (R49.5).
 * Pure.
 */
import { type Cents, formatMoney } from '#shared/money.ts'

/** Money that is neither earned nor refunded, and of how many guests it is. */
export interface OpenMoney {
  open: Cents
  guests: number
}

/** Says how much money of a guest is open, and what to do about it. `isActive` is false if the stay has ended. */
export const describeOpenMoney = ({ open, isActive }: { open: Cents; isActive: boolean }): string =>
  `${formatMoney(open)} of this guest’s money is open. ${
    isActive
      ? 'Refund it, or cancel the stay and keep it, before you delete the reservation.'
      : 'Record the refund if one is due, or else settle the money on the page Open balances, before you delete the reservation.'
  }`

/** Says how much money of an event's guests is open, and what to do about it. */
export const describeOpenMoneyOfEvent = ({ open, guests }: OpenMoney): string =>
  `${formatMoney(open)} of ${guests === 1 ? 'one guest’s' : `${guests} guests’`} money is open. Refund it, or cancel the stays and keep it, before you delete the event.`

/** Says what a deletion does with open money. */
export const OPEN_MONEY_STAYS =
  'If you delete anyway, nothing is refunded. The money stays on the page Open balances, under the reservation’s number.'
