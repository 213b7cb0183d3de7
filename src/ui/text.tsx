/**
 * Words on a page that a browser may translate (R48.1). A translator replaces text nodes by elements of its own, so React must
 * never have to find one again: words that change, or that stand beside something that comes and goes, have an element of their own.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { type Cents, formatMoney } from '#shared/money.ts'

type Piece = string | number | false | null | undefined

interface WordsProps {
  children: Piece | readonly Piece[]
}

/** One string: React writes it into its element as a whole, whatever a translator has put there. */
const join = (pieces: WordsProps['children']) =>
  [pieces]
    .flat()
    .map((piece) => (piece === false ? '' : (piece ?? '')))
    .join('')

/** What `formatMoney` writes. */
const AMOUNT = /(-?\$\d{1,3}(?:,\d{3})*\.\d\d)/

/** The words, with each amount in an element that is not translated: a reader in another language would read another amount. */
function pieces(words: string): ReactNode {
  const parts = words.split(AMOUNT)
  if (parts.length === 1) return words
  const elements = parts.map((part, at) => {
    const isAmount = at % 2 === 1
    return part !== '' && createElement('span', isAmount ? { translate: 'no' } : null, part)
  })
  return createElement(Fragment, null, ...elements)
}

/** `<p><Text>{left} spots left.</Text> {action}</p>` */
export function Text({ children }: WordsProps) {
  return <span>{pieces(join(children))}</span>
}

/** For a part that shows what it is given: words become `<Text>` where they name an amount, anything else stays. */
export const keepAmounts = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && AMOUNT.test(shown) ? <Text>{shown}</Text> : shown

/** What no translator may change: names, codes, links, addresses. `<Verbatim>{guest.name}</Verbatim>` */
export function Verbatim({ children }: WordsProps) {
  return <span translate="no">{join(children)}</span>
}

/** `<Money cents={invoice.amount} />` renders `$450.00`. */
export function Money({ cents }: { cents: Cents }) {
  return <span translate="no">{formatMoney(cents)}</span>
}
