import { formatMoney, type Cents } from '#shared/money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { differenceWords } from './invoice-words.ts'

/** What the stay costs and what that is made of, what came, and what is still open; of one that does not stand what is kept. */
export function InvoiceSums({ reservation }: { reservation: AdminReservation }) {
  const { status, totalDue, totalPaid, money } = reservation
  const { price, extras, goodwill, credit, withdrawn, stillToPay } = money
  const difference = differenceWords(money)
  if (!isStanding(status))
    return (
      <dl className="book-sums">
        <Sum label="Paid, less refunds" cents={totalPaid} />
        {withdrawn > 0 && <Sum label="Held by disputes" cents={withdrawn} />}
      </dl>
    )
  return (
    <>
      <dl className="book-sums">
        {(extras > 0 || goodwill > 0) && <Sum label="Price of the stay" cents={price} />}
        {extras > 0 && <Sum label="Extra charges" cents={extras} />}
        {goodwill > 0 && <Sum label="Refunded out of goodwill" cents={-goodwill} />}
        <Sum label="Total due" cents={totalDue} />
        <Sum label="Paid" cents={totalPaid} />
        {withdrawn > 0 && <Sum label="Held by disputes" cents={withdrawn} />}
        <Sum label="Still open" cents={stillToPay} />
        {credit > 0 && <Sum label="Paid too much" cents={credit} />}
      </dl>
      {difference && <p className="book-difference">{difference}</p>}
    </>
  )
}

function Sum({ label, cents }: { label: string; cents: Cents }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  )
}
