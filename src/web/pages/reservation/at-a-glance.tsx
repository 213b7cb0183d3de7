import type { ReactNode } from 'react'
import { formatDay } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import type { GuestPart } from './guest-part.ts'

interface Item {
  key: string
  done: boolean
  words: ReactNode
}

/** What is done and what is left, in one look. */
export function AtAGlance({ reservation }: Pick<GuestPart, 'reservation'>) {
  const items = itemsOf(reservation)
  const left = items.filter(({ done }) => !done).length
  return (
    <section className="guest-glance" aria-labelledby="glance">
      <h2 id="glance">{left === 0 ? 'All done. Just come.' : 'What is done, what is left'}</h2>
      <ul>
        {items.map(({ key, done, words }) => (
          <li key={key} className={done ? 'guest-done' : 'guest-left'}>
            <span className="unseen">{done ? 'Done: ' : 'Left: '}</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function itemsOf(reservation: GuestPart['reservation']): Item[] {
  const { additionalInformationProvided: given, directionsSeen, invoices } = reservation
  const money = invoices.map(({ id, amount, paid, refunded, due, ...invoice }) => ({
    key: `invoice-${id}`,
    done: paid,
    words: paid ? (
      <>
        {invoiceLabel(invoice)}: {formatMoney(amount)} paid
        {refunded > 0 && `, ${refunded < amount ? formatMoney(refunded) : 'all'} of it refunded`}
      </>
    ) : (
      <>
        <a href="#payments">
          {invoiceLabel(invoice)}: {formatMoney(amount)} to pay
        </a>
        {due === null ? ', at any time' : `, by ${formatDay(due)}`}
      </>
    ),
  }))
  return [
    ...money,
    {
      key: 'details',
      done: given,
      words: given ? 'Your details are with us' : <a href="#details">Your details</a>,
    },
    {
      key: 'directions',
      done: directionsSeen,
      words: directionsSeen ? 'You have seen the directions' : <a href="#before-you-come">The directions</a>,
    },
  ]
}
