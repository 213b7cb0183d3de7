/** A deposit slip: a row for each check, the cash in one amount, and the total. Printed, it goes to the bank. */
import { formatDay } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { useCall } from '#app/ui/api.tsx'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Amounts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import { paths } from '#app/paths.ts'
import sheet from './checks.css?url'
import { type DepositSlip, undoDepositSlip } from '#domain/money/slips/contract.ts'

type SlipPayment = DepositSlip['payments'][number]

export function SlipView({ slip, onUndone }: { slip: DepositSlip; onUndone: () => void }) {
  const { id, payments, checks, cash, total, undoable } = slip
  const call = useCall()
  const listed = payments.filter(({ method }) => method === 'check')
  const returned = payments.filter(({ returnedOn }) => returnedOn !== null)
  return (
    <Panel labelledBy="slip-checks" title="Checks">
      <Stylesheet href={sheet} />
      <DataTable
        caption="Checks"
        compact
        columns={CHECKS}
        rows={listed}
        rowKey={({ paymentId }) => paymentId}
        empty="No checks."
      />
      <Amounts
        className="sums checks-sums"
        sums={[
          [plural(listed.length, 'check'), checks],
          ['Cash', cash],
          ['Total deposited', total, 'checks-total'],
        ]}
      />
      {returned.map(({ paymentId, method, reference, amount, returnedOn }) => (
        <p key={paymentId} className="note">
          <Text>{method === 'cash' ? 'Cash' : `Check ${reference ?? 'without a number'}`} of</Text>{' '}
          <Money cents={amount} />{' '}
          <Text>
            left the bank again on {returnedOn && formatDay(returnedOn)}: an admin changed or removed the
            payment.
          </Text>
        </p>
      ))}
      <div className="checks-actions button-row screen-only">
        <PrintButton />
        <LinkButton to={paths.exportDepositSlip(id)} look="plain" download>
          Download table (CSV)
        </LinkButton>
        <LinkButton to={paths.checks} look="plain">
          Cash and checks
        </LinkButton>
        {undoable && (
          <ConfirmButton
            label="Undo this deposit"
            title={`Undo deposit slip ${id}?`}
            does="Undo the deposit"
            keeps="Keep it"
            onConfirm={() => call(undoDepositSlip, { query: { id } })}
            onDone={onUndone}
          >
            <p>
              Only undo a slip that was recorded by mistake. Its <Money cents={total} /> no longer counts as
              deposited, and you can put the payments in another slip.
            </p>
          </ConfirmButton>
        )}
      </div>
      {!undoable && (
        <p className="note screen-only">
          The month of this deposit is closed, so it can no longer be undone.
        </p>
      )}
    </Panel>
  )
}

const CHECKS: Column<SlipPayment>[] = [
  {
    name: 'number',
    head: 'Check',
    names: true,
    cell: ({ reference }) => <Verbatim>{reference ?? 'No number'}</Verbatim>,
  },
  {
    name: 'reservation',
    head: 'Reservation',
    cell: ({ reservationId }) => reservationId ?? '',
  },
  {
    name: 'amount',
    head: 'Amount',
    label: '',
    number: true,
    compact: 'amount',
    width: '8rem',
    cell: ({ amount }) => <Money cents={amount} />,
  },
]
