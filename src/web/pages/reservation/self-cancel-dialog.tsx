/** Asks once more, with today's sum on the button, and cancels. */
import { useState } from 'react'
import { cancelOwnStay, type GuestPlan } from '#features/booking/contract/cancellation.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import type { GuestPart } from './guest-part.ts'
import { buttonWords, doneWords, wayWords } from './self-cancel-words.ts'
import './self-cancel.css'

interface DialogProps extends GuestPart {
  plan: GuestPlan
  open: boolean
  onClose: () => void
  /** The sum shown is not the one of now. */
  onOutdated: () => void
}

export function SelfCancelDialog({ plan, open, onClose, onOutdated, ...part }: DialogProps) {
  const { reservation, call, onChanged, say } = part
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const close = () => {
    if (busy) return
    setTrouble(null)
    onClose()
  }
  const cancel = async () => {
    setBusy(true)
    setTrouble(null)
    const { uuid } = reservation
    const done = await call(cancelOwnStay, { body: { uuid, refund: plan.refund } })
    setBusy(false)
    if (!done.ok) {
      setTrouble(done.message)
      return onOutdated()
    }
    say(doneWords(plan))
    onClose()
    await onChanged()
  }
  return (
    <Modal open={open} onClose={close} title="Cancel your stay?" backdrop="static" alert>
      <p>{plan.tier}</p>
      <Sums plan={plan} />
      <p>{wayWords(plan)} Your spot is free for others at once, and this cannot be taken back.</p>
      {trouble !== null && <Notice tone="bad" title={trouble} />}
      <div className="button-row">
        <Button look="plain" onClick={close}>
          Keep my stay
        </Button>
        <Button busy={busy} onClick={() => void cancel()}>
          {buttonWords(plan)}
        </Button>
      </div>
    </Modal>
  )
}

function Sums({ plan: { paid, percent, disputed, fees, feesKnown, refund } }: { plan: GuestPlan }) {
  if (paid === 0) return <p>You have not paid anything, so nothing is open between us.</p>
  return (
    <dl className="self-cancel-sums">
      <Sum label="Paid" value={formatMoney(paid)} />
      {disputed > 0 && <Sum label="Of it, in dispute with your bank" value={formatMoney(disputed)} />}
      {percent > 0 && percent < 100 && <Sum label="The terms give" value={`${percent}%`} />}
      {fees > 0 && <Sum label="Fees of the card company, kept" value={formatMoney(fees)} />}
      {!feesKnown && <Sum label="Fee of the card company, kept" value="not known yet" />}
      <Sum label={feesKnown ? 'You get back' : 'Before that fee'} value={formatMoney(refund)} />
    </dl>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
