import { Fragment, type ReactNode, useState } from 'react'
import { invoiceLabel, invoicePartsLabels } from '#shared/invoice-label.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney, type Cents } from '#shared/money.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { focusOnMount, useFocusFallback } from '#app/ui/focus.ts'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { type ReceiptTax, taxLabel } from '#domain/money/taxes/domain/taxes.ts'
import type { EndedMoney, Invoice, MoneyShown, Party } from '#domain/booking/contract/reservation.ts'
import { PayInvoiceForm, type PayInvoiceFormProps } from '../payment/pay-invoice-form.tsx'
import sheet from './invoice-table.css?url'
import { Money, Text } from '#app/ui/text.tsx'

interface InvoiceTableProps {
  invoices: Invoice[]
  totalDue: Cents
  /** The payments of the reservation minus its refunds, in cents. */
  totalPaid: Cents
  money: Pick<MoneyShown, 'goodwill' | 'stillToPay' | 'notInvoiced' | 'overInvoiced' | 'credit' | 'paidUp'>
  /** Taxes that the total includes. Missing if there are none. */
  taxes?: readonly ReceiptTax[] | undefined
  /** The party whose invoices these are. Missing or null for a guest who comes alone. */
  party?: Pick<Party, 'members'> | null
  /** True if the reservation is active. Nothing is due if it is not. */
  standing?: boolean
  /** What has become of the payments of an ended stay. Missing while the stay is active. */
  ended?: EndedMoney | undefined
  /** What the form for paying an invoice needs. Null while the guest cannot pay. */
  paying: Omit<PayInvoiceFormProps, 'invoice' | 'onAlreadyPaid' | 'onOutdated' | 'onClose'> | null
  /** Returns the address of a paid invoice's receipt. Missing if the page offers no receipts. */
  receiptHref?: (invoiceId: number) => string
}

const HEADING = 'payments'

export function InvoiceTable({ invoices, standing = true, paying, ...table }: InvoiceTableProps) {
  const { receiptHref, party } = table
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
        {standing && table.totalDue <= 0 && <p>There is nothing to pay for this stay.</p>}
      </>
    )
  return (
    <Section id={HEADING} title={table.money.paidUp ? 'Payment Complete' : 'Payments'} focusable>
      <Stylesheet href={sheet} />
      {news}
      <table className="ruled-table invoices">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Status</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <Fragment key={invoice.id}>
              <InvoiceRow invoice={invoice} receiptHref={receiptHref} party={party} />
              {paying && !invoice.paid && (
                <tr className="invoices-pay">
                  <td colSpan={3}>
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
        <Totals {...table} standing={standing} refunded={invoices.some(({ refunded }) => refunded > 0)} />
      </table>
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

type InvoiceRowProps = Pick<InvoiceTableProps, 'receiptHref' | 'party'> & { invoice: Invoice }

function InvoiceRow({ invoice, receiptHref, party }: InvoiceRowProps) {
  const parts = invoicePartsLabels(invoice, party?.members)
  return (
    <>
      <tr>
        <th scope="row">
          <Text>{invoiceLabel(invoice)}</Text>
          <span className="note">
            <Text>Invoice {invoice.id}</Text>
          </span>
        </th>
        <td>
          <Text>{stateLabel(invoice)}</Text>
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
        </td>
        <td className="invoices-sum">
          <Money cents={invoice.amount} />
        </td>
      </tr>
      {parts.length > 0 && (
        <tr className="invoices-parts">
          <td colSpan={3}>
            {parts.map((part) => (
              <span key={part} className="note">
                <Text>{part}</Text>
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
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

type TotalsProps = Pick<InvoiceTableProps, 'totalDue' | 'totalPaid' | 'money' | 'taxes' | 'ended'> & {
  standing: boolean
  /** True if the site refunded part of the payments. The total of the payments then has another label. */
  refunded: boolean
}

function Totals({ totalDue, totalPaid, money, taxes, ended, standing, refunded }: TotalsProps) {
  if (!standing && ended) return <EndTotals {...ended} />
  return (
    <tfoot>
      {standing && money.goodwill > 0 && <Total label="Reduced by refunds" cents={-money.goodwill} />}
      {standing && <Total label="Total" cents={totalDue} />}
      {standing &&
        taxes?.map((tax) => (
          <Total key={taxLabel(tax)} label={<Text>{taxLabel(tax)}</Text>} cents={tax.amount} />
        ))}
      <Total
        label={refunded ? 'Paid, less refunds' : 'Paid'}
        cents={totalPaid}
        strong={money.stillToPay === 0}
      />
      {money.stillToPay > 0 && <Total label="Still to pay" cents={money.stillToPay} strong />}
      {money.notInvoiced > 0 && <Total label="Of this, not invoiced yet" cents={money.notInvoiced} />}
      {money.overInvoiced > 0 && <Total label="Of this, above the total" cents={money.overInvoiced} />}
      {money.credit > 0 && <Total label="Overpaid" cents={money.credit} />}
    </tfoot>
  )
}

function EndTotals({ paid, refunded, toRefundByHand, toRefundToCards, kept, undecided }: EndedMoney) {
  const open = toRefundByHand + toRefundToCards
  return (
    <tfoot>
      <Total label="Paid" cents={paid} />
      {refunded > 0 && <Total label="Refunded" cents={-refunded} />}
      {open > 0 && <Total label="Still to be refunded" cents={-open} />}
      {kept > 0 && !undecided && <Total label="Not refunded" cents={kept} strong />}
    </tfoot>
  )
}

function Total({ label, cents, strong = false }: { label: ReactNode; cents: Cents; strong?: boolean }) {
  return (
    <tr className={strong ? 'invoices-strong' : undefined}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="invoices-sum">
        <Money cents={cents} />
      </td>
    </tr>
  )
}
