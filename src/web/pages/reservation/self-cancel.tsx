/** A guest who cannot come: what cancelling refunds today, and the way to do it (R5.6). */
import { useState } from 'react'
import { getCancellation } from '#features/booking/contract/cancellation.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { Button } from '#ui/button.tsx'
import { useRead } from '#ui/use-read.ts'
import type { GuestPart } from './guest-part.ts'
import { SelfCancelDialog } from './self-cancel-dialog.tsx'
import { backWords } from './self-cancel-words.ts'

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
    found,
    data: plan,
    again,
  } = useRead(part.call, getCancellation, {
    query: { uuid },
    of: `${totalPaid} ${totalDue}`,
  })
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
      {found && !found.ok && !plan && <p>{found.message}</p>}
      <Button
        look="plain"
        aria-haspopup="dialog"
        disabled={!plan}
        onClick={() => {
          again()
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
          onOutdated={again}
        />
      )}
    </>
  )
}
