/** How the morning page tells of payments that went back by themselves. Pure. */
import type { PaidForNothing } from '#features/today/contract.ts'
import { formatDay, ranchDay } from '#shared/days.ts'
import { plural } from './words.ts'

/** The warning in short: guests who have paid and have no spot. */
export const lostStaysWords = (count: number) => `${plural(count, 'reservation')} lost with the old database`

export const LOST_STAYS =
  'They were paid after the backup that this site was restored from, and the money went back. Write to these guests.'

const WHY: Record<PaidForNothing['why'], string> = {
  lost: 'Its reservation was made after the backup that this site was restored from, so it is not here. Whose it is, the payment provider knows: write to them.',
  unused: 'Nothing here belongs to it: nobody signed up with it, or what it was for was deleted.',
}

/** Why nothing was there for it to pay. */
export const whyWords = ({ why }: Pick<PaidForNothing, 'why'>) => WHY[why]

const STATES: Record<PaidForNothing['status'], string> = {
  succeeded: 'given back to the card',
  requested: 'on its way back to the card',
  failed: 'refused by the card, and still here',
}

/** `"paid on Fri, May 7, 2027, given back to the card"`. */
export function stateWords({ paidAt, status }: Pick<PaidForNothing, 'paidAt' | 'status'>): string {
  return `paid on ${formatDay(ranchDay(new Date(paidAt)))}, ${STATES[status]}`
}
