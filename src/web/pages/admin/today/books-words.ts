/** How the morning page tells of the nightly comparison with the card payment provider. Pure. */
import type { BookDifference, Books } from '#features/today/contract.ts'
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from './words.ts'

type Proof = NonNullable<Books['proof']>

const sumsOf = ({ received, refunded }: Proof['ours']) =>
  `${formatMoney(received)} in, ${formatMoney(refunded)} back`

/** The one line about the books; `good`: nobody has to do anything. */
export function booksLine({ night, proof }: Books): { words: string; tone: 'good' | 'bad' | 'open' } {
  if (!proof)
    return { words: 'The books have not been compared with the payment provider yet.', tone: 'open' }
  const late = proof.day !== night
  if (proof.outcome === 'unanswered') {
    const when = late ? `in the night to ${formatDay(proof.day)}` : 'last night'
    const then = late ? 'and has not been asked since' : 'and is asked again'
    return { words: `The payment provider did not answer ${when}, ${then}.`, tone: 'open' }
  }
  const whose = late ? `The books of the night to ${formatDay(proof.day)}` : 'Last night’s books'
  const since = late ? ' They have not been compared since.' : ''
  if (proof.outcome === 'different') {
    const words = `${whose} differ from the payment provider in ${plural(proof.count, 'place')}.${since}`
    return { words, tone: 'bad' }
  }
  const money =
    proof.payments === 0
      ? 'no card payment on either side.'
      : `${sumsOf(proof.ours)}, ${plural(proof.payments, 'payment')}.`
  const words = `${whose}: equal to the payment provider, ${money}${since}`
  return { words, tone: late ? 'open' : 'good' }
}

/** The sums of both sides, where they differ. */
export function bothSums({ ours, theirs, payments }: Proof): string {
  return `By our books ${sumsOf(ours)}; by the provider’s ${sumsOf(theirs)}; ${plural(payments, 'payment')}.`
}

const WHAT: Record<BookDifference['what'], string> = {
  received: 'Received',
  refunded: 'Given back',
  disputed: 'Disputed',
}

/** A difference in words, with the sum of each side. */
export function differenceWords({ what, ours, theirs }: BookDifference): string {
  const mine = ours === null ? 'not in our books' : `${formatMoney(ours)} in our books`
  const other = theirs === null ? 'unknown to the provider' : `${formatMoney(theirs)} at the provider`
  return `${WHAT[what]}: ${mine}, ${other}`
}
