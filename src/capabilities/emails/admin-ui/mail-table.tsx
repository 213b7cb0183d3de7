import { TextButton } from '../../../shared/ui/button.tsx'
import type { ListedMail } from './mail-reservation.ts'
import { stateWords, typeWords } from './mail-words.ts'

interface MailTableProps {
  /** Oldest first. */
  mails: readonly ListedMail[]
  labelledBy: string
  onOpen: (id: number) => void
}

/** What was sent or waits, the newest first; each opens. */
export function MailTable({ mails, labelledBy, onOpen }: MailTableProps) {
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
        {mails.toReversed().map(({ id, emailType, subject, sentAt, status }) => (
          <tr key={id} className={`mail-row mail-${status}`}>
            <td data-label="Type">{typeWords(emailType)}</td>
            <td data-label="Subject">
              {/* Its button covers the whole row. */}
              <TextButton onClick={() => onOpen(id)}>{subject || 'Not written yet'}</TextButton>
            </td>
            <td data-label="Sent">{stateWords({ status, sentAt })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
