/** The lists of refunds: those that an admin makes by hand, and those that the site made automatically. */
import { Link } from 'react-router'
import { describeMethod } from '#app/admin/reservation/money-labels.ts'
import { OwedTable } from '#app/admin/payments-due/owed-table.tsx'
import { EventLink, GuestLink, nameOf } from '#app/admin/today/describe-today.tsx'
import { Fault } from '#app/admin/today/failures.tsx'
import type { AutoRefunds, PaidForNothing, OpenBalances, RefundsDue } from '#domain/desk/today/contract.ts'
import { MONEY_AWAITED } from '#domain/booking/domain/refunds.ts'
import { formatDayOf } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import sheet from '#app/admin/payments-due/owed.css?url'

/** Renders the owed refunds, which no card can take, so that an admin must make them. */
export function RefundsDueList({ refundsDue: { count, cents, list } }: { refundsDue: RefundsDue }) {
  if (count === 0) return <p className="all-good">No refund has to be made by hand.</p>
  return (
    <Section className="refunds-due" id="refunds-due" title="To refund by hand">
      <Stylesheet href={sheet} />
      <h3 className="owed-sum owed-late">
        <span>{plural(count, 'refund')}</span>
        <Money cents={cents} />
      </h3>
      <OwedTable caption="To refund by hand" heads={['Guest and event', 'Amount, and how it was paid']}>
        {list.map(({ id, about, reservationNumber, amount, method, shares }) => (
          <tr key={id}>
            <th scope="row">
              {about ? (
                <GuestLink of={about} />
              ) : (
                <Link to={paths.openBalances}>
                  <Text>
                    {reservationNumber === null
                      ? 'Deleted reservation'
                      : `Deleted reservation ${reservationNumber}`}
                  </Text>
                </Link>
              )}
              {about && (
                <span className="owed-for">
                  <EventLink event={about.event} />
                </span>
              )}
              {shares.length > 1 &&
                shares.map((share) => (
                  <span key={share.reservationId} className="owed-for">
                    <Verbatim>{nameOf(share.customerName || null)}</Verbatim>: <Money cents={share.amount} />
                  </span>
                ))}
            </th>
            <td>
              <Money cents={amount} />
              <span className="owed-for">{`paid ${describeMethod(method)}`}</span>
            </td>
          </tr>
        ))}
      </OwedTable>
      {count > list.length && (
        <p className="note">
          <Text>These are the oldest {list.length}.</Text>
        </p>
      )}
    </Section>
  )
}

/** Renders how much money of deleted reservations and failed refunds an admin has to settle (R49.6). */
export function OpenBalancesNote({ openBalances: { count, cents } }: { openBalances: OpenBalances }) {
  if (count === 0) return null
  return (
    <Section id="open-balances" title="Open balances">
      <p>
        <Money cents={cents} />{' '}
        <Text>
          {`in ${plural(count, 'balance')}: money of deleted reservations, or of refunds that failed.`}
        </Text>{' '}
        <Link to={paths.openBalances}>Settle it</Link>
      </p>
    </Section>
  )
}

/**
 * Renders card payments that the site refunded automatically, because no invoice was left to pay. The guest
 * may still believe that they have a spot.
 */
export function AutoRefundList({ autoRefunds: { count, list } }: { autoRefunds: AutoRefunds }) {
  if (count === 0) return null
  return (
    <Section className="books" id="auto-refunds" title="Refunds of payments without an invoice">
      <ul className="plain-list faults">
        {list.map((payment) => (
          <Fault key={payment.id} title={`${formatMoney(payment.amount)}, ${describeState(payment)}`}>
            {payment.event && (
              <>
                <Text>For</Text> <EventLink event={payment.event} />
                <Text>.</Text>{' '}
              </>
            )}
            <Text>{describeReason(payment)}</Text> <code className="intent-id">{payment.intentId}</code>
          </Fault>
        ))}
      </ul>
      {count > list.length && (
        <p className="note">
          <Text>And {count - list.length} older.</Text>
        </p>
      )}
    </Section>
  )
}

/**
 * Warns on one line how many paid reservations are lost, because the site was restored from an older backup.
 */
export const describeLostStays = (count: number) =>
  `${plural(count, 'reservation')} lost with the old database`

export const LOST_STAYS =
  'Guests paid for them after the backup that this site was restored from. The site refunds these payments. Please write to the guests.'

const WHY: Record<PaidForNothing['why'], string> = {
  lost: 'The reservation was newer than the backup that this site was restored from. The Stripe dashboard shows who paid. Please write to them.',
  unused: 'It belongs to no reservation: either nobody signed up with it, or the reservation was deleted.',
}

/** Says why the site found no invoice for a payment. */
export const describeReason = ({ why }: Pick<PaidForNothing, 'why'>) => WHY[why]

const STATES: Record<PaidForNothing['status'], string> = {
  succeeded: 'refunded to the card',
  requested: 'refund to the card in progress',
  failed: 'refund refused, so we still have the money',
}

/** Describes a payment and its refund: `"paid on Fri, May 7, 2027, refunded to the card"`. */
export function describeState({
  paidAt,
  status,
  waitsForBalance,
}: Pick<PaidForNothing, 'paidAt' | 'status' | 'waitsForBalance'>): string {
  const refund = waitsForBalance ? `refund waits for ${MONEY_AWAITED}` : STATES[status]
  return `paid on ${formatDayOf(paidAt)}, ${refund}`
}
