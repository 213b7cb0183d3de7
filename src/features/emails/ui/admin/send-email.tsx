/** Asks before a mail is sent, with the mail as it would be. */
import { useState } from 'react'
import { newAttempt } from '#shared/client.ts'
import { mailDocumentPath } from '#shared/links.ts'
import { Button, TextButton } from '#ui/button.tsx'
import { Alert, FailureAlert } from '#ui/alert.tsx'
import { useDialogClose } from '#ui/dialog.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import {
  type AdminType,
  emailLabel,
  previewMail,
  sendInfoReminder,
  sendInitialSignup,
  sendPaymentReminder,
  sendWelcome,
  type ShownEmail,
} from '#features/emails/contract.ts'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import sheet from './emails.css?url'
import { isForGood, SEND_BUTTONS } from './labels.ts'
import { Facts } from '#ui/facts.tsx'

/** Which mail: a payment reminder is about an invoice. */
export type WantedEmail =
  | { type: Exclude<AdminType, 'invoice-remind'> }
  | { type: 'invoice-remind'; invoiceId: number }

interface SendEmailProps {
  mail: WantedEmail
  reservationId: number
  /** Called with words when the e-mail is queued; the dialog around is closed by then. */
  onSent: (words: string) => void
  /** Called when the page is outdated. */
  onOutdated: () => void
}

export function SendEmail({ mail, reservationId, onSent, onOutdated }: SendEmailProps) {
  const close = useDialogClose() ?? undefined
  const query = previewOf(mail, reservationId)
  const { data: preview, pending, failed, refetch } = useApiQuery(previewMail, { query })
  // The attempt's key is kept while the question stands: a double press sends once.
  const [attempt] = useState(newAttempt)
  const sending = useSending(mail, { reservationId, attempt })
  const warning = SEND_BUTTONS.find(({ type }) => type === mail.type)?.warning
  const send = async () => {
    const sent = await sending.send()
    if (sent === null) return
    if (sent.ok) {
      close?.()
      return onSent(`“${emailLabel(mail.type)}” is sent in a moment`)
    }
    if (sent.status === 404 || sent.status === 409) onOutdated()
  }
  return (
    <div className="mail-dialog">
      <Stylesheet href={sheet} />
      {warning && (
        <Alert tone="warn">
          <p>{warning}</p>
        </Alert>
      )}
      {pending && <output>Writing it…</output>}
      <FailureAlert failed={failed} onRetry={failed && isForGood(failed) ? undefined : refetch} />
      {preview && <EmailPreview mail={preview} address={mailDocumentPath(query)} />}
      <FailureAlert failed={sending.failed} title="Not sent" />
      <div className="button-row">
        <Button look="plain" onClick={sending.busy ? undefined : close}>
          Cancel
        </Button>
        {preview && (
          <Button busy={sending.busy} onClick={() => void send()}>
            Send it
          </Button>
        )}
      </div>
    </div>
  )
}

const previewOf = (mail: WantedEmail, reservationId: number) => ({
  type: mail.type,
  reservationId,
  ...(mail.type === 'invoice-remind' ? { invoiceId: mail.invoiceId } : {}),
})

interface Sending {
  reservationId: number
  attempt: string
}

/** Each kind of mail is sent by a call of its own. */
function useSending(mail: WantedEmail, { reservationId, attempt }: Sending) {
  const body = { reservationId, attempt }
  const welcome = useApiMutation(sendWelcome)
  const info = useApiMutation(sendInfoReminder)
  const signUp = useApiMutation(sendInitialSignup)
  const payment = useApiMutation(sendPaymentReminder)
  switch (mail.type) {
    case 'welcome-info':
      return { ...welcome, send: () => welcome.send({ body }) }
    case 'info-remind':
      return { ...info, send: () => info.send({ body }) }
    case 'signup-success-simple':
      return { ...signUp, send: () => signUp.send({ body }) }
    case 'invoice-remind':
      return { ...payment, send: () => payment.send({ body: { invoice: mail.invoiceId, attempt } }) }
  }
}

/** The policy of our page, which a document of text has too, allows styles at elements alone. */
const withoutStylesheet = (html: string) => html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '')

interface EmailPreviewProps {
  mail: ShownEmail
  /** The address of the e-mail as a document, whose own policy lets its styles in; missing where only its text is known. */
  address?: string
}

/** A mail to look at: to whom, about what, as mail programs show it, or as text. */
export function EmailPreview({ mail: { to, subject, text, html }, address }: EmailPreviewProps) {
  const [asText, setAsText] = useState(false)
  return (
    <div className="mail">
      <Facts
        className="mail-head"
        facts={[
          ['To', to],
          ['Subject', subject],
        ]}
      />
      <TextButton onClick={() => setAsText(!asText)}>
        {asText ? 'Show it as it looks' : 'Show it as text'}
      </TextButton>
      {asText ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <pre className="mail-text" tabIndex={0} aria-label={`${subject}, as text`}>
          {text}
        </pre>
      ) : (
        // The frame is sandboxed: nothing in it runs, submits or opens.
        <iframe
          className="mail-frame"
          title={`The email: ${subject}`}
          sandbox=""
          {...(address === undefined ? { srcDoc: withoutStylesheet(html) } : { src: address })}
        />
      )}
    </div>
  )
}
