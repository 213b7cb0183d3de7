/** The way out: an envelope and bytes, as mail servers speak of them. SMTP here; the mailbox of the sandbox is the other. */
import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** Bare addresses. */
  from: string
  to: string
  raw: Buffer
}

/** `refused`: this recipient for good; `unavailable`: try again. Reasons are for people, and hold no personal data. */
export type SendResult = { outcome: 'accepted' } | { outcome: 'refused' | 'unavailable'; reason: string }

export interface MailTransport {
  send(mail: OutgoingMail): Promise<SendResult>
}

const SECOND = 1000

/** How long a server that did not answer is left alone: 50 waiting mails must not each wait for a timeout. */
const REST_AFTER_SILENCE = 20 * SECOND

const TIMEOUTS = {
  dnsTimeout: 5 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  // Between the data's end and the server's word a mail may already be accepted: be patient, or it goes out twice.
  socketTimeout: 60 * SECOND,
}

/** A mail server by its URL (`smtp://`, `smtps://`; options of nodemailer in the query). */
export function createSmtpTransport({ url, now }: { url: string; now(): Date }): MailTransport {
  const smtp = createTransport({ ...TIMEOUTS, url, disableFileAccess: true, disableUrlAccess: true })
  let silentUntil = 0
  return {
    async send({ from, to, raw }) {
      if (now().getTime() < silentUntil) return unavailable('the mail server did not answer a moment ago')
      try {
        await smtp.sendMail({ envelope: { from, to: [to] }, raw })
        return { outcome: 'accepted' }
      } catch (error) {
        const result = resultOf(error)
        if (!isAnswer(error)) silentUntil = now().getTime() + REST_AFTER_SILENCE
        return result
      }
    },
  }
}

const unavailable = (reason: string): SendResult => ({ outcome: 'unavailable', reason })

interface SmtpError {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

const isAnswer = (error: unknown) =>
  typeof (error as SmtpError).responseCode === 'number' || (error as SmtpError).code === 'EENVELOPE'

function resultOf(error: unknown): SendResult {
  const { code, originalCode, command, response, responseCode } = error as SmtpError
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

/** What a server's answer means, told by its codes (RFC 5321, RFC 3463). */
function answerWords(answer: {
  responseCode: number
  detail: string | undefined
  command: string | undefined
}) {
  const { responseCode, detail = '', command = '' } = answer
  if (detail.endsWith('.2.2')) return 'the mailbox is full'
  if (responseCode < 500) return 'the mail server asked to try again later'
  if (command.startsWith('AUTH')) return 'the mail server did not take our name and password'
  if (command !== 'RCPT TO') return 'the mail server did not take the mail'
  return detail.startsWith('5.1.') ? 'there is no such address' : 'the mail server refused the address'
}
