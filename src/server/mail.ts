/** The way out for mail: a mail server, or the mailbox of the sandbox (R22.2). */
import { createSmtpTransport, type MailTransport } from '#features/emails/transport.ts'
import type { Services } from '#platform/services.ts'
import { createMailbox, type Mailbox } from '#sandbox/mailbox/index.ts'

export const MAIL_PATH = '/dev/mail'

export interface Mail {
  transport: MailTransport
  /** Null with a mail server. */
  mailbox: Mailbox | null
}

export function openMail(services: Services): Mail {
  const { settings, now } = services
  if (settings.mail.kind === 'smtp') {
    return { mailbox: null, transport: createSmtpTransport({ url: settings.mail.url, now }) }
  }
  const mailbox = createMailbox(services)
  return { mailbox, transport: mailbox.transport }
}
