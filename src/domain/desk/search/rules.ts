/** Turns an admin's typed text into a search, and decides which guests and events match. Pure. */
import { searchable } from '#shared/folding.ts'
import { isPartOfPhone } from '#shared/phones.ts'
import { hasLetter } from '#shared/text.ts'

interface Person {
  customerName: string | null
  nickname?: string | null
  email: string | null
  phone: string | null
}

interface Search {
  isPerson(person: Person): boolean
  isNamed(name: string): boolean
  /** The number that the admin typed, such as an invoice's: `#115` or `115`. Null if the text is not a number. */
  number: number | null
  /** The amount in cents that the admin typed: `2012.75`, `$2,012.75` or `450`. Null if the text is no amount. */
  amount: number | null
}

const MOST_ID = 2_147_483_647

/**
 * Returns the search for a typed text. A match must contain every word, ignoring case and accents. A phone number
 * matches by its digits.
 */
export function searchFor(typed: string): Search {
  const words = searchable(typed).split(' ').filter(hasLetter)
  // A search text without letters and digits is part of every name. It must match nobody instead.
  const isIn = (text: string) => words.length > 0 && words.every((word) => text.includes(word))
  const number = Number(/^#?(\d{1,10})$/.exec(typed.trim())?.[1] ?? 0)
  return {
    isPerson: ({ customerName, nickname, email, phone }) =>
      isIn(searchable(`${customerName ?? ''} ${nickname ?? ''} ${email ?? ''}`)) ||
      isPartOfPhone(typed, phone),
    isNamed: (name) => isIn(searchable(name)),
    number: number > 0 && number <= MOST_ID ? number : null,
    amount: amountIn(typed),
  }
}

function amountIn(typed: string): number | null {
  const [, dollars = '', cents = '00'] =
    /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(typed.trim()) ?? []
  const amount = Number(`${dollars.replaceAll(',', '')}${cents}`)
  return amount > 0 && amount <= MOST_ID ? amount : null
}
