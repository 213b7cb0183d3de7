/**
 * A month's statement of payments and fees, with which the owner checks the bank account. It shows totals,
 * payouts with their payments, and refunds that the venue owes.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, formatDayOfYear, formatInstant } from '#shared/format-days.ts'
import { adminReservationPath, eventGuestsPath } from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'
import { plural } from '#shared/text.ts'
import { CLOSING_ID } from '#app/admin/statements/closing.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Amounts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Statement, StatementLine, StatementPayout } from '#domain/money/statements/contract.ts'
import { GROWS_WITH_CREDITS } from '#domain/money/statements/domain/accounts.ts'
import { lineLabel } from '#domain/money/statements/domain/balance.ts'
import { Money, Text } from '#app/ui/text.tsx'

export function StatementView({ statement }: { statement: Statement }) {
  const { month, payouts, open, byHand, owed, taxes } = statement
  return (
    <>
      <Panel labelledBy="statement-month" title={monthTitle(month)}>
        <State statement={statement} />
        <Doubts statement={statement} />
        <MonthSums statement={statement} />
        <Amounts
          className="sums statement-sums"
          sums={[
            ['Retreat income: stays that began', statement.income.retreat],
            ['Kept from cancellations', statement.income.cancellation],
            ...taxes.map(({ name, amount }) => [name, amount] as const),
          ]}
        />
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
          compact
          columns={LINES}
          rows={open}
          rowKey={keyOf}
          empty="Everything had arrived at the bank."
        />
        <Elsewhere statement={statement} />
      </Panel>
      <Panel labelledBy="statement-by-hand" title="Cash, checks and transfers">
        <DataTable
          caption="Cash, checks and transfers"
          compact
          columns={BY_HAND}
          rows={byHand.filter(hasMoved)}
          rowKey={({ account }) => account}
          empty="No cash, checks or transfers."
        />
      </Panel>
      <Panel labelledBy="statement-owed" title="Deposits for upcoming stays">
        <p className="note">
          Money that you held at the end of the month for stays that had not begun by then.
        </p>
        <DataTable
          caption="Deposits for upcoming stays"
          compact
          columns={OWED}
          rows={owed.stays}
          rowKey={({ eventId }) => eventId ?? 0}
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
      <Panel labelledBy="statement-accounts-month" title="All accounts">
        <p className="note">
          Deposits, refunds and taxes owed, and income grow with credits. All other accounts grow with debits.
        </p>
        <DataTable
          caption="All accounts"
          compact
          columns={BALANCES}
          rows={statement.balances.map((balance) => named(balance, statement))}
          rowKey={({ account }) => account}
        />
      </Panel>
    </>
  )
}

/** Says whether the month is closed. */
function State({ statement: { month, closedAt, isOver } }: { statement: Statement }) {
  const open = isOver ? 'This month is open and may change.' : 'This month is not over.'
  return (
    <p>
      <Text>{closedAt === null ? open : `Closed on ${formatInstant(closedAt)}. It will not change.`}</Text>{' '}
      {closedAt === null && isOver && <a href={`#${CLOSING_ID}`}>{`Close ${monthTitle(month)}`}</a>}
    </p>
  )
}

/** Renders a note or warning for each reason why the month's statement may be incomplete. */
function Doubts({ statement: { readUntil, untold } }: { statement: Statement }) {
  if (readUntil === null)
    return (
      <Alert tone="warn">
        <Text>Not all of Stripe’s payouts have been read yet. Please look again in a few minutes.</Text>
      </Alert>
    )
  return (
    <>
      <p className="note">
        <Text>Stripe’s records as of {formatInstant(readUntil)}.</Text>
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

/** Says what Stripe lists on the other side of the month's end than the site. */
function Elsewhere({ statement: { open, closing } }: { statement: Statement }) {
  const later = closing - open.reduce((sum, { net }) => sum + net, 0)
  if (later === 0) return null
  return (
    <p className="note">
      Stripe counts <Money cents={later} /> of the balance on another day than our records.
    </p>
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
        is.other !== 0 && ['Other card money, such as payments not from this site', is.other],
        is.adjustments !== 0 && ['Adjustments', is.adjustments],
        ['Net', is.net, 'statement-total'],
        ['Arrived at the bank', is.paidOut],
        ['With Stripe, or on its way to the bank', is.closing, 'statement-total'],
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
        <DataTable
          caption={`Payout of ${formatDay(day)}`}
          compact
          columns={LINES}
          rows={lines}
          rowKey={keyOf}
        />
      )}
    </section>
  )
}

