/** The guest's own data: to look at, to take along, and to have deleted before its time. */
import { useEffect, useEffectEvent, useState } from 'react'
import { eraseReservation } from '#features/privacy/contract.ts'
import { ranchDay } from '#shared/days.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { paths } from '#web/paths.ts'
import type { GuestPart } from './guest-part.ts'

type Step = { at: 'closed' | 'asking' | 'sending' | 'asked' } | { at: 'refused'; message: string }

export function YourData(part: GuestPart) {
  const { uuid } = part.reservation
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">What we know about you</h2>
      <p>All of it is yours: to view, to download, and to have deleted.</p>
      <p className="button-row">
        <LinkButton to={paths.reservationData(uuid)} look="plain" reloadDocument>
          Look at your data
        </LinkButton>
        <LinkButton to={paths.exportReservation(uuid)} look="plain" download>
          Download it (JSON)
        </LinkButton>
      </p>
      {mayErase(part.reservation) ? (
        <EraseNow {...part} />
      ) : (
        <p className="note">
          When your stay is over, or canceled, you can have it deleted here at once, without waiting for us.
        </p>
      )}
    </section>
  )
}

/** The server decides; this only keeps the question from those whom we still expect. */
function mayErase({ status, event }: GuestPart['reservation']): boolean {
  return status === 'confirmed' ? ranchDay(new Date()) > event.endDateDate : status !== 'pending'
}

const takeFocus = (notice: HTMLElement | null) => notice?.focus()

/** While the receipt is on its way the page looks again; at last it finds nothing, and says so. */
const LOOK_AGAIN_MS = 5000

function EraseNow({ reservation, call, onChanged }: GuestPart) {
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const asked = step.at === 'asked'
  const look = useEffectEvent(() => void onChanged())
  useEffect(() => {
    if (!asked) return
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [asked])

  const close = () => {
    if (step.at !== 'sending') setStep({ at: 'closed' })
  }
  const erase = async () => {
    setStep({ at: 'sending' })
    const done = await call(eraseReservation, { body: { uuid: reservation.uuid, confirm: true } })
    if (!done.ok) return setStep({ at: 'refused', message: done.message })
    setStep({ at: 'asked' })
  }
  if (asked)
    return (
      <Alert tone="good" title="Your data is being deleted" ref={takeFocus}>
        <p>A last email tells you what is deleted and what is kept. Within minutes this page is empty.</p>
      </Alert>
    )
  return (
    <>
      <span data-hydrate />
      <Button look="plain" aria-haspopup="dialog" onClick={() => setStep({ at: 'asking' })}>
        Delete my data now
      </Button>
      <Dialog open={step.at !== 'closed'} onClose={close} title="Delete your data?" backdrop="static" alert>
        <p>
          Everything you told us, our notes and our emails to you are deleted within minutes, and this page
          with them. We send you one last email. Amounts and dates of payments stay on record, without your
          name.
        </p>
        <p>This is a permanent deletion.</p>
        {step.at === 'refused' && <Alert tone="bad" title={step.message} />}
        <div className="button-row">
          <Button look="plain" onClick={close}>
            Keep my data
          </Button>
          <Button busy={step.at === 'sending'} onClick={() => void erase()}>
            Delete my data
          </Button>
        </div>
      </Dialog>
    </>
  )
}
