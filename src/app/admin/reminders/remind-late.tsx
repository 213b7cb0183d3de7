/** The dialog with which an admin reminds some or all guests whose payment is late. */
import { useState } from 'react'
import { EmailsUnderWay } from '#app/admin/emails/progress.tsx'
import { withOrWithout } from '#shared/collections.ts'
import { type Cents } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { remindLatePayers } from '#domain/mail/reminders/contract.ts'
import { Money, Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './remind-late.css?url'

export interface LatePayer {
  reservationId: number
  name: string
  event: string
  owes: Cents
  hasEmail: boolean
  remindedToday: boolean
}

interface RemindLateProps {
  open: boolean
  payers: LatePayer[]
  onClose: () => void
  /**
   * Called when payment reminders are enqueued and each time some are sent, so that the Today page reloads.
   */
  onSent: () => void
}

export function RemindLate({ open, payers, onClose, onSent }: RemindLateProps) {
  return (
    <>
      <Stylesheet href={sheet} />
      <Dialog open={open} onClose={onClose} title="Remind late payers" backdrop="static">
        {open && <Payers payers={payers} onClose={onClose} onSent={onSent} />}
      </Dialog>
    </>
  )
}

/** Returns text such as `"8 reminders are on their way."` */
export const describeReminders = (count: number): string =>
  count === 1 ? '1 reminder is on its way.' : `${count} reminders are on their way.`

export function describeSkipped(
  skipped: { reservationId: number; why: string }[],
  payers: { reservationId: number; name: string }[],
): string[] {
  const names = new Map(payers.map(({ reservationId, name }) => [reservationId, name]))
  return skipped.map(({ reservationId, why }) => `${names.get(reservationId) ?? 'A guest'}: ${why}`)
}

const canRemind = ({ hasEmail, remindedToday }: LatePayer) => hasEmail && !remindedToday

function whyNot({ hasEmail, remindedToday }: LatePayer): string {
  if (!hasEmail) return '. No email address: please call them'
  return remindedToday ? '. Reminded today' : ''
}

function Payers({ payers, onClose, onSent }: Omit<RemindLateProps, 'open'>) {
  // Keeps the late payers that the dialog opened with, so that no row moves while the admin is about to press
  // it.
  const [shown] = useState(payers)
  const [chosen, setChosen] = useState(
    () => new Set(shown.filter(canRemind).map((payer) => payer.reservationId)),
  )
  const [done, setDone] = useState<{ emailIds: number[]; skipped: string[] } | null>(null)
  const { send, busy, failed } = useApiMutation(remindLatePayers)

  const remind = async () => {
    const answer = await send({ body: { reservationIds: [...chosen] } })
    if (!answer?.ok) return
    onSent()
    const { data } = answer
    if (data.reminded.length > 0) toast(describeReminders(data.reminded.length))
    setDone({ emailIds: data.emailIds, skipped: describeSkipped(data.skipped, shown) })
  }
  if (done)
    return (
      <>
        {done.emailIds.length > 0 && <EmailsUnderWay ids={done.emailIds} onProgress={onSent} />}
        {done.skipped.length > 0 && <p>These guests were skipped:</p>}
        <Lines of={done.skipped} />
        <div className="button-row">
          <Button onClick={onClose}>Done</Button>
        </div>
      </>
    )
  return (
    <>
      <p>Each guest gets one email about the overdue invoice, with a link to pay it.</p>
      <fieldset className="remind-list">
        <legend className="visually-hidden">Guests to remind</legend>
        {shown.map((payer) => (
          <CheckField
            key={payer.reservationId}
            id={`remind-${payer.reservationId}`}
            checked={chosen.has(payer.reservationId)}
            disabled={!canRemind(payer)}
            onChange={({ target }) => setChosen(withOrWithout(chosen, [payer.reservationId], target.checked))}
          >
            <strong translate="no">{payer.name}</strong>, <Money cents={payer.owes} />
            <span className="note">
              <Text>
                {payer.event}
                {whyNot(payer)}
              </Text>
            </span>
          </CheckField>
        ))}
      </fieldset>
      <FailureAlert failed={failed} title="Nothing was sent" />
      <div className="button-row">
        <Button
          busy={busy}
          aria-disabled={chosen.size === 0}
          onClick={chosen.size === 0 ? undefined : () => void remind()}
        >
          <Text>Send {plural(chosen.size, 'reminder')}</Text>
        </Button>
        <Button look="plain" onClick={busy ? undefined : onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
