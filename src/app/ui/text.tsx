/**
 * Text that a browser may translate (R48.1). A translator replaces text nodes with its own elements, so React must
 * never need to find a text node again. Text that changes, or is next to something that appears or disappears,
 * therefore gets its own element.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { type Cents, formatMoney } from '#shared/money.ts'

type Piece = string | number | false | null | undefined

interface WordsProps {
  children: Piece | readonly Piece[]
}

/**
 * Joins the pieces to one string. React writes one string into its element as a whole, even after a
 * translation.
 */
const join = (pieces: WordsProps['children']) =>
  [pieces]
    .flat()
    .map((piece) => (piece === false ? '' : (piece ?? '')))
    .join('')

/** Matches amounts as `formatMoney` writes them. */
const AMOUNT = /(-?\$\d{1,3}(?:,\d{3})*\.\d\d)/

/** Wraps each amount in an element that is not translated, because a translator could change the number format. */
function pieces(words: string): ReactNode {
  const parts = words.split(AMOUNT)
  if (parts.length === 1) return words
  const elements = parts.map((part, at) => {
    const isAmount = at % 2 === 1
    return part !== '' && createElement('span', isAmount ? { translate: 'no' } : null, part)
  })
  return createElement(Fragment, null, ...elements)
}

/** Renders text in its own element: `<p><Text>{left} spots left.</Text> {action}</p>` */
export function Text({ children }: WordsProps) {
  return <span>{pieces(join(children))}</span>
}

/** Wraps a string that contains an amount in `<Text>`, and returns everything else unchanged. */
export const keepAmounts = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && AMOUNT.test(shown) ? <Text>{shown}</Text> : shown

/** Renders text that must not be translated: names, codes, links, addresses. `<Verbatim>{guest.name}</Verbatim>` */
export function Verbatim({ children }: WordsProps) {
  return <span translate="no">{join(children)}</span>
}

/** Renders `<Money cents={invoice.amount} />` as `$450.00`. */
export function Money({ cents }: { cents: Cents }) {
  return <span translate="no">{formatMoney(cents)}</span>
}
