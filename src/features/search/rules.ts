/** A search: what is looked for, and whom it finds. Pure. */
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
  /** The number that was typed, as of an invoice: `#115` or `115`; null: none was. */
  number: number | null
}

const MOST_ID = 2_147_483_647

/** Every word has to be found, in whatever case and with or without accents; a phone by its digits, however it is written. */
export function searchFor(typed: string): Search {
  const words = searchable(typed).split(' ').filter(hasLetter)
  // Marks alone are no words: they would find everybody.
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
