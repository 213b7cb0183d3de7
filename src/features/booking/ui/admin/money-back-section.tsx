/** What was refunded of a reservation's money, how it was cancelled, and the way to cancel it (R5.1). */
import { useState } from 'react'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { giveByHand, type RefundShown } from '#features/booking/contract/refunds.ts'
import { Ask } from './ask.tsx'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
import { CancelDialog } from './cancel-dialog.tsx'
import { CancelledNote } from './cancelled-note.tsx'
import { isStanding } from './invoice-words.ts'
import type { PartProps } from './part.ts'
import { RefundList } from './refund-list.tsx'
import { useMoneyBack } from './use-money-back.ts'

const HEADING = 'money-back'

type Opened = { kind: 'cancel' } | { kind: 'give'; refund: RefundShown }

export function MoneyBackSection(part: PartProps) {
  const { reservation, call, onChanged } = part
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const { id, version, event } = reservation
  const stands = isStanding(reservation) && reservation.purgedAt === null
  const { found, data, again } = useMoneyBack({ id, version, call, onMoved: onChanged })
  return (
    <section className="book" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <Stylesheet href={dialogSheet} />
      <header className="book-head">
        <h2 id={HEADING} tabIndex={-1}>
          Cancelling and money back
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
        <p>The retreat is over: this stay can no longer be cancelled. Its paid invoices can be refunded.</p>
      )}
      {found === null && <output>Loading…</output>}
      {found && !found.ok && (
        <Notice tone="bad" title={found.message}>
          <Button look="plain" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
      {data && (
        <>
          {data.cancellation && <CancelledNote how={data.cancellation} />}
          {data.refunds.length === 0 ? (
            <p>Nothing was given back.</p>
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
          again()
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
  const { call, onChanged, say, reservation } = part
  const giving = opened?.kind === 'give' ? opened.refund : null
  return (
    <>
      <CancelDialog {...part} open={opened?.kind === 'cancel'} onClose={onClose} keepFocus={keepFocus} />
      <Modal open={giving !== null} onClose={onClose} title="Given by hand" backdrop="static" alert>
        {giving && (
          <Ask
            does={`Gave ${formatMoney(giving.amount)} by hand`}
            act={() => call(giveByHand, { body: { refundId: giving.id } })}
            onDone={({ data }) => {
              onClose()
              say(`Noted: ${formatMoney(giving.amount)} given by hand`)
              keepFocus()
              onChanged(data.reservation)
            }}
            onChanged={onChanged}
            onCancel={onClose}
          >
            <p>
              Has <strong>{reservation.customerName}</strong> got {formatMoney(giving.amount)} back, in cash,
              by check or by bank transfer? The books then say so.
            </p>
          </Ask>
        )}
      </Modal>
    </>
  )
}
