/** Money as it is typed into a form. */
import { z } from 'zod'
import { REQUIRED } from '#shared/fields.ts'
import { centsOfDollars, formatMoney, type Cents } from '#shared/money.ts'

const NO_SUM = 'Please give dollars, such as 480 or 480.01'

interface Bounds {
  least: Cents
  /** Said of less. */
  tooLittle: string
  most: Cents
}

/** Dollars of a text field as cents: `"1,250"`, `"$480.01"`. Nothing is rounded or guessed. */
export function dollars({ least, tooLittle, most }: Bounds) {
  return z.string().transform((typed, context) => {
    const sum = centsOfDollars(typed)
    const wrong = sum === null ? (typed.trim() === '' ? REQUIRED : NO_SUM) : boundsWords(sum)
    if (sum !== null && wrong === null) return sum
    context.addIssue({ code: 'custom', message: wrong ?? NO_SUM })
    return z.NEVER
  })

  function boundsWords(sum: Cents): string | null {
    if (sum < least) return tooLittle
    return sum > most ? `Please give no more than ${formatMoney(most)}` : null
  }
}
