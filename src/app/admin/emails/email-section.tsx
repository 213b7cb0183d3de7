/**
 * The section with a reservation's e-mails: those that the site has sent, and those that an admin can send
 * (R12.2).
 */
import { type ReactNode, useState } from 'react'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { emailLabel } from '#shared/email-types.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { capitalized } from '#shared/text.ts'
import { Button, TextButton } from '#app/ui/button.tsx'
import { TableHead } from '#app/ui/data-table.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { EmailDialog, type OpenedEmail, type WantedEmail, SEND_BUTTONS, stateLabel } from './email-dialog.tsx'
import sheet from './emails.css?url'
import { Money, Text } from '#app/ui/text.tsx'

const HEADING = 'emails'

type EmailReservation = Pick<AdminReservation, 'id' | 'status' | 'email' | 'sentEmails' | 'invoices'>

interface EmailSectionProps {
  reservation: EmailReservation
  /**
   * Called when the page must reload the reservation, because an e-mail was enqueued or the page is outdated.
   */
  onChanged: () => void
  children?: ReactNode
}

export function EmailSection({ reservation, onChanged, children }: EmailSectionProps) {
  const [opened, setOpened] = useState<OpenedEmail | null>(null)
  const { sentEmails } = reservation
  return (
    <Section className="mails-part" id={HEADING} title="Emails" focusable data-hydrate>
      <Stylesheet href={sheet} />
      {sentEmails.length === 0 ? (
        <p>No emails yet.</p>
      ) : (
        <EmailTable
          mails={sentEmails.toReversed()}
          labelledBy={HEADING}
          onOpen={(id) => setOpened({ kind: 'view', id })}
          resends
        />
      )}
      <SendButtons reservation={reservation} onWanted={(mail) => setOpened({ kind: 'send', mail })} />
      {children}
      <EmailDialog
        opened={opened}
        reservationId={reservation.id}
        onClose={() => setOpened(null)}
        onChanged={onChanged}
      />
    </Section>
  )
}

interface SendButtonsProps {
  reservation: EmailReservation
  onWanted: (mail: WantedEmail) => void
}

function SendButtons({ reservation: { status, email, invoices }, onWanted }: SendButtonsProps) {
  if (status === 'pending')
    return <p className="note">You can email this guest once the stay is confirmed.</p>
  if (status !== 'confirmed') return <p className="note">Here you can email only confirmed guests.</p>
  if (email === '')
    return <p className="note">This guest has no email address, so no emails are sent. Call them instead.</p>
  return (
    <>
      <h3 id="send-emails">Send an email</h3>
      <ul className="plain-list send-emails" aria-labelledby="send-emails">
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
                <Text>
                  {invoiceLabel(invoice)}, invoice #{id}:
                </Text>{' '}
                <Money cents={amount} />
                <Text>{due && `, due ${formatDay(due)}`}.</Text>
              </span>
            </li>
          ))}
      </ul>
    </>
  )
}

type ListedEmail = Omit<AdminReservation['sentEmails'][number], 'emailType'> & { emailType: string }

interface EmailTableProps {
  mails: readonly (ListedEmail & { about?: string })[]
  labelledBy: string
  onOpen: (id: number) => void
  /** True if the table shows a "Resend" button for each failed e-mail. */
  resends?: boolean
}

export function EmailTable({ mails, labelledBy, onOpen, resends = false }: EmailTableProps) {
  return (
    <table className="ruled-table mails" aria-labelledby={labelledBy}>
      <TableHead heads={['Type', 'Subject', 'Sent']} />
      <tbody>
        {mails.map(({ id, emailType, subject, sentAt, status, failure, about }) => (
          <tr key={id} className={`mail-row mail-${status}`}>
            <td>{emailLabel(emailType)}</td>
            <td>
              {/* This button covers its whole table row, so pressing anywhere in the row opens the e-mail. */}
              <TextButton onClick={() => onOpen(id)}>
                {subject || (status === 'sent' ? 'Read the email' : 'Preview the email')}
              </TextButton>
              {about !== undefined && <span className="mail-why">{about}</span>}
            </td>
            <td>
              <span className="mail-when">
                <Text>{stateLabel({ status, sentAt })}</Text>
              </span>
              {failure && <span className="mail-why">{capitalized(failure)}</span>}
              {resends && status === 'failed' && (
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
