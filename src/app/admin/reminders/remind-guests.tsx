/** The dialog with which an admin e-mails a reminder to chosen guests. It says who gets it, and who does not. */
import { type ReactNode, useState } from 'react'
import { EmailsUnderWay } from '#app/admin/emails/progress.tsx'
import { withOrWithout } from '#shared/collections.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { remindLatePayers, remindOfDetails } from '#domain/mail/reminders/contract.ts'
import { Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './remind-guests.css?url'

export interface GuestToRemind {
  reservationId: number
  name: string
  hasEmail: boolean
  remindedToday: boolean
}

interface RemindGuestsProps<Guest extends GuestToRemind> {
  open: boolean
  title: string
  /** What the e-mail is about, and what each guest can do with it. */
  lead: string
  endpoint: typeof remindLatePayers | typeof remindOfDetails
  guests: Guest[]
  /** Renders what the list says after a guest's name. */
  amount?: (guest: Guest) => ReactNode
  /** Returns what the list says about a guest in a note. */
  note: (guest: Guest) => string
  onClose: () => void
  /** Called when reminders are enqueued and each time some are sent, so that the page reloads. */
  onSent: () => void
}

export function RemindGuests<Guest extends GuestToRemind>(props: RemindGuestsProps<Guest>) {
  const { open, title, onClose } = props
  return (
    <>
      <Stylesheet href={sheet} />
      <Dialog open={open} onClose={onClose} title={title} backdrop="static">
        {open && <Guests {...props} />}
      </Dialog>
    </>
  )
}

/** Returns text such as `"8 reminders are on their way."` */
export const describeReminders = (count: number): string =>
  count === 1 ? '1 reminder is on its way.' : `${count} reminders are on their way.`

export function describeSkipped(
  skipped: { reservationId: number; why: string }[],
  guests: { reservationId: number; name: string }[],
): string[] {
  const names = new Map(guests.map(({ reservationId, name }) => [reservationId, name]))
  return skipped.map(({ reservationId, why }) => `${names.get(reservationId) ?? 'A guest'}: ${why}`)
}

const canRemind = ({ hasEmail, remindedToday }: GuestToRemind) => hasEmail && !remindedToday

function whyNot({ hasEmail, remindedToday }: GuestToRemind): string {
  if (!hasEmail) return '. No email address: please call them'
  return remindedToday ? '. Reminded today' : ''
}

function Guests<Guest extends GuestToRemind>({
  guests,
  lead,
  endpoint,
  amount,
  note,
  onClose,
  onSent,
}: RemindGuestsProps<Guest>) {
  // Keeps the guests that the dialog opened with, so that no row moves while the admin is about to press it.
  const [shown] = useState(guests)
  const [chosen, setChosen] = useState(
    () => new Set(shown.filter(canRemind).map((guest) => guest.reservationId)),
  )
  const [done, setDone] = useState<{ emailIds: number[]; skipped: string[] } | null>(null)
  const { send, busy, failed } = useApiMutation(endpoint)

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
      <p>{lead}</p>
      <fieldset className="remind-list">
        <legend className="visually-hidden">Guests to remind</legend>
        {shown.map((guest) => (
          <CheckField
            key={guest.reservationId}
            id={`remind-${guest.reservationId}`}
            checked={chosen.has(guest.reservationId)}
            disabled={!canRemind(guest)}
            onChange={({ target }) => setChosen(withOrWithout(chosen, [guest.reservationId], target.checked))}
          >
            <strong translate="no">{guest.name}</strong>
            {amount?.(guest)}
            <span className="note">
              <Text>
                {note(guest)}
                {whyNot(guest)}
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
