/** Unpaid invoices by due day: what is late guest by guest, what is to come folded by day and event. */
import type { Owed as OwedFacts, Today, UnpaidInvoice } from '#features/today/contract.ts'
import { type Day, formatDay, formatDayOfYear } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLink, GuestLink } from './links.tsx'
import { awayFrom, byDueDay, plural } from './text.ts'

export function Owed({ money: { overdue, due, later }, day }: { money: Today['money']; day: Day }) {
  return (
    <section className="owed" aria-labelledby="owed">
      <h2 id="owed">Payments due</h2>
      {overdue.count === 0 && <p className="all-good">Nothing is overdue.</p>}
      {overdue.count > 0 && (
        <>
          <Sum title="Overdue" owed={overdue} late />
          <InvoiceTable caption="Overdue invoices" invoices={overdue.invoices} day={day} />
        </>
      )}
      {due.count === 0 && <p>Nothing falls due in the next 30 days.</p>}
      {due.count > 0 && (
        <>
          <Sum title="Due within 30 days" owed={due} />
          {byDueDay(due.invoices).map((invoices) => (
            <DueDay key={invoices[0]?.invoiceId} invoices={invoices} day={day} />
          ))}
        </>
      )}
      {later.count > 0 && (
        <p className="note owed-later">
          {formatMoney(later.cents)} in {plural(later.count, 'invoice')} after that.
        </p>
      )}
    </section>
  )
}

interface SumProps {
  title: string
  owed: OwedFacts
  late?: boolean
}

function Sum({ title, owed: { count, cents, invoices }, late = false }: SumProps) {
  return (
    <h3 className={`owed-sum ${late ? 'owed-late' : ''}`}>
      <span>{title}</span>
      <span>{formatMoney(cents)}</span>
      {count > invoices.length && (
        <small>
          {plural(count, 'invoice')}, the first {invoices.length} here
        </small>
      )}
    </h3>
  )
}

function DueDay({ invoices, day }: { invoices: UnpaidInvoice[]; day: Day }) {
  const [first] = invoices
  if (!first?.due) return null
  const { count, cents } = first.ofDay
  return (
    <details className="fold due-day">
      <summary>
        <span className="owed-line">
          <strong>{formatDayOfYear(first.due)}</strong>
          <span>{formatMoney(cents)}</span>
        </span>
        <span className="note">
          {first.event.name}, {awayFrom(day, first.due)}: {plural(count, 'invoice')}
          {count > invoices.length && `, the first ${invoices.length} here`}
        </span>
      </summary>
      <InvoiceTable caption={`Due ${formatDay(first.due)}`} invoices={invoices} day={day} />
    </details>
  )
}

interface InvoiceTableProps {
  caption: string
  invoices: UnpaidInvoice[]
  day: Day
}

function InvoiceTable({ caption, invoices, day }: InvoiceTableProps) {
  return (
    <table className="owed-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Guest and event</th>
          <th scope="col">Amount and due day</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.invoiceId}>
            <th scope="row">
              <GuestLink of={invoice} />
              <span className="owed-for">
                {invoice.label}, <EventLink event={invoice.event} />
              </span>
            </th>
            <td>
              {formatMoney(invoice.amount)}
              {invoice.due && <span className="owed-for">{dueWords(invoice.due, day)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dueWords = (due: Day, day: Day) => `due ${awayFrom(day, due)}`
