/** What was refunded of a reservation's money, how it was cancelled, and the way to cancel it (R5.1). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/api.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import {
  type Cancellation,
  getRefunds,
  type PayoutShown,
  recordRefundByHand,
  type RefundShown,
} from '#features/booking/contract/refunds.ts'
import { BookSection, type PartProps, StateMark, useConfirmed, WIDTHS } from './form-parts.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { isStanding } from '#shared/reservation-status.ts'
import { cancelledWords, reasonWords, refundState, tierWords, waysWords } from './refund-labels.ts'
import { WHILE_UNDER_WAY } from '#ui/polling.ts'
import { useApiQuery } from '#ui/use-api-query.ts'

const HEADING = 'refunds'

type Opened = { kind: 'cancel' } | { kind: 'give'; refund: RefundShown }

export function RefundSection(part: PartProps) {
  const { reservation, onChanged } = part
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const { id, version, event } = reservation
  const stands = isStanding(reservation.status) && reservation.purgedAt === null
  const { data, pending, failed, refetch } = useRefunds({ id, version, onMoved: onChanged })
  const dialog = {
    ...part,
    keepFocus,
    onClose: () => {
      setOpened(null)
      refetch()
    },
  }
  return (
    <BookSection
      id={HEADING}
      heading="Cancellation and refunds"
      action={
        stands &&
        !event.hasEnded && (
          <Button
            look="plain"
            className="book-danger"
            aria-haspopup="dialog"
            onClick={() => setOpened({ kind: 'cancel' })}
          >
            Cancel reservation…
          </Button>
        )
      }
    >
      {stands && event.hasEnded && (
        <p>The retreat is over: this stay can no longer be canceled. Its paid invoices can be refunded.</p>
      )}
      {pending && <output>Loading…</output>}
      <FailureAlert failed={failed} onRetry={refetch} />
      {data && (
        <>
          {data.cancellation && <CancelledNote how={data.cancellation} />}
          <DataTable
            caption="Refunds"
            columns={columnsOf((refund) => setOpened({ kind: 'give', refund }))}
            rows={data.refunds}
            rowKey={({ id: refundId }) => refundId}
            empty="No refunds yet."
          />
          {data.payouts.length > 0 && (
            <>
              <h3>At the bank</h3>
              <ul>
                {data.payouts.map((payout) => (
                  <li key={`${payout.id} ${payout.invoiceId}`}>{payoutWords(payout)}</li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <CancelDialog {...dialog} open={opened?.kind === 'cancel'} />
      {opened?.kind === 'give' && <GivenByHand {...dialog} refund={opened.refund} />}
    </BookSection>
  )
}

/** `"Invoice #5, $450.00: in the payout of Mon, May 3, 2027 (…3kLm9q)"`, as the statement names it. */
function payoutWords({ invoiceId, amount, day, id }: PayoutShown): string {
  const invoice = invoiceId === null ? '' : `Invoice #${invoiceId}, `
  return `${invoice}${formatMoney(amount)}: in the payout of ${formatDay(day)} (…${id.slice(-6)})`
}

function columnsOf(onGive: (refund: RefundShown) => void): Column<RefundShown>[] {
  return [
    {
      name: 'amount',
      head: 'Amount',
      names: true,
      width: WIDTHS.amount,
      cell: ({ amount, invoiceId }) => (
        <>
          <span className="book-sum">{formatMoney(amount)}</span>
          {invoiceId !== null && <span className="note">Invoice #{invoiceId}</span>}
        </>
      ),
    },
    { name: 'reason', head: 'Why', width: WIDTHS.reason, cell: ({ reason }) => reasonWords(reason) },
    {
      name: 'state',
      head: 'State',
      width: WIDTHS.state,
      cell: (refund) => <StateMark {...refundState(refund)} />,
    },
    {
      name: 'acts',
      head: 'What to do',
      quiet: true,
      wide: true,
      width: WIDTHS.acts,
      cell: (refund) =>
        refund.toGive && (
          <div className="book-buttons">
            <Button
              look="plain"
              aria-haspopup="dialog"
              aria-label={`Refunded by hand: ${formatMoney(refund.amount)}`}
              onClick={() => onGive(refund)}
            >
              Refunded by hand
            </Button>
          </div>
        ),
    },
  ]
}

interface GivenByHandProps extends PartProps {
  refund: RefundShown
  keepFocus: () => void
  onClose: () => void
}

function GivenByHand({ refund: { id, amount }, keepFocus, onClose, ...part }: GivenByHandProps) {
  const call = useCall()
  const confirmed = useConfirmed(part, keepFocus)
  const record = () =>
    confirmed(
      () => call(recordRefundByHand, { body: { refundId: id } }),
      `Recorded: ${formatMoney(amount)} refunded by hand`,
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Refunded by hand"
      does={`Refunded ${formatMoney(amount)} by hand`}
      onConfirm={record}
    >
      <p>
        Was <strong>{part.reservation.customerName}</strong> refunded {formatMoney(amount)} in cash, by check
        or by bank transfer? This records it.
      </p>
    </ConfirmDialog>
  )
}

interface RefundsQuery {
  id: number
  /** Raised by each change: what was read before it is outdated. */
  version: number
  /** A refund that was on its way has arrived, or was refused. */
  onMoved: () => void
}

const movingIn = (refunds: RefundShown[]) => refunds.filter(({ status }) => status === 'requested').length

/** Reads the refunds and how the stay was cancelled; again a few times while something is on its way. */
function useRefunds({ id, version, onMoved }: RefundsQuery) {
  const refunds = useApiQuery(
    getRefunds,
    { query: { id } },
    { version, poll: (now) => movingIn(now.refunds) > 0 && WHILE_UNDER_WAY },
  )
  const moving = movingIn(refunds.data?.refunds ?? [])
  const before = useRef(moving)
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (moving < before.current) moved()
    before.current = moving
  }, [moving])
  return refunds
}

/** How the stay was cancelled: what the terms gave, and what was decided. */
function CancelledNote({ how }: { how: Cancellation }) {
  const { paid, fees, feesKnown, refundByTerms, refundToCards, refundByHand, overrideReason } = how
  const decided = refundToCards + refundByHand
  return (
    <div className="book-cancelled">
      <p>
        <strong>{cancelledWords(how)}</strong> {tierWords(how)}.
      </p>
      {!feesKnown && (
        <p>
          The card company has not named its fee yet. The refund, at most {formatMoney(refundByTerms)},
          follows by itself. To decide it now, refund the invoice: that amount counts.
        </p>
      )}
      <p>
        {formatMoney(paid)} was paid
        {fees > 0 && <>, of which {formatMoney(fees)} were fees</>}. Decided: {waysWords(how)}
        {feesKnown && decided !== refundByTerms && <> (under the terms: {formatMoney(refundByTerms)})</>}.
      </p>
      {overrideReason && <p>Why: {overrideReason}</p>}
    </div>
  )
}
