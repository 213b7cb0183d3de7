import { Fragment, useState } from 'react'
import { formatDay, ranchDay } from '../../../shared/days.ts'
import { formatMoney, type Cents } from '../../../shared/money.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { Invoice } from '../contract.ts'
import { PayPanel, type PayPanelProps } from './pay-panel.tsx'
import './invoice-table.css'

interface InvoiceTableProps {
  /** In the guest's order, as the call gives them: paid first, then by due day. */
  invoices: Invoice[]
  totalDue: Cents
  /** Net of refunds. */
  totalPaid: Cents
  /** Whether the stay stands: of one that does not, nothing is asked for any more. */
  standing?: boolean
  /** How an unpaid invoice is paid here; null while the reservation takes no payment. */
  paying: Omit<PayPanelProps, 'invoice' | 'onClose'> | null
  /** Where the receipt of a paid invoice is, by its id; missing: none is offered here. */
  receiptHref?: (invoiceId: number) => string
}

/** What is paid and what is due, and the sums. */
export function InvoiceTable({ invoices, totalDue, totalPaid, standing = true, ...rest }: InvoiceTableProps) {
  const { paying, receiptHref } = rest
  const [open, setOpen] = useState<number | null>(null)
  const shown = standing ? invoices : invoices.filter((invoice) => invoice.paid)
  if (shown.length === 0)
    return standing && totalDue <= 0 ? <p>There is nothing to pay for this event.</p> : null
  const left = Math.max(0, totalDue - totalPaid)
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{standing && left === 0 ? 'Payment Complete' : 'Payments'}</h2>
      <table className="invoices">
        <thead className="unseen">
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">State</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <Fragment key={invoice.id}>
              <tr>
                <th scope="row">Invoice {invoice.id}</th>
                <td>
                  {stateWords(invoice)}
                  {invoice.paid && receiptHref && <Receipt of={invoice} href={receiptHref(invoice.id)} />}
                </td>
                <td className="invoices-sum">{formatMoney(invoice.amount)}</td>
              </tr>
              {paying && !invoice.paid && (
                <tr className="invoices-pay">
                  <td colSpan={3}>
                    {open === invoice.id ? (
                      <PayPanel {...paying} invoice={invoice} onClose={() => setOpen(null)} />
                    ) : (
                      <Button onClick={() => setOpen(invoice.id)}>
                        <span>
                          Pay {formatMoney(invoice.amount)} now
                          <span className="unseen"> for invoice {invoice.id}</span>
                        </span>
                      </Button>
                    )}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          {standing && <Total label="Total" cents={totalDue} />}
          <Total label="Paid" cents={totalPaid} />
          {standing && left > 0 && <Total label="Still to pay" cents={left} />}
        </tfoot>
      </table>
    </section>
  )
}

function Receipt({ of: { id }, href }: { of: Invoice; href: string }) {
  return (
    <>
      {' · '}
      {/* A document beside the page: its headers keep its address from other sites. */}
      <a href={href} target="_blank" rel="noreferrer">
        Receipt<span className="unseen"> for invoice {id} (PDF, opens in a new tab)</span>
      </a>
    </>
  )
}

function Total({ label, cents }: { label: string; cents: Cents }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="invoices-sum">{formatMoney(cents)}</td>
    </tr>
  )
}

function stateWords(invoice: Invoice): string {
  if (invoice.refunded > 0) return `Refunded ${formatMoney(invoice.refunded)}`
  if (invoice.disputed) return 'Disputed with the bank'
  if (invoice.paid)
    return invoice.datePaid ? `Paid ${formatDay(ranchDay(new Date(invoice.datePaid)))}` : 'Paid'
  return invoice.due ? `Due ${formatDay(invoice.due)}` : 'Due at any time'
}
