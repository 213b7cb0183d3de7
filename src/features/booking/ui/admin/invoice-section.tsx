/** The invoices of a reservation, for admins (R12.2). */
import { useState } from 'react'
import { ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { deleteInvoice } from '#features/booking/contract/invoices.ts'
import { uninvoiced } from '#features/booking/domain/invoices.ts'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
import { InvoiceDialog, type Opened } from './invoice-dialog.tsx'
import { InvoiceRow } from './invoice-row.tsx'
import { InvoiceSums } from './invoice-sums.tsx'
import type { PartProps } from './part.ts'
import { troubleOf } from './trouble.ts'

const HEADING = 'invoices'

export function InvoiceSection(part: PartProps) {
  const { reservation, call, onChanged, say } = part
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const { invoices, money } = reservation
  const left = uninvoiced(
    money.price,
    invoices.map(({ amount, partOfPrice }) => ({ amount, extra: !partOfPrice })),
  )
  const [today] = useState(() => ranchDay(new Date()))

  const remove = async (id: number) => {
    const gone = await call(deleteInvoice, { query: { id, version: reservation.version } })
    if (!gone.ok) {
      const { message, outdated } = troubleOf(gone)
      if (outdated) onChanged()
      return message
    }
    say(`Deleted invoice ${id}`)
    keepFocus()
    onChanged()
    return null
  }
  return (
    <section className="book" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <Stylesheet href={dialogSheet} />
      <header className="book-head">
        <h2 id={HEADING} tabIndex={-1}>
          Invoices
        </h2>
        <Button look="plain" aria-haspopup="dialog" onClick={() => setOpened({ kind: 'add' })}>
          Add invoice
        </Button>
      </header>
      {invoices.length === 0 ? (
        <p>There is no invoice.</p>
      ) : (
        <table className="book-table" aria-labelledby={HEADING}>
          <thead>
            <tr>
              <th scope="col">Amount</th>
              <th scope="col">Due</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="unseen">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                stay={reservation}
                today={today}
                onOpen={setOpened}
                onDelete={() => remove(invoice.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <InvoiceSums reservation={reservation} />
      <InvoiceDialog
        {...part}
        opened={opened}
        keepFocus={keepFocus}
        left={left}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}
