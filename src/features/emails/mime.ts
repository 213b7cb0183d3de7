/** The bytes of a mail: built once, the same whichever way it goes out. */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox } from './addresses.ts'
import type { RenderedEmail } from './content.ts'

export interface Draft extends RenderedEmail {
  from: Mailbox
  replyTo: Mailbox
  to: Mailbox
  /** With its angle brackets; the same at every try. */
  messageId: string
  date: Date
  /** Sent byte for byte: calendar files keep their line ends. */
  attachments: { filename: string; content: string; contentType: string }[]
}

export async function toMime(draft: Draft): Promise<Buffer> {
  const composer = new MailComposer({
    ...draft,
    attachments: draft.attachments.map((file) => ({ ...file, contentTransferEncoding: 'base64' })),
    headers: {
      // Keeps holiday notices from answering (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
