import { Button, TextButton } from '#ui/button.tsx'
import type { ListedMail } from './mail-reservation.ts'
import { stateWords, typeWords } from './mail-words.ts'

interface MailTableProps {
  /** Oldest first. */
  mails: readonly ListedMail[]
  labelledBy: string
  onOpen: (id: number) => void
}

/** The table of e-mails that were sent or wait, the newest first; each opens. */
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
        {mails.toReversed().map(({ id, emailType, subject, sentAt, status, failure }) => (
          <tr key={id} className={`mail-row mail-${status}`}>
            <td>{typeWords(emailType)}</td>
            <td>
              {/* Its button covers the whole row. */}
              <TextButton onClick={() => onOpen(id)}>{subject || 'Not written yet'}</TextButton>
            </td>
            <td>
              {stateWords({ status, sentAt })}
              {failure && <span className="mail-why">{failure}</span>}
              {status === 'failed' && (
                <Button
                  look="plain"
                  aria-haspopup="dialog"
                  aria-label={`Send again: ${typeWords(emailType)}`}
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
