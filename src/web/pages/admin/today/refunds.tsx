/** Refunds on the morning page: those that the house still owes by hand, and card payments that went back by themselves. */
import type { AutoRefunds, PaidForNothing, RefundsDue } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLink, GuestLink } from './links.tsx'
import { methodWords, plural } from './text.ts'
import { formatDay, ranchDay } from '#shared/days.ts'

/** Refunds that the house still owes its guests by hand: money that no card provider can send. */
export function RefundsDueList({ refundsDue: { count, cents, list } }: { refundsDue: RefundsDue }) {
  if (count === 0) return null
  return (
    <section className="refunds-due" aria-labelledby="refunds-due">
      <h2 id="refunds-due">To refund by hand</h2>
      <h3 className="owed-sum owed-late">
        <span>{plural(count, 'refund')}</span>
        <span>{formatMoney(cents)}</span>
      </h3>
      <table className="owed-table">
        <caption className="visually-hidden">To refund by hand</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Guest and event</th>
            <th scope="col">Amount, and how it was paid</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ id, about, amount, method }) => (
            <tr key={id}>
              <th scope="row">
                {about ? <GuestLink of={about} /> : 'A deleted reservation'}
                {about && (
                  <span className="owed-for">
                    <EventLink event={about.event} />
                  </span>
                )}
              </th>
              <td>
                {formatMoney(amount)}
                <span className="owed-for">{methodWords(method)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > list.length && <p className="note">The oldest {list.length} are here.</p>}
    </section>
  )
}

/** Card payments that went back by themselves, since nothing here was there for them to pay: somebody may believe to have a spot. */
export function AutoRefundList({ autoRefunds: { count, list } }: { autoRefunds: AutoRefunds }) {
  if (count === 0) return null
  return (
    <section className="books" aria-labelledby="auto-refunds">
      <h2 id="auto-refunds">Paid without an invoice, and refunded</h2>
      <ul className="faults">
        {list.map((payment) => (
          <li key={payment.id}>
            <p className="fault-title">
              {formatMoney(payment.amount)}, {stateWords(payment)}
            </p>
            <p>
              {payment.event && (
                <>
                  For <EventLink event={payment.event} />.{' '}
                </>
              )}
              {whyWords(payment)} <code className="intent-id">{payment.intentId}</code>
            </p>
          </li>
        ))}
      </ul>
      {count > list.length && <p className="note">And {count - list.length} older.</p>}
    </section>
  )
}

/** The warning in short: guests who have paid and have no spot. */
export const lostStaysWords = (count: number) => `${plural(count, 'reservation')} lost with the old database`

export const LOST_STAYS =
  'They were paid after the backup that this site was restored from, and the money was refunded. Write to these guests.'

const WHY: Record<PaidForNothing['why'], string> = {
  lost: 'Its reservation was made after the backup that this site was restored from. The payment provider’s dashboard shows whose it is: write to them.',
  unused: 'It belongs to no reservation: nobody signed up with it, or the reservation was deleted.',
}

/** Why nothing was there for it to pay. */
export const whyWords = ({ why }: Pick<PaidForNothing, 'why'>) => WHY[why]

const STATES: Record<PaidForNothing['status'], string> = {
  succeeded: 'refunded to the card',
  requested: 'on its way back to the card',
  failed: 'refused by the card, and still with us',
}

/** `"paid on Fri, May 7, 2027, given back to the card"`. */
export function stateWords({ paidAt, status }: Pick<PaidForNothing, 'paidAt' | 'status'>): string {
  return `paid on ${formatDay(ranchDay(new Date(paidAt)))}, ${STATES[status]}`
}
