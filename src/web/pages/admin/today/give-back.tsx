/** Refunds that the house still owes its guests by hand: money that no card provider can send. */
import type { ToGiveBack } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLink } from './event-link.tsx'
import { GuestLink } from './guest-link.tsx'
import { methodWords, plural } from './words.ts'

export function GiveBack({ toGiveBack: { count, cents, list } }: { toGiveBack: ToGiveBack }) {
  if (count === 0) return null
  return (
    <section className="give-back" aria-labelledby="give-back">
      <h2 id="give-back">To give back by hand</h2>
      <h3 className="owed-sum owed-late">
        <span>{plural(count, 'refund')}</span>
        <span>{formatMoney(cents)}</span>
      </h3>
      <table className="owed-table">
        <caption className="unseen">To give back by hand</caption>
        <thead className="unseen">
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