const keyOf = ({ id }: StatementLine) => id

const money = <Row,>(name: string, head: string, of: (row: Row) => Cents): Column<Row> => ({
  name,
  head,
  number: true,
  width: '7rem',
  cell: (row) => <Money cents={of(row)} />,
})

/** A column of amounts that leaves out zeros, so that the rows of a phone stay short. */
const moved: typeof money = (name, head, of) => ({
  ...money(name, head, of),
  cell: (row) => of(row) !== 0 && <Money cents={of(row)} />,
})

/** The main amount of a row, which a phone shows in its first line. */
const total: typeof money = (name, head, of) => ({ ...money(name, head, of), label: '', compact: 'amount' })

const LINES: Column<StatementLine>[] = [
  { name: 'day', head: 'Day', label: '', width: '7rem', cell: ({ day }) => formatDayOfYear(day) },
  { name: 'what', head: 'What', names: true, width: '8rem', cell: lineLabel },
  {
    name: 'retreat',
    head: 'Retreat',
    label: '',
    compact: 'fill',
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
  total('net', 'Net', ({ net }) => net),
]

type ByHand = Statement['byHand'][number]

const PLACES: Record<ByHand['account'], string> = {
  undeposited: 'Cash and checks',
  bank: 'Transfers, and checks that you wrote',
}

const hasMoved = ({ received, refunded, deposited, adjustments }: ByHand) =>
  [received, refunded, deposited, adjustments].some((amount) => amount !== 0)

const BY_HAND: Column<ByHand>[] = [
  {
    name: 'how',
    head: 'How',
    names: true,
    width: 'minmax(9rem, 2fr)',
    cell: ({ account }) => PLACES[account],
  },
  money('received', 'Received', ({ received }) => received),
  moved('refunded', 'Refunded', ({ refunded }) => refunded),
  moved('deposited', 'Deposited', ({ deposited }) => deposited),
  moved('adjustments', 'Adjusted', ({ adjustments }) => adjustments),
]

const OWED: Column<Statement['owed']['stays'][number]>[] = [
  {
    name: 'retreat',
    head: 'Retreat',
    names: true,
    width: 'minmax(9rem, 2fr)',
    cell: ({ eventId, name, urlName }): ReactNode => {
      if (name !== null && urlName !== null) return <Link to={eventGuestsPath(urlName)}>{name}</Link>
      return eventId === null ? 'No retreat' : 'Deleted retreat'
    },
  },
  { name: 'day', head: 'Begins', cell: ({ day }) => (day === null ? '' : formatDay(day)) },
  { name: 'guests', head: 'Paid for', label: '', cell: ({ guests }) => plural(guests, 'guest') },
  total('amount', 'Amount', ({ amount }) => amount),
]

type NamedBalance = Statement['balances'][number] & { name: string }

/** Gives an account its name, and its balances the sign that they have for the venue: what is owed is above zero. */
function named(balance: Statement['balances'][number], { accounts }: Statement): NamedBalance {
  const sign = GROWS_WITH_CREDITS.has(balance.account) ? -1 : 1
  const { name } = accounts.accounts[balance.account]
  return { ...balance, name, opening: 0 + balance.opening * sign, closing: 0 + balance.closing * sign }
}

const BALANCES: Column<NamedBalance>[] = [
  { name: 'account', head: 'Account', names: true, width: 'minmax(9rem, 2fr)', cell: ({ name }) => name },
  money('opening', 'At the start', ({ opening }) => opening),
  moved('debits', 'Debits', ({ debits }) => debits),
  moved('credits', 'Credits', ({ credits }) => credits),
  { ...money('closing', 'At the end', ({ closing }) => closing), compact: 'amount' },
]
