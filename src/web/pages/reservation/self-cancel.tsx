/** A guest who cannot come: what cancelling refunds today, and the way to do it (R5.6). */
import { useState } from 'react'
import { cancelOwnStay, getCancellation, type GuestPlan } from '#features/booking/contract/cancellation.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { GuestPart } from './guest-part.ts'
import { formatMoney } from '#shared/money.ts'

export function SelfCancel(part: GuestPart) {
  const { status, event } = part.reservation
  if (event.cancelled || event.hasHappened) return null
  if (!isStanding(status)) return null
  return (
    <section aria-labelledby="cannot-come">
      <h2 id="cannot-come">If you cannot come</h2>
      {status === 'pending' ? (
        <p>Your spot is only held. If it is not paid, the hold ends by itself; there is nothing to cancel.</p>
      ) : (
        <Cancelling {...part} />
      )}
    </section>
  )
}

function Cancelling(part: GuestPart) {
  const { uuid, totalPaid, totalDue } = part.reservation
  const [open, setOpen] = useState(false)
  const {
    data: plan,
    failed,
    refetch,
  } = useApiQuery(getCancellation, { query: { uuid } }, { version: `${totalPaid} ${totalDue}` })
  return (
    <>
      {plan && (
        <p>
          <strong>{plan.tier}</strong> That is what our Terms of Stay say today. {backWords(plan)}
        </p>
      )}
      {plan && plan.daysBefore < 30 && plan.paid > 0 && (
        <p>
          Do you know somebody who would come in your place? See <a href="#pass-on">Pass on your spot</a>.
        </p>
      )}
      {!plan && <FailureAlert failed={failed} onRetry={refetch} />}
      <Button
        look="plain"
        aria-haspopup="dialog"
        disabled={!plan}
        onClick={() => {
          refetch()
          setOpen(true)
        }}
      >
        Cancel my stay
      </Button>
      {plan && (
        <SelfCancelDialog
          {...part}
          plan={plan}
          open={open}
          onClose={() => setOpen(false)}
          onOutdated={refetch}
        />
      )}
    </>
  )
}

interface DialogProps extends GuestPart {
  plan: GuestPlan
  open: boolean
  onClose: () => void
  /** The sum shown is not the one of now. */
  onOutdated: () => void
}

/** Asks once more, with today's sum on the button, and cancels. */
function SelfCancelDialog({ plan, open, onClose, onOutdated, ...part }: DialogProps) {
  const { reservation, onChanged } = part
  const announce = useAnnounce()
  const { send } = useApiMutation(cancelOwnStay)
  const cancel = async () => {
    const done = await send({ body: { uuid: reservation.uuid, refund: plan.refund } })
    if (done === null) return null
    if (!done.ok) {
      onOutdated()
      return done
    }
    announce(doneWords(plan))
    onChanged()
    return null
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel your stay?"
      does={buttonWords(plan)}
      keeps="Keep my stay"
      onConfirm={cancel}
    >
      <p>{plan.tier}</p>
      <Sums plan={plan} />
      <p>{wayWords(plan)} Your spot is free for others at once. This cannot be undone.</p>
    </ConfirmDialog>
  )
}

function Sums({ plan: { paid, percent, disputed, fees, feesKnown, refund } }: { plan: GuestPlan }) {
  if (paid === 0) return <p>You have not paid anything, so there is no refund.</p>
  return (
    <dl className="self-cancel-sums">
      <Sum label="Paid" value={formatMoney(paid)} />
      {disputed > 0 && <Sum label="Of it, in dispute with your bank" value={formatMoney(disputed)} />}
      {percent > 0 && percent < 100 && <Sum label="Under the terms" value={`${percent}%`} />}
      {fees > 0 && <Sum label="Fees of the card company, kept" value={formatMoney(fees)} />}
      {!feesKnown && <Sum label="Fee of the card company, kept" value="not known yet" />}
      <Sum label={feesKnown ? 'Your refund' : 'Before that fee'} value={formatMoney(refund)} />
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

type PlanSums = Pick<GuestPlan, 'paid' | 'refund' | 'refundToCard' | 'refundByHand' | 'feesKnown'>

/** The refund in words: `"Of the $450.00 that you have paid, $324.15 would come back."` */
export function backWords({
  paid,
  refund,
  feesKnown,
}: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (paid === 0) return 'You have not paid anything, so there is no refund.'
  if (!feesKnown)
    return `Of the ${formatMoney(paid)} that you have paid, ${formatMoney(refund)} would be refunded, less the card company’s fee, which it has not told us yet.`
  if (refund === 0) return `Of the ${formatMoney(paid)} that you have paid, nothing would be refunded.`
  return `Of the ${formatMoney(paid)} that you have paid, ${formatMoney(refund)} would be refunded.`
}

/** The ways of the refund in words; null when all of it goes to the card, or there is none. */
export function wayWords({
  refund,
  refundToCard,
  refundByHand,
  feesKnown,
}: Omit<PlanSums, 'paid'>): string | null {
  if (refund === 0) return null
  if (!feesKnown)
    return 'Today’s terms count. We email you the amount as soon as the card company has told us its fee, usually within an hour.'
  if (refundByHand === 0) return 'It is refunded to the card that you paid with, within a few days.'
  const byHand = `${formatMoney(refundByHand)} was not paid by card: we refund it by hand and will write to you about how`
  if (refundToCard === 0) return `${byHand}.`
  return `${formatMoney(refundToCard)} is refunded to your card. ${byHand}.`
}

export function buttonWords({
  paid,
  refund,
  feesKnown,
}: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return `Cancel for a refund of ${formatMoney(refund)} less the fee`
  if (refund > 0) return `Cancel for a refund of ${formatMoney(refund)}`
  return paid > 0 ? 'Cancel without a refund' : 'Cancel my stay'
}

/** The result in words, announced to whoever does not see the page change. */
export function doneWords({ refund, feesKnown }: Pick<PlanSums, 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return 'Your stay is canceled. We will email you the amount of your refund.'
  return refund > 0 ? `Your stay is canceled. ${formatMoney(refund)} is refunded.` : 'Your stay is canceled.'
}
