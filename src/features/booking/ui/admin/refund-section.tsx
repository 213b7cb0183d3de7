/** What was refunded of a reservation's money, how it was cancelled, and the way to cancel it (R5.1). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/api.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import {
  type Cancellation,
  getRefunds,
  recordRefundByHand,
  type RefundShown,
} from '#features/booking/contract/refunds.ts'
import { type PartProps, useConfirmed } from './form-parts.tsx'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
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
  return (
    <section className="book" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <Stylesheet href={dialogSheet} />
      <header className="book-head">
        <h2 id={HEADING} tabIndex={-1}>
          Cancellation and refunds
        </h2>
        {stands && !event.hasEnded && (
          <Button
            look="plain"
            className="book-danger"
            aria-haspopup="dialog"
            onClick={() => setOpened({ kind: 'cancel' })}
          >
            Cancel reservation…
          </Button>
        )}
      </header>
      {stands && event.hasEnded && (
        <p>The retreat is over: this stay can no longer be canceled. Its paid invoices can be refunded.</p>
      )}
      {pending && <output>Loading…</output>}
      <FailureAlert failed={failed} onRetry={refetch} />
      {data && (
        <>
          {data.cancellation && <CancelledNote how={data.cancellation} />}
          {data.refunds.length === 0 ? (
            <p>No refunds yet.</p>
          ) : (
            <RefundList
              refunds={data.refunds}
              labelledBy={HEADING}
              onGive={(refund) => setOpened({ kind: 'give', refund })}
            />
          )}
        </>
      )}
      <Dialogs
        {...part}
        opened={opened}
        keepFocus={keepFocus}
        onClose={() => {
          setOpened(null)
          refetch()
        }}
      />
    </section>
  )
}

interface DialogsProps extends PartProps {
  opened: Opened | null
  keepFocus: () => void
  onClose: () => void
}

function Dialogs({ opened, keepFocus, onClose, ...part }: DialogsProps) {
  const cancels = opened?.kind === 'cancel'
  return (
    <>
      <CancelDialog {...part} open={cancels} onClose={onClose} keepFocus={keepFocus} />
      {opened?.kind === 'give' && (
        <GivenByHand {...part} refund={opened.refund} onClose={onClose} keepFocus={keepFocus} />
      )}
    </>
  )
}

interface GivenByHandProps extends Omit<DialogsProps, 'opened'> {
  refund: RefundShown
}

function GivenByHand({ refund: { id, amount }, keepFocus, onClose, ...part }: GivenByHandProps) {
  const call = useCall()
  const announce = useAnnounce()
  const confirmed = useConfirmed(part)
  const record = () =>
    confirmed(async () => {
      const answer = await call(recordRefundByHand, { body: { refundId: id } })
      if (answer.ok) {
        announce(`Recorded: ${formatMoney(amount)} refunded by hand`)
        keepFocus()
        part.onChanged(answer.data.reservation)
      }
      return answer
    })
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

interface RefundListProps {
  /** Newest first. */
  refunds: RefundShown[]
  labelledBy: string
  onGive: (refund: RefundShown) => void
}

/** The list of refunds: made, on their way, or still to be given by hand. */
function RefundList({ refunds, labelledBy, onGive }: RefundListProps) {
  return (
    <table className="book-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Amount</th>
          <th scope="col">Why</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} onGive={onGive} />
        ))}
      </tbody>
    </table>
  )
}

function RefundRow({ refund, onGive }: { refund: RefundShown; onGive: (refund: RefundShown) => void }) {
  const { amount, invoiceId, reason, toGive } = refund
  const { tone, mark, words } = refundState(refund)
  const sum = formatMoney(amount)
  return (
    <tr className="book-row">
      <th scope="row">
        <span className="book-sum">{sum}</span>
        {invoiceId !== null && <span className="note">Invoice #{invoiceId}</span>}
      </th>
      <td data-label="Why">{reasonWords(reason)}</td>
      <td data-label="State">
        <span className={`book-mark book-${tone}`}>{mark}</span>
        <span className="note">{words}</span>
      </td>
      <td className="book-acts">
        {toGive && (
          <div className="book-buttons">
            <Button
              look="plain"
              aria-haspopup="dialog"
              aria-label={`Refunded by hand: ${sum}`}
              onClick={() => onGive(refund)}
            >
              Refunded by hand
            </Button>
          </div>
        )}
      </td>
    </tr>
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
