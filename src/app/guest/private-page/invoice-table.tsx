import { Fragment, useState } from 'react'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { focusOnMount, useFocusFallback } from '#app/ui/focus.ts'
import { MoneyTable } from '#app/ui/money-table.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { moneyRows, type StayMoney } from '#domain/booking/domain/money-rows.ts'
import type { Invoice, MoneyShown } from '#domain/booking/contract/reservation.ts'
import { PayInvoiceForm, type PayInvoiceFormProps } from '../payment/pay-invoice-form.tsx'
import sheet from './invoice-table.css?url'
import { Money, Text } from '#app/ui/text.tsx'

interface InvoiceTableProps extends Omit<StayMoney, 'money'> {
  invoices: Invoice[]
  money: StayMoney['money'] & Pick<MoneyShown, 'paidUp'>
  /** True if the reservation is active. Nothing is due if it is not. */
  standing?: boolean
  /** Who reads the table. The rows about the guest's own stay depend on it. */
  reader?: Parameters<typeof moneyRows>[1]
  /** What the form for paying an invoice needs. Null while the guest cannot pay. */
  paying: Omit<PayInvoiceFormProps, 'invoice' | 'onAlreadyPaid' | 'onOutdated' | 'onClose'> | null
  /** Returns the address of a paid invoice's receipt. Missing if the page offers no receipts. */
  receiptHref?: (invoiceId: number) => string
}

const HEADING = 'payments'

export function InvoiceTable({
  invoices,
  standing = true,
  paying,
  receiptHref,
  reader = 'guest',
  ...stay
}: InvoiceTableProps) {
  // The invoice whose card fields are open, or were open until the guest pressed "Not now".
  const [chosen, setChosen] = useState<{ id: number; open: boolean; label: string } | null>(null)
  // The invoice that the guest has just paid on this page. Its row shows the payment, so the page adds no
  // message.
  const [paid, setPaid] = useState<number | null>(null)
  // The invoice that turned out to be paid already when the guest pressed the pay button. An earlier press
  // may have paid it, so the page says only that the last press charged nothing.
  const [already, setAlready] = useState<number | null>(null)
  const keepFocus = useFocusFallback(HEADING)
  const shown = standing ? invoices : invoices.filter(({ paid }) => paid)
  const news =
    chosen?.open && chosen.id !== paid ? (
      <ClosedForm chosen={chosen} already={chosen.id === already} shown={shown} standing={standing} />
    ) : null
  if (shown.length === 0)
    return (
      <>
        {news}
        {standing && stay.totalDue <= 0 && <p>There is nothing to pay for this stay.</p>}
      </>
    )
  return (
    <Section id={HEADING} title={stay.money.paidUp ? 'Payment Complete' : 'Payments'} focusable>
      <Stylesheet href={sheet} />
      {news}
      <table className="ruled-table invoices">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <Fragment key={invoice.id}>
              <InvoiceRow invoice={invoice} receiptHref={receiptHref} />
              {paying && !invoice.paid && (
                <tr className="invoices-pay">
                  <td colSpan={2}>
                    {chosen?.open && chosen.id === invoice.id ? (
                      <PayInvoiceForm
                        {...paying}
                        invoice={invoice}
                        onPaid={() => {
                          keepFocus()
                          setPaid(invoice.id)
                          return paying.onPaid()
                        }}
                        onAlreadyPaid={() => {
                          keepFocus()
                          setAlready(invoice.id)
                          paying.onPaid()
                        }}
                        onOutdated={() => {
                          keepFocus()
                          paying.onPaid()
                        }}
                        onClose={() => setChosen({ ...choiceOf(invoice), open: false })}
                      />
                    ) : (
                      <Button
                        ref={chosen?.id === invoice.id ? focusOnMount : undefined}
                        onClick={() => setChosen({ ...choiceOf(invoice), open: true })}
                      >
                        <span>
                          Pay <Money cents={invoice.amount} /> now
                          <span className="visually-hidden">
                            {' '}
                            <Text>for {labelOf(invoice)}</Text>
                          </span>
                        </span>
                      </Button>
                    )}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      <MoneyTable {...moneyRows(stay, reader)} />
    </Section>
  )
}

const choiceOf = (invoice: Invoice) => ({ id: invoice.id, label: invoiceLabel(invoice) })

/** Says why the card fields of an invoice disappeared, and that the page charged nothing (R3.13). */
function ClosedForm({
  chosen,
  already,
  shown,
  standing,
}: {
  chosen: { id: number; label: string }
  already: boolean
  shown: Invoice[]
  standing: boolean
}) {
  const now = shown.find(({ id }) => id === chosen.id)
  if (now && !now.paid) return null
  const what = `Invoice ${chosen.id}, ${chosen.label}`
  if (already)
    return (
      <Alert
        tone="warn"
        title={`${what}, is already paid.`}
        text="Nothing was charged when you pressed the button just now."
      />
    )
  const title = now ? `${what}, has been paid in the meantime.` : `${what}, is no longer due.`
  const next = standing ? 'What’s left to pay is below.' : ''
  return <Alert tone="warn" title={title} text={`You were not charged by this page. ${next}`.trim()} />
}

/** Returns the name of an invoice for a button's label, because screen readers may read the button alone. */
const labelOf = (invoice: Invoice) => `invoice ${invoice.id}, ${invoiceLabel(invoice)}`

type InvoiceRowProps = Pick<InvoiceTableProps, 'receiptHref'> & { invoice: Invoice }

function InvoiceRow({ invoice, receiptHref }: InvoiceRowProps) {
  return (
    <tr>
      <th scope="row">
        <Text>{invoiceLabel(invoice)}</Text>
        <span className="note">
          <Text>{stateLabel(invoice)}</Text>
        </span>
        <span className="note">
          <Text>Invoice {invoice.id}</Text>
          {invoice.paid && receiptHref && (
            <>
              <Text>{' · '}</Text>
              <a href={receiptHref(invoice.id)} target="_blank" rel="noreferrer">
                Receipt
                <span className="visually-hidden">
                  {' '}
                  <Text>for {labelOf(invoice)} (PDF, opens in a new tab)</Text>
                </span>
              </a>
            </>
          )}
        </span>
      </th>
      <td className="invoices-sum">
        <Money cents={invoice.amount} />
      </td>
    </tr>
  )
}

function stateLabel(invoice: Invoice): string {
  // Does not say whether the refund is still pending, because the refund has a row of its own that says so.
  if (invoice.refunded > 0) return `Refund ${formatMoney(invoice.refunded)}`
  if (invoice.disputed) return 'Disputed with your bank'
  if (invoice.paid) {
    const day = invoice.datePaid ? ` ${formatDay(ranchDay(new Date(invoice.datePaid)))}` : ''
    return `Paid${day}${invoice.card ? ` with ${invoice.card}` : ''}`
  }
  return invoice.due ? `Due ${formatDay(invoice.due)}` : 'Due at any time'
}
