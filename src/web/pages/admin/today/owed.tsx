/** Unpaid invoices by due day: what is late first. */
import type { Owed as OwedFacts, Today } from '../../../../capabilities/today/contract.ts'
import { type Day, formatDay } from '../../../../shared/days.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { EventLink } from './event-link.tsx'
import { awayFrom, nameOf, plural } from './words.ts'

export function Owed({ money: { overdue, due, later }, day }: { money: Today['money']; day: Day }) {
  return (
    <section className="owed" aria-labelledby="owed">
      <h2 id="owed">What is owed</h2>
      {overdue.count > 0 ? (
        <InvoiceTable caption="Overdue" owed={overdue} day={day} late />
      ) : (
        <p className="all-good">Nothing is overdue.</p>
      )}
      {due.count > 0 ? (
        <InvoiceTable caption="Due within 30 days" owed={due} day={day} />
      ) : (
        <p>Nothing falls due in the next 30 days.</p>
      )}
      {later.count > 0 && (
        <p className="note">
          {formatMoney(later.cents)} in {plural(later.count, 'invoice')} after that.
        </p>
      )}
    </section>
  )
}

interface InvoiceTableProps {
  caption: string
  owed: OwedFacts
  day: Day
  late?: boolean
}

function InvoiceTable({ caption, owed: { count, cents, invoices }, day, late = false }: InvoiceTableProps) {
  return (
    <table className={`invoices-owed ${late ? 'invoices-late' : ''}`}>
      <caption>{caption}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Guest and event</th>
          <th scope="col">Amount and due day</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.invoiceId}>
            <th scope="row">
              {nameOf(invoice.guest)}
              <span className="owed-for">
                <EventLink event={invoice.event} />
              </span>
            </th>
            <td>
              {formatMoney(invoice.amount)}
              {invoice.due && (
                <span className="owed-when" title={formatDay(invoice.due)}>
                  {awayFrom(day, invoice.due)}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {plural(count, 'invoice')}
            {count > invoices.length && `, the first ${invoices.length} shown`}
          </th>
          <td>{formatMoney(cents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
