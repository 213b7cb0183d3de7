/**
 * A month's statement of payments and fees, with which the owner checks the bank account. It shows totals,
 * payouts with their payments, and refunds that the venue owes.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ranchDay } from '#shared/days.ts'
import { formatDay, formatDayOfYear, formatInstant } from '#shared/format-days.ts'
import { adminReservationPath, eventPath } from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'
import { plural } from '#shared/text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Amounts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Statement, StatementLine, StatementPayout } from '#domain/money/statements/contract.ts'
import { lineLabel, METHOD_LABELS } from '#domain/money/statements/domain/balance.ts'
import { Money, Text } from '#app/ui/text.tsx'

export function StatementView({ statement }: { statement: Statement }) {
  const { month, payouts, open, outside, owed } = statement
  return (
    <>
      <Panel labelledBy="statement-month" title={monthTitle(month)}>
        <Doubts statement={statement} />
        <MonthSums statement={statement} />
        {statement.discounts > 0 && (
          <p className="note">
            Discount codes took <Money cents={statement.discounts} /> off stays booked this month.
          </p>
        )}
      </Panel>
      <Panel labelledBy="statement-payouts" title="At the bank">
        {payouts.length === 0 && <p>No payout arrived this month.</p>}
        {payouts.map((payout) => (
          <PayoutPart key={payout.id} payout={payout} />
        ))}
      </Panel>
      <Panel labelledBy="statement-open" title="Not at the bank yet at the month’s end">
        <DataTable
          caption="Not at the bank yet"
          columns={LINES}
          rows={open}
          rowKey={keyOf}
          empty="Everything had arrived at the bank."
        />
      </Panel>
      <Panel labelledBy="statement-outside" title="Received outside of Stripe">
        <DataTable
          caption="Received outside of Stripe"
          columns={OUTSIDE}
          rows={outside}
          rowKey={({ method }) => method}
          empty="No cash, checks or transfers."
        />
      </Panel>
      <Panel labelledBy="statement-owed" title="Deposits for upcoming stays">
        <p className="note">
          Money received by the end of the month, by any method, for retreats that had not begun by then.
        </p>
        <DataTable
          caption="Deposits for upcoming stays"
          columns={OWED}
          rows={owed.stays}
          rowKey={({ eventId }) => eventId}
          empty="Nothing."
        />
        <Amounts
          className="sums statement-sums"
          sums={[
            owed.refunds !== 0 && ['Refunds due, not made yet', owed.refunds],
            ['Total owed to guests', owed.total, 'statement-total'],
            ['A month earlier', owed.before],
          ]}
        />
      </Panel>
    </>
  )
}

/** Renders a note or warning for each reason why the month's statement may be incomplete. */
function Doubts({ statement: { readUntil, untold, month } }: { statement: Statement }) {
  if (readUntil === null)
    return (
      <Alert tone="warn">
        <Text>Not all of Stripe’s payouts have been read yet. Please look again in a few minutes.</Text>
      </Alert>
    )
  const over = ranchDay(new Date(readUntil)).slice(0, 7) > month
  return (
    <>
      <p className="note">
        <Text>
          {over ? '' : 'This month is not over. '}Stripe’s records as of {formatInstant(readUntil)}.
        </Text>
      </p>
      {untold.count > 0 && (
        <Alert tone="warn">
          <Text>
            {untold.count === 1
              ? `A card payment of ${formatMoney(untold.amount)} is`
              : `${untold.count} card payments, ${formatMoney(untold.amount)} in total, are`}{' '}
            in our records, but not in Stripe’s balance. Please ask Stripe.
          </Text>
        </Alert>
      )}
    </>
  )
}

function MonthSums({ statement: is }: { statement: Statement }) {
  return (
    <Amounts
      className="sums statement-sums"
      sums={[
        ['With Stripe at the start of the month', is.opening],
        ['Card payments', is.charges],
        ['Refunds', is.refunds],
        ['Disputes', is.disputes],
        ['Fees', 0 - is.fees],
        is.other !== 0 && ['Other', is.other],
        ['Net', is.net, 'statement-total'],
        ['Arrived at the bank', is.paidOut],
        ['With Stripe, or on its way to the bank', is.closing, 'statement-total'],
        is.notOurs !== 0 && ['Of this, not from this site', is.notOurs],
      ]}
    />
  )
}

const STATUS_WORDS: Record<string, string> = {
  pending: 'Not sent yet',
  in_transit: 'On its way',
  failed: 'Failed: the bank sent it back',
  canceled: 'Canceled',
}

function PayoutPart({ payout }: { payout: StatementPayout }) {
  const { id, day, amount, status, traceId, manual, lines, addsUp } = payout
  const doubt = manual
    ? 'This payout was requested by hand, so Stripe does not say which payments are in it.'
    : addsUp
      ? null
      : 'Stripe has not reported yet which payments are in it.'
  return (
    <section aria-labelledby={id} className="statement-payout">
      <h3 id={id}>
        <Text>{formatDay(day)} ·</Text> <Money cents={amount} />
      </h3>
      <p className="note">
        {[STATUS_WORDS[status], traceId && `Trace ${traceId}`, id].filter(Boolean).join(' · ')}
      </p>
      {doubt && <p>{doubt}</p>}
      {lines.length > 0 && (
        <DataTable caption={`Payout of ${formatDay(day)}`} columns={LINES} rows={lines} rowKey={keyOf} />
      )}
    </section>
  )
}

const keyOf = ({ id }: StatementLine) => id

const money = <Row,>(name: string, head: string, of: (row: Row) => Cents): Column<Row> => ({
  name,
  head,
  width: '7rem',
  className: 'statement-money',
  cell: (row) => <Money cents={of(row)} />,
})

const LINES: Column<StatementLine>[] = [
  { name: 'day', head: 'Day', width: '7rem', cell: ({ day }) => formatDayOfYear(day) },
  { name: 'what', head: 'What', names: true, width: '8rem', cell: lineLabel },
  {
    name: 'retreat',
    head: 'Retreat',
    width: 'minmax(9rem, 2fr)',
    cell: ({ kind, ours, eventName, reservationId, card }): ReactNode => {
      if (!ours) return kind === 'payout' || kind === 'fee' ? '' : 'Not from this site'
      if (reservationId === null) return 'Deleted reservation'
      return (
        <>
          <Link to={adminReservationPath(reservationId)}>{eventName}</Link>
          {kind === 'charge' && card && <span className="note statement-card">{card}</span>}
        </>
      )
    },
  },
  money('amount', 'Amount', ({ amount }) => amount),
  money('fee', 'Fee', ({ fee }) => 0 - fee),
  money('net', 'Net', ({ net }) => net),
]

const OUTSIDE: Column<Statement['outside'][number]>[] = [
  { name: 'method', head: 'How', names: true, cell: ({ method }) => METHOD_LABELS[method] ?? method },
  money('received', 'Received', ({ received }) => received),
  money('refunded', 'Refunded', ({ refunded }) => refunded),
]

const OWED: Column<Statement['owed']['stays'][number]>[] = [
  {
    name: 'retreat',
    head: 'Retreat',
    names: true,
    width: 'minmax(9rem, 2fr)',
    cell: ({ name, urlName }) => <Link to={`${eventPath(urlName)}#guests`}>{name}</Link>,
  },
  { name: 'day', head: 'Begins', cell: ({ day }) => formatDay(day) },
  { name: 'guests', head: 'Paid by', cell: ({ guests }) => plural(guests, 'guest') },
  money('amount', 'Amount', ({ amount }) => amount),
]
