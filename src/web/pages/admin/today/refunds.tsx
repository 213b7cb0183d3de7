/** Refunds on the morning page: those that the house still owes by hand, and card payments that went back by themselves. */
import type { AutoRefunds, PaidForNothing, RefundsDue } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { Fault } from './failures.tsx'
import { EventLink, GuestLink } from './links.tsx'
import { byWords } from '#features/booking/ui/admin/invoice-labels.ts'
import { formatDayOf } from '#shared/format-days.ts'
import { Section } from '#ui/paper.tsx'
import { OwedTable } from './owed.tsx'
import { plural } from '#shared/text.ts'

/** Refunds that the house still owes its guests by hand: money that no card provider can send. */
export function RefundsDueList({ refundsDue: { count, cents, list } }: { refundsDue: RefundsDue }) {
  if (count === 0) return null
  return (
    <Section className="refunds-due" id="refunds-due" title="To refund by hand">
      <h3 className="owed-sum owed-late">
        <span>{plural(count, 'refund')}</span>
        <span>{formatMoney(cents)}</span>
      </h3>
      <OwedTable caption="To refund by hand" heads={['Guest and event', 'Amount, and how it was paid']}>
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
              <span className="owed-for">paid {byWords(method)}</span>
            </td>
          </tr>
        ))}
      </OwedTable>
      {count > list.length && <p className="note">The oldest {list.length} are here.</p>}
    </Section>
  )
}

/** Card payments that went back by themselves, since nothing here was there for them to pay: somebody may believe to have a spot. */
export function AutoRefundList({ autoRefunds: { count, list } }: { autoRefunds: AutoRefunds }) {
  if (count === 0) return null
  return (
    <Section className="books" id="auto-refunds" title="Paid without an invoice, and refunded">
      <ul className="faults">
        {list.map((payment) => (
          <Fault key={payment.id} title={`${formatMoney(payment.amount)}, ${stateWords(payment)}`}>
            {payment.event && (
              <>
                For <EventLink event={payment.event} />.{' '}
              </>
            )}
            {whyWords(payment)} <code className="intent-id">{payment.intentId}</code>
          </Fault>
        ))}
      </ul>
      {count > list.length && <p className="note">And {count - list.length} older.</p>}
    </Section>
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
  return `paid on ${formatDayOf(paidAt)}, ${STATES[status]}`
}
