/**
 * Builds the bytes of an e-mail and sends them by SMTP, or to the e-mail sandbox. Loads the two libraries for this
 * only when the first e-mail is sent.
 */
import type { Transporter } from 'nodemailer'
import { asciiAddress, needsUtf8 } from '#shared/email-address.ts'
import type { Mailbox } from './addresses.ts'
import type { RenderedEmail } from './definition.ts'

export interface Draft extends RenderedEmail {
  from: Mailbox
  replyTo: Mailbox
  to: Mailbox
  /** The Message-ID with its angle brackets. Each attempt to send the e-mail uses the same Message-ID. */
  messageId: string
  date: Date
  /** The attached files. Each is sent byte for byte, because a calendar file must keep its line ends. */
  attachments: { filename: string; content: string; contentType: string }[]
}

export async function toMime(draft: Draft): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...draft,
    attachments: draft.attachments.map((file) => ({ ...file, contentTransferEncoding: 'base64' })),
    headers: {
      // Asks other mail systems not to send automatic replies such as vacation notices (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
    ...NOTHING_FETCHED,
  })
  return composer.compile().build()
}

/** Keeps nodemailer from reading a file or a web address that a text names. */
const NOTHING_FETCHED = { disableFileAccess: true, disableUrlAccess: true }

interface OutgoingMail {
  /** The address of the sender without a name. `to` is that of the recipient. */
  from: string
  to: string
  raw: Buffer
}

/**
 * `refused` means that the server will never accept this e-mail. `unavailable` means that the site should try again
 * later. The reason is a text without personal data.
 */
type SendResult = { outcome: 'accepted' } | { outcome: 'refused' | 'unavailable'; reason: string }

export interface MailTransport {
  send(mail: OutgoingMail): Promise<SendResult>
}

const SECOND = 1000

/**
 * After the mail server did not answer, the site sends no e-mail for this many milliseconds. Otherwise each of 50
 * queued e-mails would wait for its own timeout.
 */
const REST_AFTER_SILENCE = 20 * SECOND

const TIMEOUTS = {
  dnsTimeout: 5 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  // This timeout is long, because the server may accept an e-mail and reply only later. With a short one, the site
  // would send the e-mail twice.
  socketTimeout: 60 * SECOND,
}

/**
 * Returns a transport for the URL of a mail server: `smtp://` or `smtps://`, with nodemailer options in the query.
 * Sends the password to another machine only over TLS.
 */
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

/**
 * Returns true if the mail server supports addresses with non-ASCII letters (RFC 6531). Reads nodemailer's log,
 * because nodemailer shows the server's reply nowhere else.
 */
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

/**
 * Returns the failure for an address with non-ASCII letters that the mail server does not support. If the sender has
 * such an address, the failure is temporary, because the operator can change it. For a guest's address, it is
 * permanent.
 */
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

/** Returns true if the mail server replied at all. If it did, the site need not pause before the next e-mail. */
const isAnswer = (error: SmtpError) =>
  typeof error.responseCode === 'number' || error.code === 'EENVELOPE' || tlsWords(error) !== null

function resultOf(error: SmtpError): SendResult {
  const { code, originalCode, command, response, responseCode } = error
  const tls = tlsWords(error)
  if (tls !== null) return unavailable(tls)
  if (responseCode === undefined) {
    // nodemailer refused the e-mail before sending it, because this mail server cannot accept such an address.
    if (code === 'EENVELOPE') return { outcome: 'refused', reason: 'the address cannot be used' }
    return unavailable(`the mail server could not be reached (${originalCode ?? code ?? 'unknown'})`)
  }
  // The mail server's reply often quotes the guest's address, so the site stores only the codes in the reply.
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const codes = [responseCode, detail].filter(Boolean).join(' ')
  const reason = `${answerWords({ responseCode, detail, command })} (${codes})`
  // Only a refusal of the recipient is final. Servers also call a failed login, a bad sender or a policy permanent,
  // but the operator can solve these problems.
  const final = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 503
  return final ? { outcome: 'refused', reason } : unavailable(reason)
}

/**
 * Matches the texts of OpenSSL and the codes of Node for a certificate whose issuer is unknown. nodemailer can return
 * either (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const UNKNOWN_ISSUER = /self[- _]signed|unable[ _]to[ _](verify|get)/i

/** Returns a description of a TLS problem, or null if the failure has another cause. */
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

/** Returns the mail server's reply in words, from its codes (RFC 5321, RFC 3463). */
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
