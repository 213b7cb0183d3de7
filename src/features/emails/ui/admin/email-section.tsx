/** The mails of a reservation: what was sent, and what an admin can send (R12.2). */
import { type ReactNode, useState } from 'react'
import { emailLabel } from '#features/emails/contract.ts'
import { formatDay } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Button, TextButton } from '#ui/button.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { EmailDialog, type OpenedEmail } from './email-dialog.tsx'
import sheet from './emails.css?url'
import { type EmailReservation, type ListedEmail, SEND_BUTTONS, stateLabel } from './labels.ts'
import type { WantedEmail } from './send-email.tsx'

const HEADING = 'emails'

interface EmailSectionProps {
  reservation: EmailReservation
  /** Called when the reservation is to be read again. */
  onChanged: () => void
  /** Further ways to write. */
  children?: ReactNode
}

export function EmailSection({ reservation, onChanged, children }: EmailSectionProps) {
  const announce = useAnnounce()
  const [opened, setOpened] = useState<OpenedEmail | null>(null)
  const { sentEmails } = reservation
  return (
    <section className="mails-part" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <h2 id={HEADING} tabIndex={-1}>
        {' '}
        Emails{' '}
      </h2>
      {sentEmails.length === 0 ? (
        <p>No emails yet.</p>
      ) : (
        <EmailTable
          mails={sentEmails}
          labelledBy={HEADING}
          onOpen={(id) => setOpened({ kind: 'view', id })}
        />
      )}
      <SendButtons reservation={reservation} onWanted={(mail) => setOpened({ kind: 'send', mail })} />
      {children}
      <EmailDialog
        opened={opened}
        reservationId={reservation.id}
        onClose={() => setOpened(null)}
        onSent={(words) => {
          setOpened(null)
          announce(words)
          onChanged()
        }}
        onOutdated={onChanged}
      />
    </section>
  )
}

interface SendButtonsProps {
  reservation: EmailReservation
  onWanted: (mail: WantedEmail) => void
}

/** The mails that can be sent now. */
function SendButtons({ reservation: { status, email, invoices }, onWanted }: SendButtonsProps) {
  if (status !== 'confirmed') return <p className="note">Only confirmed guests get email.</p>
  if (email === '')
    return <p className="note">This guest has no email address, so no emails are sent. Call them instead.</p>
  return (
    <>
      <h3 id="send-emails">Send an email</h3>
      <ul className="send-emails" aria-labelledby="send-emails">
        {SEND_BUTTONS.map(({ type, does }) => (
          <li key={type}>
            <Button look="plain" aria-haspopup="dialog" onClick={() => onWanted({ type })}>
              {emailLabel(type)}
            </Button>
            <span className="note">{does}</span>
          </li>
        ))}
        {invoices
          .filter(({ paid }) => !paid)
          .map(({ id, amount, due, ...invoice }) => (
            <li key={id}>
              <Button
                look="plain"
                aria-haspopup="dialog"
                aria-label={`${emailLabel('invoice-remind')}, invoice ${id}`}
                onClick={() => onWanted({ type: 'invoice-remind', invoiceId: id })}
              >
                {emailLabel('invoice-remind')}
              </Button>
              <span className="note">
                {invoiceLabel(invoice)}, invoice #{id}: {formatMoney(amount)}
                {due && `, due ${formatDay(due)}`}.
              </span>
            </li>
          ))}
      </ul>
    </>
  )
}

interface EmailTableProps {
  /** Oldest first. */
  mails: readonly ListedEmail[]
  labelledBy: string
  onOpen: (id: number) => void
}

/** The table of e-mails that were sent or wait, the newest first; each opens. */
function EmailTable({ mails, labelledBy, onOpen }: EmailTableProps) {
  return (
    <table className="mails" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Subject</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        {mails.toReversed().map(({ id, emailType, subject, sentAt, status, failure }) => (
          <tr key={id} className={`mail-row mail-${status}`}>
            <td>{emailLabel(emailType)}</td>
            <td>
              {/* Its button covers the whole row. */}
              <TextButton onClick={() => onOpen(id)}>
                {subject || (status === 'sent' ? 'Read it' : 'Not written yet')}
              </TextButton>
            </td>
            <td>
              {stateLabel({ status, sentAt })}
              {failure && <span className="mail-why">{failure}</span>}
              {status === 'failed' && (
                <Button
                  look="plain"
                  aria-haspopup="dialog"
                  aria-label={`Send again: ${emailLabel(emailType)}`}
                  onClick={() => onOpen(id)}
                >
                  Send again
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
