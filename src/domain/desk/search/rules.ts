/** Reads what an admin typed as a search, and decides whom it finds. Pure. */
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
  /** The typed number, such as an invoice's: `#115` or `115`. Null if none was typed. */
  number: number | null
}

const MOST_ID = 2_147_483_647

/**
 * Returns the search for a typed text. Every word must occur, ignoring case and accents. A phone number matches by
 * its digits.
 */
export function searchFor(typed: string): Search {
  const words = searchable(typed).split(' ').filter(hasLetter)
  // A text without letters and digits would match everyone, so it matches nobody.
  const isIn = (text: string) => words.length > 0 && words.every((word) => text.includes(word))
  const number = Number(/^#?(\d{1,10})$/.exec(typed.trim())?.[1] ?? 0)
  return {
    isPerson: ({ customerName, nickname, email, phone }) =>
      isIn(searchable(`${customerName ?? ''} ${nickname ?? ''} ${email ?? ''}`)) ||
      isPartOfPhone(typed, phone),
    isNamed: (name) => isIn(searchable(name)),
    number: number > 0 && number <= MOST_ID ? number : null,
  }
}
