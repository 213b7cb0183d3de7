/**
 * The way out: the bytes of a mail, built once, and the envelope that carries them, as mail servers speak of them. SMTP here; the
 * mailbox of the sandbox is the other. What builds and sends is loaded with the first mail.
 */
import type { Transporter } from 'nodemailer'
import { asciiAddress, needsUtf8 } from '#shared/email-address.ts'
import type { Mailbox } from './addresses.ts'
import type { RenderedEmail } from './definition.ts'

export interface Draft extends RenderedEmail {
  from: Mailbox
  replyTo: Mailbox
  to: Mailbox
  /** The Message-ID with its angle brackets; the same at every try. */
  messageId: string
  date: Date
  /** Sent byte for byte: calendar files keep their line ends. */
  attachments: { filename: string; content: string; contentType: string }[]
}

export async function toMime(draft: Draft): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...draft,
    attachments: draft.attachments.map((file) => ({ ...file, contentTransferEncoding: 'base64' })),
    headers: {
      // Keeps holiday notices from answering (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
    ...NOTHING_FETCHED,
  })
  return composer.compile().build()
}

/** A text that names a file or an address is sent as it is. */
const NOTHING_FETCHED = { disableFileAccess: true, disableUrlAccess: true }

interface OutgoingMail {
  /** Bare addresses. */
  from: string
  to: string
  raw: Buffer
}

/** `refused`: this recipient for good; `unavailable`: try again. Reasons are for people, and hold no personal data. */
type SendResult = { outcome: 'accepted' } | { outcome: 'refused' | 'unavailable'; reason: string }

export interface MailTransport {
  send(mail: OutgoingMail): Promise<SendResult>
}

const SECOND = 1000

/** The milliseconds for which a server that did not answer is left alone: 50 waiting mails must not each wait for a timeout. */
const REST_AFTER_SILENCE = 20 * SECOND

const TIMEOUTS = {
  dnsTimeout: 5 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  // Between the data's end and the server's word a mail may already be accepted: be patient, or it goes out twice.
  socketTimeout: 60 * SECOND,
}

/** A mail server by its URL (`smtp://`, `smtps://`; options of nodemailer in the query). A password leaves this machine over TLS only. */
export function createSmtpTransport({ url, now }: { url: string; now(): Date }): MailTransport {
  const options = { ...TIMEOUTS, ...NOTHING_FETCHED, url: withSafePassword(url) }
  let smtp: Promise<Transporter> | null = null
  let takesUtf8: Promise<boolean> | null = null
  let silentUntil = 0
  return {
    async send({ from, to, raw }) {
      if (now().getTime() < silentUntil) return unavailable('the mail server did not answer a moment ago')
      const sender = asciiAddress(from)
      const recipient = asciiAddress(to)
      try {
        if (needsUtf8(from) || needsUtf8(to)) {
          takesUtf8 ??= askForUtf8(options).catch((error: unknown) => {
            takesUtf8 = null
            throw error
          })
          if (!(await takesUtf8)) return withoutUtf8(from)
        }
        smtp ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
        await (await smtp).sendMail({ envelope: { from: sender, to: [recipient] }, raw })
        return { outcome: 'accepted' }
      } catch (thrown) {
        const error = thrown as SmtpError
        if (!isAnswer(error)) silentUntil = now().getTime() + REST_AFTER_SILENCE
        return resultOf(error)
      }
    },
  }
}

/** Asks the mail server whether it takes letters other than ASCII before the @ (RFC 6531): nodemailer shows its answer only in the log. */
async function askForUtf8(options: { url: string }): Promise<boolean> {
  const { createTransport } = await import('nodemailer')
  let offered = false
  const debug = (_entry: unknown, words: unknown) => {
    if (/^250[ -]SMTPUTF8\b/im.test(String(words))) offered = true
  }
  const probe = createTransport({ ...options, transactionLog: true, logger: { debug, info() {} } })
  try {
    await probe.verify()
  } finally {
    probe.close()
  }
  return offered
}

/** The sender's address is ours to mend; the guest's has to be another one. */
const withoutUtf8 = (from: string): SendResult =>
  needsUtf8(from)
    ? unavailable('the mail server takes no letters like those before the @ in MAIL_FROM (SMTPUTF8)')
    : {
        outcome: 'refused',
        reason:
          'the mail server takes no letters like those before the @ (SMTPUTF8): ask for another address',
      }

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function withSafePassword(url: string): string {
  const address = new URL(url)
  if (address.password !== '' && !LOOPBACK.test(address.hostname))
    address.searchParams.set('requireTLS', 'true')
  return address.href
}

const unavailable = (reason: string): SendResult => ({ outcome: 'unavailable', reason })

interface SmtpError {
  message?: string
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Errors that a server answered with: others find the same at once, without a timeout. */
const isAnswer = (error: SmtpError) =>
  typeof error.responseCode === 'number' || error.code === 'EENVELOPE' || tlsWords(error) !== null

function resultOf(error: SmtpError): SendResult {
  const { code, originalCode, command, response, responseCode } = error
  const tls = tlsWords(error)
  if (tls !== null) return unavailable(tls)
  if (responseCode === undefined) {
    // Refused before it was sent: an address that this server cannot take at all.
    if (code === 'EENVELOPE') return { outcome: 'refused', reason: 'the address cannot be used' }
    return unavailable(`the mail server could not be reached (${originalCode ?? code ?? 'unknown'})`)
  }
  // The server's words often quote the address, so only its codes are kept.
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const codes = [responseCode, detail].filter(Boolean).join(' ')
  const reason = `${answerWords({ responseCode, detail, command })} (${codes})`
  // Only the recipient's refusal is final. Other permanent replies (login, sender, policy) are ours to mend.
  const final = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 503
  return final ? { outcome: 'refused', reason } : unavailable(reason)
}

/** OpenSSL's own words, which Node gives as codes where nodemailer leaves them (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const UNKNOWN_ISSUER = /self[- _]signed|unable[ _]to[ _](verify|get)/i

/** The problem with the encryption in words; null: it was something else. */
function tlsWords({
  message = '',
  code,
  originalCode = '',
  command,
  responseCode,
}: SmtpError): string | null {
  if (UNKNOWN_ISSUER.test(`${originalCode} ${message}`))
    return 'the mail server’s certificate is from an unknown issuer: set NODE_EXTRA_CA_CERTS to the file of that issuer'
  if (command === 'STARTTLS' && responseCode !== undefined)
    return 'the mail server offers no encryption (STARTTLS), and the password of SMTP_URL is not sent without: use smtps://, or another server'
  if (code !== 'ETLS' && !/CERT/.test(originalCode)) return null
  return `no encryption could be agreed on with the mail server (${originalCode || 'TLS'})`
}

/** The server's answer in words, by its codes (RFC 5321, RFC 3463). */
function answerWords(answer: {
  responseCode: number
  detail: string | undefined
  command: string | undefined
}) {
  const { responseCode, detail = '', command = '' } = answer
  if (detail.endsWith('.2.2')) return 'the mailbox is full'
  if (responseCode < 500) return 'the mail server asked to try again later'
  if (command.startsWith('AUTH')) return 'the mail server did not take our name and password'
  if (command !== 'RCPT TO') return 'the mail server did not take the message'
  return detail.startsWith('5.1.') ? 'there is no such address' : 'the mail server refused the address'
}
