import { formatMoney, type Cents } from '../../../shared/money.ts'
import type { AdminReservation } from '../admin/contract.ts'
import { differenceWords, isStanding } from './invoice-words.ts'

interface InvoiceSumsProps {
  reservation: AdminReservation
  invoiced: Cents
}

/** What the stay costs, what is asked for, what came, and what is still open. */
export function InvoiceSums({ reservation, invoiced }: InvoiceSumsProps) {
  const { totalDue, totalPaid } = reservation
  const stands = isStanding(reservation)
  const difference = stands ? differenceWords(totalDue, invoiced) : null
  return (
    <>
      <dl className="book-sums">
        <Sum label="Total due" cents={totalDue} />
        <Sum label="Invoiced" cents={invoiced} />
        <Sum label="Paid" cents={totalPaid} />
        <Sum label="Still open" cents={stands ? Math.max(0, totalDue - totalPaid) : 0} />
      </dl>
      {difference && (
        <p className="book-difference">
          {difference} {invoiced < totalDue ? 'Add one, or change the total.' : 'Change one, or the total.'}
        </p>
      )}
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
