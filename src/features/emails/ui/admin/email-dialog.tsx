/** The dialog of one mail: one that went out or has not, or one to send. */
import { type ComponentProps, useState } from 'react'
import { emailLabel, getMail, resendMail } from '#features/emails/contract.ts'
import { newAttempt } from '#shared/client.ts'
import { mailDocumentPath } from '#shared/links.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert, FailureAlert } from '#ui/alert.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import { EmailPreview, SendEmail, type WantedEmail } from './send-email.tsx'
import { stateLabel } from './labels.ts'
import { announce } from '#ui/toast.tsx'

export type OpenedEmail = { kind: 'view'; id: number } | { kind: 'send'; mail: WantedEmail }

interface EmailDialogProps {
  opened: OpenedEmail | null
  reservationId: number
  /** The page is to be read again: an e-mail is on its way, or what it shows is outdated. */
  onChanged: () => void
  onClose: () => void
}

export function EmailDialog({ opened, reservationId, onChanged, onClose }: EmailDialogProps) {
  const sending = {
    onOutdated: onChanged,
    onSent: (words: string) => {
      onClose()
      announce(words)
      onChanged()
    },
  }
  return (
    <Dialog
      open={opened !== null}
      onClose={onClose}
      title={opened?.kind === 'send' ? `Send “${emailLabel(opened.mail.type)}”?` : 'Email'}
      backdrop={opened?.kind === 'send' ? 'static' : true}
    >
      {opened?.kind === 'view' && <SentEmail key={opened.id} id={opened.id} {...sending} onClose={onClose} />}
      {opened?.kind === 'send' && <SendEmail mail={opened.mail} reservationId={reservationId} {...sending} />}
    </Dialog>
  )
}

interface SentEmailProps extends Pick<ComponentProps<typeof SendEmail>, 'onSent' | 'onOutdated'> {
  id: number
  onClose: () => void
}

/** A mail that went out, or has not. */
function SentEmail({ id, onSent, onOutdated, onClose }: SentEmailProps) {
  const { data, failed, refetch } = useApiQuery(getMail, { query: { id } })
  const { send, busy, failed: unsent } = useApiMutation(resendMail)
  const [attempt] = useState(newAttempt)
  const resend = async () => {
    const sent = await send({ body: { id, attempt } })
    if (sent === null) return
    if (sent.ok) return onSent('The email is sent again in a moment')
    if (sent.status === 404 || sent.status === 409) onOutdated()
  }
  if (data === null)
    return failed ? <FailureAlert failed={failed} onRetry={refetch} /> : <output>Loading…</output>
  const { mail, status, sentAt, failure: why, emailType } = data
  return (
    <div className="mail-dialog">
      <p>
        {emailLabel(emailType)}. {stateLabel({ status, sentAt })}
      </p>
      {status !== 'sent' && why && (
        <Alert tone={status === 'failed' ? 'bad' : 'warn'} title="Why it was not sent">
          <p>{why}</p>
        </Alert>
      )}
      {mail ? (
        <EmailPreview mail={mail} address={mailDocumentPath({ id })} />
      ) : (
        <p>{status === 'sent' ? 'Its text was not kept.' : 'It cannot be shown.'}</p>
      )}
      <FailureAlert failed={unsent} title="Not sent" />
      <div className="button-row">
        <Button look="plain" onClick={onClose}>
          Close
        </Button>
        {status !== 'queued' && (
          <Button look={status === 'failed' ? 'main' : 'plain'} busy={busy} onClick={() => void resend()}>
            Send again
          </Button>
        )}
      </div>
    </div>
  )
}
