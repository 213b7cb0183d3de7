/**
 * The register of cash and checks (R49.7): what arrived, what was deposited at the bank, and the form that records a
 * deposit.
 */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { addDays, ranchDay } from '#shared/days.ts'
import { REQUIRED } from '#shared/fields.ts'
import { formatDay } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { Alert, FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { DayField, PlainForm } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '#app/paths.ts'
import sheet from './checks.css?url'
import {
  type CheckRefund,
  createDepositSlip,
  type DepositSlip,
  getChecks,
  periodProblem,
  type Received,
  type Register,
  type SlipLine,
} from '#domain/money/slips/contract.ts'

export function CheckRegister({ seed }: { seed: Register }) {
  const { from, until } = seed
  const { data: register, refetch } = useApiQuery(getChecks, { query: { from, until } }, { seed })
  const { received, transfers, refunds, slips, older } = register
  const earlier = { from: addDays(from, -365), until }
  return (
    <>
      <Stylesheet href={sheet} />
      <Panel labelledBy="checks-received" title="Cash and checks received">
        {older.count > 0 && (
          <p className="note">
            <Text>{plural(older.count, 'earlier payment')} of</Text> <Money cents={older.amount} />{' '}
            <Text>
              in total, received before {formatDay(from)}, {older.count === 1 ? 'is' : 'are'} not deposited
              yet.
            </Text>{' '}
            {periodProblem(earlier) === null && (
              <Link to={paths.checksOf(earlier.from, until)}>Show an earlier year too</Link>
            )}
          </p>
        )}
        <Received received={received} onChanged={refetch} />
      </Panel>
      <Panel labelledBy="checks-slips" title="Deposit slips">
        <DataTable
          caption="Deposit slips"
          compact
          columns={SLIPS}
          rows={slips}
          rowKey={({ id }) => id}
          empty="No deposits in these days."
        />
      </Panel>
      <Panel labelledBy="checks-transfers" title="Bank transfers received">
        <p className="note">Transfers are at the bank already, so no deposit slip has them.</p>
        <DataTable
          caption="Bank transfers received"
          compact
          columns={TRANSFERS}
          rows={transfers}
          rowKey={({ paymentId }) => paymentId}
          empty="No transfers in these days."
        />
      </Panel>
      <Panel labelledBy="checks-refunds" title="Refunds by check">
        <DataTable
          caption="Refunds by check"
          compact
          columns={REFUNDS}
          rows={refunds}
          rowKey={({ refundId }) => refundId}
          empty="No refunds by check in these days."
        />
      </Panel>
    </>
  )
}

function Received({ received, onChanged }: { received: Received[]; onChanged: () => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [today] = useState(() => ranchDay(new Date()))
  const [depositedOn, setDepositedOn] = useState(today)
  const [made, setMade] = useState<DepositSlip | null>(null)
  const { send, busy, failed } = useApiMutation(createDepositSlip)
  const open = received.filter(({ toDeposit }) => toDeposit > 0)
  const chosen = open.filter(({ paymentId }) => ticked.has(paymentId))
  const total = chosen.reduce((sum, { toDeposit }) => sum + toDeposit, 0)
  const tick = (ids: readonly number[], on: boolean) => {
    setMade(null)
    setTicked((before) => {
      const after = new Set(before)
      for (const id of ids) if (on) after.add(id)
      for (const id of ids) if (!on) after.delete(id)
      return after
    })
  }
  const deposit = async () => {
    if (chosen.length === 0 || depositedOn === '') return
    const paymentIds = chosen.map(({ paymentId }) => paymentId)
    const done = await send({ body: { paymentIds, depositedOn } })
    if (!done?.ok) return
    setTicked(new Set())
    setMade(done.data.slip)
    announce(`Recorded deposit slip ${done.data.slip.id} of ${formatMoney(done.data.slip.total)}`)
    onChanged()
  }
  const boxOf = (payment: Received) =>
    payment.toDeposit > 0 && (
      <input
        type="checkbox"
        className="checks-tick screen-only"
        aria-label={`Deposit ${nameOf(payment)} of ${formatMoney(payment.toDeposit)}, payment ${payment.paymentId}`}
        checked={ticked.has(payment.paymentId)}
        onChange={({ target }) => tick([payment.paymentId], target.checked)}
      />
    )
  return (
    <>
      {open.length > 1 && (
        <p className="checks-all screen-only">
          <label>
            <input
              type="checkbox"
              checked={chosen.length === open.length}
              onChange={({ target }) =>
                tick(
                  open.map(({ paymentId }) => paymentId),
                  target.checked,
                )
              }
            />
            Choose all that are not deposited
          </label>
        </p>
      )}
      <DataTable
        caption="Cash and checks received"
        className="checks-received"
        compact
        columns={[{ ...TICK, cell: boxOf }, ...RECEIVED]}
        rows={received}
        rowKey={({ paymentId }) => paymentId}
        empty="No cash or checks in these days. Record a payment at the invoice of a reservation, and it is listed here."
      />
      {made && (
        <Alert tone="good">
          <Text>Deposit slip {made.id} is recorded.</Text> <Text>Total:</Text> <Money cents={made.total} />{' '}
          <Link to={paths.depositSlip(made.id)}>Print the slip</Link>
        </Alert>
      )}
      {open.length > 0 && (
        <PlainForm
          className="checks-deposit screen-only"
          aria-label="Record a deposit"
          onSend={() => void deposit()}
        >
          <DayField
            id="checks-deposited-on"
            name="depositedOn"
            label="Deposited on"
            chosen={depositedOn}
            value={depositedOn}
            max={today}
            required
            error={depositedOn === '' ? REQUIRED : failed?.fields.depositedOn}
            onChange={({ target }) => setDepositedOn(target.value)}
          />
          <FailureAlert failed={failed && failed.fields.depositedOn === undefined ? failed : null} />
          <output className="note">
            <Text>
              {chosen.length === 0
                ? 'Choose the cash and checks that you brought to the bank together.'
                : `${plural(chosen.length, 'payment')} chosen.`}
            </Text>
          </output>
          <SubmitButton busy={busy} closed={chosen.length === 0} needsReact>
            {total > 0 ? `Record the deposit of ${formatMoney(total)}` : 'Record the deposit'}
          </SubmitButton>
        </PlainForm>
      )}
    </>
  )
}

const METHODS: Record<Received['method'], string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
  other: 'Another way',
}

/** Names a payment for people: `Check 1042`, `Cash`. */
const nameOf = ({ method, reference }: Pick<Received, 'method' | 'reference'>) =>
  [METHODS[method], reference].filter(Boolean).join(' ')

interface Guest {
  reservationId: number | null
  customerName: string | null
  eventName: string | null
}

function GuestLink({ reservationId, customerName, eventName }: Guest): ReactNode {
  if (reservationId === null) return <Text>No reservation</Text>
  const event = eventName !== null && (
    <span className="note checks-event">
      <Verbatim>{eventName}</Verbatim>
    </span>
  )
  if (customerName === null)
    return (
      <>
        <Text>Reservation {reservationId}</Text>
        {event}
      </>
    )
  return (
    <>
      <Link to={adminReservationPath(reservationId)}>
        <Verbatim>{customerName}</Verbatim>
      </Link>
      {event}
    </>
  )
}

const DAY_WIDTH = '9.5rem'

const DAY = {
  name: 'day',
  head: 'Day',
  label: '',
  width: DAY_WIDTH,
  cell: ({ day }: { day: string }) => formatDay(day),
}

const GUEST = {
  name: 'guest',
  head: 'Guest',
  label: '',
  compact: 'fill',
  width: 'minmax(9rem, 2fr)',
  cell: GuestLink,
} as const

const money = <Row,>(head: string, of: (row: Row) => Cents): Column<Row> => ({
  name: head.toLowerCase(),
  head,
  number: true,
  width: '7rem',
  cell: (row) => <Money cents={of(row)} />,
})

/** The main amount of a row, which a phone shows in its first line. */
const total = <Row,>(head: string, of: (row: Row) => Cents): Column<Row> => ({
  ...money(head, of),
  label: '',
  compact: 'amount',
})

const TICK = { name: 'tick', head: 'Choose', quiet: true, width: '2.5rem', className: 'checks-choose' }

const RECEIVED: Column<Received>[] = [
  { name: 'what', head: 'What', names: true, width: 'minmax(7rem, 1fr)', cell: nameOf },
  DAY,
  GUEST,
  {
    ...total<Received>('Amount', ({ amount }) => amount),
    cell: ({ amount, toDeposit }) => (
      <>
        <Money cents={amount} />
        {toDeposit > 0 && toDeposit < amount && (
          <span className="note checks-left">
            <Money cents={toDeposit} /> <Text>left after a refund in cash</Text>
          </span>
        )}
      </>
    ),
  },
  {
    name: 'deposited',
    head: 'Deposited',
    width: DAY_WIDTH,
    cell: ({ slip, method }) => {
      if (slip) return <Link to={paths.depositSlip(slip.id)}>{formatDay(slip.depositedOn)}</Link>
      return method === 'other' ? '' : <span className="checks-open">Not yet</span>
    },
  },
]

const TRANSFERS: Column<Received>[] = [
  { name: 'what', head: 'What', names: true, width: 'minmax(7rem, 1fr)', cell: nameOf },
  DAY,
  GUEST,
  total('Amount', ({ amount }) => amount),
]

const REFUNDS: Column<CheckRefund>[] = [
  {
    name: 'what',
    head: 'Check',
    names: true,
    width: 'minmax(7rem, 1fr)',
    cell: ({ reference }) => nameOf({ method: 'check', reference }),
  },
  DAY,
  GUEST,
  total('Amount', ({ amount }) => amount),
]

const SLIPS: Column<SlipLine>[] = [
  {
    name: 'slip',
    head: 'Slip',
    names: true,
    width: 'minmax(7rem, 1fr)',
    cell: ({ id }) => <Link to={paths.depositSlip(id)}>{`Deposit slip ${id}`}</Link>,
  },
  {
    name: 'day',
    head: 'Day',
    label: '',
    width: DAY_WIDTH,
    cell: ({ depositedOn }) => formatDay(depositedOn),
  },
  { name: 'payments', head: 'Payments', number: true, width: '6rem', cell: ({ payments }) => payments },
  money('Checks', ({ checks }) => checks),
  money('Cash', ({ cash }) => cash),
  total('Total', (slip) => slip.total),
]
