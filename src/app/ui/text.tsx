/**
 * Text that a browser may translate (R48.1). A translator replaces text nodes by its own elements, so React
 * must never look for a text node again. Text therefore gets its own element if it changes, or if something
 * next to it appears or disappears.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { type Cents, formatMoney } from '#shared/money.ts'

type Piece = string | number | false | null | undefined

interface WordsProps {
  children: Piece | readonly Piece[]
}

/**
 * Joins pieces of text to one string. React writes such a string into its element as a whole, even after a
 * translation.
 */
const join = (pieces: WordsProps['children']) =>
  [pieces]
    .flat()
    .map((piece) => (piece === false ? '' : (piece ?? '')))
    .join('')

/** Matches amounts of money in the format of `formatMoney`. */
const AMOUNT = /(-?\$\d{1,3}(?:,\d{3})*\.\d\d)/

/**
 * Wraps each amount of money in an element that is not translated, because a translator could change the
 * number's format.
 */
function pieces(words: string): ReactNode {
  const parts = words.split(AMOUNT)
  if (parts.length === 1) return words
  const elements = parts.map((part, at) => {
    const isAmount = at % 2 === 1
    return part !== '' && createElement('span', isAmount ? { translate: 'no' } : null, part)
  })
  return createElement(Fragment, null, ...elements)
}

export function Text({ children }: WordsProps) {
  return <span>{pieces(join(children))}</span>
}

/** Wraps a string in `<Text>` if it contains an amount of money. Returns anything else unchanged. */
export const keepAmounts = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && AMOUNT.test(shown) ? <Text>{shown}</Text> : shown

/**
 * Renders text that browsers must not translate: names, codes, links, addresses.
 * `<Verbatim>{guest.name}</Verbatim>`
 */
export function Verbatim({ children }: WordsProps) {
  return <span translate="no">{join(children)}</span>
}

/** Renders an amount of money: `<Money cents={invoice.amount} />` becomes `$450.00`. */
export function Money({ cents }: { cents: Cents }) {
  return <span translate="no">{formatMoney(cents)}</span>
}
