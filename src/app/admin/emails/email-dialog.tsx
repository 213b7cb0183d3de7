import { type ComponentProps, useState } from 'react'
import { emailLabel } from '#shared/email-types.ts'
import {
  getMail,
  resendMail,
  type AdminType,
  previewMail,
  sendInfoReminder,
  sendInitialSignup,
  sendPaymentReminder,
  sendWelcome,
  type ShownEmail,
} from '#domain/mail/emails/contract.ts'
import { isOutdated, newAttempt, type Failed } from '#shared/client.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { mailDocumentPath } from '#shared/links.ts'
import { Button, TextButton } from '#app/ui/button.tsx'
import { Dialog, useCloseDialog } from '#app/ui/dialog.tsx'
import { Alert, FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { announce } from '#app/ui/toast.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './emails.css?url'
import { Facts } from '#app/ui/facts.tsx'
import { formatInstant } from '#shared/format-days.ts'
import { capitalized } from '#shared/text.ts'
import { Text } from '#app/ui/text.tsx'

export type OpenedEmail = { kind: 'view'; id: number } | { kind: 'send'; mail: WantedEmail }

interface EmailDialogProps {
  opened: OpenedEmail | null
  reservationId: number
  /** Called when the page must reload, because an e-mail was enqueued or the page shows outdated data. */
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

export function stateLabel({ status, sentAt }: Pick<ReplyOf<typeof getMail>, 'status' | 'sentAt'>): string {
  if (status === 'failed') return 'Not sent.'
  if (status === 'queued' || sentAt === null) return 'On its way.'
  return `Sent ${formatInstant(sentAt)}.`
}

/** Renders an e-mail that the site has sent, will send soon, or failed to send. */
function SentEmail({ id, onSent, onOutdated, onClose }: SentEmailProps) {
  const { data, failed, refetch } = useApiQuery(getMail, { query: { id } })
  const { send, busy, failed: unsent } = useApiMutation(resendMail)
  const [attempt] = useState(newAttempt)
  const resend = async () => {
    const sent = await send({ body: { id, attempt } })
    if (sent === null) return
    if (sent.ok) return onSent('The email will be sent again in a moment')
    if (isOutdated(sent)) onOutdated()
  }
  if (data === null)
    return failed ? <FailureAlert failed={failed} onRetry={refetch} /> : <output>Loading…</output>
  const { mail, status, sentAt, failure: why, emailType } = data
  return (
    <div className="mail-dialog">
      <p>
        <Text>
          {emailLabel(emailType)}. {stateLabel({ status, sentAt })}
        </Text>
      </p>
      {status !== 'sent' && why && (
        <Alert
          tone={status === 'failed' ? 'bad' : 'warn'}
          title="Why it was not sent"
          text={`${capitalized(why)}.${status === 'failed' ? ' When that is fixed, press “Send again”.' : ''}`}
        />
      )}
      {mail ? (
        <EmailPreview mail={mail} address={mailDocumentPath({ id })} />
      ) : (
        <p>{status === 'sent' ? 'The site kept no copy of its text.' : 'This email cannot be shown.'}</p>
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

/** An e-mail that the admin wants to send. Only a payment reminder belongs to an invoice. */
export type WantedEmail =
  | { type: Exclude<AdminType, 'invoice-remind'> }
  | { type: 'invoice-remind'; invoiceId: number }

/**
 * The e-mails that an admin can send about a reservation, each with its purpose and a warning. Payment
 * reminders are not in this list, because each one belongs to an invoice.
 */
export const SEND_BUTTONS = [
  { type: 'welcome-info', does: 'Travel information.', warning: null },
  { type: 'info-remind', does: 'Asks for details that are still missing.', warning: null },
  {
    type: 'signup-success-simple',
    does: 'Confirms the spot, with the private link.',
    warning: 'The site normally sends this email automatically when a guest signs up.',
  },
] as const satisfies { type: AdminType; does: string; warning: string | null }[]

interface SendEmailProps {
  mail: WantedEmail
  reservationId: number
  onSent: (words: string) => void
  onOutdated: () => void
}

export function SendEmail({ mail, reservationId, onSent, onOutdated }: SendEmailProps) {
  const close = useCloseDialog() ?? undefined
  const query = previewOf(mail, reservationId)
  const { data: preview, pending, failed, refetch } = useApiQuery(previewMail, { query })
  // A random key for each opened dialog. The server sends one e-mail per key, even after a double click.
  const [attempt] = useState(newAttempt)
  const sending = useSending(mail, { reservationId, attempt })
  const warning = SEND_BUTTONS.find(({ type }) => type === mail.type)?.warning
  const send = async () => {
    const sent = await sending.send()
    if (sent === null) return
    if (sent.ok) {
      close?.()
      return onSent(`“${emailLabel(mail.type)}” will be sent in a moment`)
    }
    if (isOutdated(sent)) onOutdated()
  }
  return (
    <div className="mail-dialog">
      <Stylesheet href={sheet} />
      {warning && <Alert tone="warn" text={warning} />}
      {pending && <output>Preparing the email…</output>}
      <FailureAlert failed={failed} onRetry={failed && isFinalFailure(failed) ? undefined : refetch} />
      {preview && <EmailPreview mail={preview} address={mailDocumentPath(query)} />}
      <FailureAlert failed={sending.failed} title="Not sent" />
      <div className="button-row">
        <Button look="plain" onClick={sending.busy ? undefined : close}>
          Cancel
        </Button>
        {preview && (
          <Button busy={sending.busy} onClick={() => void send()}>
            Send the email
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Returns true if a retry would fail too: the e-mail has no reason or no address anymore, or the guest's data
 * was deleted.
 */
export const isFinalFailure = (failed: Pick<Failed, 'status'>): boolean =>
  isOutdated(failed) || failed.status === 410

const previewOf = (mail: WantedEmail, reservationId: number) => ({
  type: mail.type,
  reservationId,
  ...(mail.type === 'invoice-remind' ? { invoiceId: mail.invoiceId } : {}),
})

interface Sending {
  reservationId: number
  attempt: string
}

/**
 * Returns the function that sends the e-mail `mail`, and the progress of the sending. Each e-mail type has
 * its own endpoint.
 */
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

/**
 * Removes style elements from an e-mail's HTML. The page's content security policy also applies to a `srcdoc`
 * frame, and allows only style attributes.
 */
const withoutStylesheet = (html: string) => html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '')

interface EmailPreviewProps {
  mail: ShownEmail
  /**
   * The address at which the site serves the e-mail as HTML with its styles. Missing if the e-mail has only
   * text.
   */
  address?: string
}

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
        {asText ? 'Show as the guest sees it' : 'Show as plain text'}
      </TextButton>
      {asText ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long e-mail scrolls, so keyboard users must be able to focus it
        <pre className="mail-text" tabIndex={0} aria-label={`${subject}, as text`}>
          {text}
        </pre>
      ) : (
        // The frame's sandbox allows no scripts, no forms and no new windows.
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
