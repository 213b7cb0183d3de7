/** The section about held spots that a guest must confirm by e-mail (R46.6). */
import { useState } from 'react'
import { confirmReservation } from '#domain/booking/contract/admin.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { resendMail } from '#domain/mail/emails/contract.ts'
import { newAttempt } from '#shared/client.ts'
import { formatInstant } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { useCall } from '#app/ui/api.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import {
  ConfirmAction,
  ReservationSection,
  DialogOpener,
  type PartProps,
  useReservation,
} from './form-parts.tsx'

/**
 * Renders the section about held spots that a guest must still confirm by e-mail. Renders nothing if no spots
 * are held. Renders nothing on a companion's page, because only the payer confirms.
 */
export function WaitingSection(part: PartProps) {
  const { waitsForMailbox, party, holdExpiresAt, customerName, email, sentEmails } = part.reservation
  if (!waitsForMailbox || paidBy(party)) return null
  const spots = party?.members.filter(({ status }) => status === 'pending').length ?? 1
  const mail = sentEmails.findLast(({ emailType }) => emailType === 'confirm-spots')
  return (
    <ReservationSection {...part} id="waiting" heading="Waiting for the guest to confirm">
      <p>
        <Verbatim>{customerName}</Verbatim>{' '}
        <Text>
          signed up for {plural(spots, 'spot')} and pays nothing to confirm {spots === 1 ? 'it' : 'them'}. We
          hold {spots === 1 ? 'the spot' : 'them'}
          {holdExpiresAt && ` until ${formatInstant(holdExpiresAt)}`}. Our email to
        </Text>{' '}
        <Verbatim>{email || 'the guest'}</Verbatim>{' '}
        <Text>
          has the button that confirms {spots === 1 ? 'it' : 'them'}. Until then, we email nobody else.
        </Text>
      </p>
      <p className="note">
        If the email does not arrive, check the address, then send it again. Or confirm for the guest.
      </p>
      <div className="book-buttons book-apart">
        <DialogOpener label="Confirm for the guest…">
          <ConfirmForGuest />
        </DialogOpener>
        {mail && email !== '' && (
          <DialogOpener label="Send the email again…">
            <SendAgain mailId={mail.id} />
          </DialogOpener>
        )}
      </div>
    </ReservationSection>
  )
}

function ConfirmForGuest() {
  const { id, customerName } = useReservation().reservation
  const call = useCall()
  return (
    <ConfirmAction
      title={`Confirm for ${customerName}`}
      does="Confirm for the guest"
      send={(version) => call(confirmReservation, { body: { id, version } })}
      announcement={`Confirmed for ${customerName}`}
    >
      <p>
        Do this only if the guest has asked you to, for example on the phone. It works like the button in
        their email: the guests get their confirmations. If they take over another guest’s spot, that guest’s
        stay ends.
      </p>
    </ConfirmAction>
  )
}

function SendAgain({ mailId }: { mailId: number }) {
  const { email } = useReservation().reservation
  const call = useCall()
  // A random key for each opened dialog. The server sends one e-mail per key, even after a double press.
  const [attempt] = useState(newAttempt)
  return (
    <ConfirmAction
      title="Send the email again"
      does="Send the email again"
      send={() => call(resendMail, { body: { id: mailId, attempt } })}
      announcement="The email will be sent again in a moment"
    >
      <p>
        <Text>It goes to</Text> <Verbatim>{email}</Verbatim>
        <Text>. This does not hold the spots any longer.</Text>
      </p>
    </ConfirmAction>
  )
}
