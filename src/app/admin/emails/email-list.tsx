/** A page of the site's e-mails, or of the e-mails of one event, as staff read it. */
import { useState } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { listAllEmails } from '#domain/mail/emails/contract.ts'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { EmailDialog, type OpenedEmail } from './email-dialog.tsx'
import { EmailTable } from './email-section.tsx'
import sheet from './emails.css?url'

type Listed = ReplyOf<typeof listAllEmails>['emails'][number]

interface EmailListProps {
  emails: readonly Listed[]
  labelledBy: string
  /** True if each line names the event. The list of one event need not name it. */
  namesEvent?: boolean
  /** The text to show if there is no e-mail. */
  empty: string
  /** Called after an e-mail was sent again. */
  onChanged: () => void
}

export function EmailList({ emails, labelledBy, namesEvent = false, empty, onChanged }: EmailListProps) {
  const [opened, setOpened] = useState<OpenedEmail | null>(null)
  return (
    <>
      <Stylesheet href={sheet} />
      {emails.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <EmailTable
          mails={emails.map(({ type, ...mail }) => ({
            ...mail,
            emailType: type,
            subject: mail.subject ?? '',
            about: [nameOf(mail), namesEvent && mail.event].filter(Boolean).join(', '),
          }))}
          labelledBy={labelledBy}
          onOpen={(id) => setOpened({ kind: 'view', id })}
        />
      )}
      <EmailDialog opened={opened} reservationId={0} onClose={() => setOpened(null)} onChanged={onChanged} />
    </>
  )
}

const nameOf = ({ name, reservationId }: Pick<Listed, 'name' | 'reservationId'>) =>
  name ?? (reservationId === null ? null : 'A deleted guest')
