/**
 * Words on a page that a browser may translate (R48.1). A translator replaces text nodes by elements of its own, so React must
 * never have to find one again: words that change, or that stand beside something that comes and goes, have an element of their own.
 */
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

/** `<p><Text>{left} spots left.</Text> {action}</p>` */
export function Text({ children }: WordsProps) {
  return <span>{join(children)}</span>
}

/** What no translator may change: names, codes, links, addresses. `<Verbatim>{guest.name}</Verbatim>` */
export function Verbatim({ children }: WordsProps) {
  return <span translate="no">{join(children)}</span>
}

/** `<Money cents={invoice.amount} />` renders `$450.00`. */
export function Money({ cents }: { cents: Cents }) {
  return <span translate="no">{formatMoney(cents)}</span>
}
