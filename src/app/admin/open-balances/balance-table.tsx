/** The table of open balances, and the form that settles one: refunded by hand, or kept as income (R49.6). */
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { optionalDollars } from '#app/admin/reservation/form-values.ts'
import {
  listOpenBalances,
  type OpenBalance,
  REASON_LENGTH,
  settleBalance,
} from '#domain/booking/open-balances/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { REQUIRED } from '#shared/fields.ts'
import { adminReservationPath, eventGuestsPath } from '#shared/links.ts'
import { formatMoney, plainDollars } from '#shared/money.ts'
import { TextButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { DollarsField, SelectField, TextField } from '#app/ui/field.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import sheet from './open-balances.css?url'

export function BalanceTable({ seed }: { seed: AnswerOf<typeof listOpenBalances> }) {
  const { data: open } = useApiQuery(listOpenBalances, {}, { seed })
  const [settling, settle] = useState<OpenBalance | null>(null)
  return (
    <>
      <Stylesheet href={sheet} />
      <DataTable
        caption="Open balances"
        compact
        columns={balanceColumns(settle)}
        rows={open.balances}
        rowKey={({ reservationId }) => reservationId}
        empty="Nothing is open. All money of guests belongs to a stay, was refunded, or is income."
      />
      {open.balances.length > 1 && (
        <p className="balances-total">
          <Text>In total:</Text> <Money cents={open.total} />
        </p>
      )}
      <Dialog
        open={settling !== null}
        onClose={() => settle(null)}
        title={settling ? `Settle ${describeBalance(settling)}` : ''}
        backdrop="static"
      >
        {settling && <SettleForm balance={settling} />}
      </Dialog>
    </>
  )
}

/** Returns text such as `"$450.00 of reservation 17"`. */
const describeBalance = ({ amount, reservationId }: Pick<OpenBalance, 'amount' | 'reservationId'>) =>
  `${formatMoney(amount)} of reservation ${reservationId}`

function balanceColumns(onSettle: (balance: OpenBalance) => void): Column<OpenBalance>[] {
  return [
    {
      name: 'guest',
      head: 'Reservation',
      names: true,
      cell: ({ reservationId, why, guest }) =>
        why === 'deleted' ? (
          <Text>{`Reservation ${reservationId}, deleted`}</Text>
        ) : (
          <Link to={adminReservationPath(reservationId)}>
            <Verbatim>{guest || `Reservation ${reservationId}`}</Verbatim>
          </Link>
        ),
    },
    {
      name: 'event',
      head: 'Retreat',
      label: '',
      cell: ({ event }) =>
        event ? (
          <Link to={eventGuestsPath(event.urlName)}>
            <Text>{event.name}</Text>
          </Link>
        ) : (
          'Deleted retreat'
        ),
    },
    { name: 'why', head: 'What is open', label: '', width: 'minmax(0, 1.4fr)', cell: describeCause },
    {
      name: 'amount',
      head: 'Amount',
      label: '',
      number: true,
      compact: 'amount',
      width: '7rem',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      width: '6rem',
      className: 'balances-settle',
      cell: (balance) => (
        <TextButton aria-haspopup="dialog" onClick={() => onSettle(balance)}>
          Settle…
          <span className="visually-hidden">
            {' '}
            <Text>{describeBalance(balance)}</Text>
          </span>
        </TextButton>
      ),
    },
  ]
}

function describeCause({ why, deposits, refunds }: OpenBalance): string {
  if (why === 'not_refunded') return 'The stay has ended, and the refund failed'
  if (deposits < 0) return 'More was refunded than paid'
  if (refunds === 0) return 'Deposit'
  return deposits === 0 ? 'Refund due by hand' : `Deposit, and ${formatMoney(refunds)} to refund by hand`
}

const AS = { refund: 'I refunded it by hand', income: 'Keep it as income' }
const METHODS = { cash: 'Cash', check: 'Check', transfer: 'Bank transfer' }

const schema = z.object({
  as: z.enum(['refund', 'income']),
  amount: optionalDollars,
  method: z.enum(['cash', 'check', 'transfer']),
  reference: z.string(),
  reason: z.string().trim().min(1, REQUIRED).max(REASON_LENGTH),
})

const LABELS = {
  as: 'What happens to the money',
  amount: 'Amount in dollars',
  method: 'Refunded by',
  reference: 'Check or transfer number',
  reason: 'Reason',
}

function SettleForm({ balance }: { balance: OpenBalance }) {
  const { reservationId, amount: open, refunds, together } = balance
  const form = useApiForm(settleBalance, {
    prefix: 'settle',
    schema,
    values: {
      as: open > 0 ? ('refund' as const) : ('income' as const),
      amount: open > 0 ? plainDollars(open) : '',
      method: 'check' as const,
      reference: '',
      reason: '',
    },
    labels: LABELS,
    toInput: ({ as, amount, method, reference, reason }) => ({
      body: {
        reservationId,
        as,
        reason,
        open,
        // The whole balance may be below zero, which nobody can enter.
        ...(amount === null || amount === open ? {} : { amount }),
        ...(as === 'refund' ? { method, reference } : {}),
      },
    }),
    invalidates: [listOpenBalances],
    onDone: () => toast('The balance is settled.'),
  })
  const { field } = form
  const as = form.form.watch('as')
  return (
    <ApiForm
      form={form}
      label="Settle the balance"
      does={as === 'refund' ? 'Record the refund' : 'Keep the money'}
    >
      {refunds > 0 && (
        <p className="note">
          <Text>
            {`A refund of ${formatMoney(refunds)} is due. It is settled first, and as a whole.`}
            {together.length > 0 &&
              ` It is also for ${together.length === 1 ? 'reservation' : 'reservations'} ${together.join(', ')}, and settled for all of them.`}
          </Text>
        </p>
      )}
      <SelectField {...field('as')} options={AS} required />
      {open > 0 && (
        <DollarsField
          {...field('amount')}
          required
          hint={`At most ${formatMoney(open)}. The rest stays open.`}
        />
      )}
      {as === 'refund' && (
        <>
          <SelectField {...field('method')} options={METHODS} required />
          <TextField {...field('reference')} hint="If there is one, such as 1042." autoComplete="off" />
        </>
      )}
      <TextField
        {...field('reason')}
        required
        maxLength={REASON_LENGTH}
        hint="Stays on record forever. Please don’t name the guest."
        autoComplete="off"
      />
    </ApiForm>
  )
}
