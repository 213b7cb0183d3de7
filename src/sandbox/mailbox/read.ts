/** A captured mail as people and tests read it, parsed by another library than the one that built it. */
import type { Address, Attachment } from 'postal-mime'
import type { StoredMail } from './store.ts'

/** What `mail.json` tells of a mail (R22.2). Addresses stand alone, without names; the page shows both. */
export interface MailSummary {
  id: number
  /** ISO 8601. */
  date: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string }[]
}

interface Person {
  name: string
  address: string
}

export interface CapturedMail extends MailSummary {
  headers: { name: string; value: string }[]
  /** Sender and recipient with their names, decoded. */
  people: { from: Person; to: Person }
  files: { filename: string; contentType: string; content: Uint8Array }[]
  raw: string
}

export async function readMail(stored: StoredMail): Promise<CapturedMail> {
  // Loaded when the first mail is looked at.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(Buffer.from(stored.raw, 'latin1'))
  const files = mail.attachments.map(({ filename, mimeType, content }, index) => ({
    filename: filename ?? `attachment-${index + 1}`,
    contentType: mimeType,
    content: bytesOf(content, mimeType),
  }))
  return {
    id: stored.id,
    date: stored.receivedAt.toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: files.map(({ filename, contentType }) => ({ filename, contentType })),
    people: { from: person(mail.from), to: person(mail.to?.[0]) },
    headers: mail.headerLines.map(({ line }) => headerOf(line)),
    files,
    raw: stored.raw,
  }
}

// The parser turns a calendar's line ends into bare line feeds; the format's own are CR LF.
function bytesOf(content: Attachment['content'], mimeType: string): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
  if (mimeType !== 'text/calendar') return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll(/\r?\n/g, '\r\n'))
}

const person = (address: Address | undefined): Person => ({
  name: address?.name ?? '',
  address: address?.address ?? '',
})

function headerOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  return {
    name: line.slice(0, colon),
    value: line
      .slice(colon + 1)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }
}

/** The mail without what only its own page shows. */
export function summary(mail: CapturedMail): MailSummary {
  const { id, date, from, to, subject, text, html, attachments } = mail
  return { id, date, from, to, subject, text, html, attachments }
}
