/** A mail that went out, or has not. */
import { useRef, useState } from 'react'
import { newAttempt } from '#shared/attempt.ts'
import type { Call } from '#shared/client.ts'
import { mailDocumentPath } from '#shared/links.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { getMail, resendMail } from '../desk/contract.ts'
import { useRead } from '#ui/use-read.ts'
import { MailPaper } from './mail-paper.tsx'
import { stateWords, typeWords } from './mail-words.ts'

interface MailViewerProps {
  id: number
  call: Call
  onSent: (words: string) => void
  onOutdated: () => void
  onClose: () => void
}

export function MailViewer({ id, call, onSent, onOutdated, onClose }: MailViewerProps) {
  const { found } = useRead(call, getMail, { query: { id } })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt] = useState(newAttempt)
  const under = useRef(false)
  const resend = async () => {
    if (under.current) return
    under.current = true
    setBusy(true)
    setFailure(null)
    const sent = await call(resendMail, { body: { id, attempt } })
    under.current = false
    setBusy(false)
    if (sent.ok) return onSent('The mail leaves again in a moment')
    setFailure(sent.message)
    if (sent.status === 404 || sent.status === 409) onOutdated()
  }
  if (found === null) return <output>Loading…</output>
  if (!found.ok) return <Notice tone="bad" title={found.message} />
  const { mail, status, sentAt, failure: why, emailType } = found.data
  return (
    <div className="mail-dialog">
      <p>
        {typeWords(emailType)}. {stateWords({ status, sentAt })}
      </p>
      {status !== 'sent' && why && (
        <Notice tone={status === 'failed' ? 'bad' : 'warn'} title="Why it has not gone out">
          <p>{why}</p>
        </Notice>
      )}
      {mail ? (
        <MailPaper mail={mail} address={mailDocumentPath({ id })} />
      ) : (
        <p>{status === 'sent' ? 'What it said was not kept.' : 'It cannot be shown.'}</p>
      )}
      {failure && (
        <Notice tone="bad" title="Not sent">
          <p>{failure}</p>
        </Notice>
      )}
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
