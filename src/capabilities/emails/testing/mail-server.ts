/** A real SMTP server for tests: keeps what it accepted, and refuses what the test tells it to. */
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  port: number
  /** Accepted mails, oldest first. */
  accepted: { to: string[]; raw: string }[]
  /** Replies to give at RCPT TO before it accepts again, in order. */
  refusals: { code: number; text: string }[]
  /** From now on mails are taken in and not answered; call what it returns to answer them all. */
  hold(): () => void
  /** How many wait for an answer. */
  readonly held: number
  close(): Promise<void>
}

/** On a port of its own unless told which, as one that was closed comes back. */
export async function startMailServer(onPort = 0): Promise<MailServer> {
  const accepted: MailServer['accepted'] = []
  const refusals: MailServer['refusals'] = []
  const waiting: (() => void)[] = []
  let holding = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift()
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const answer = () => {
          accepted.push({ to, raw: Buffer.concat(chunks).toString('latin1') })
          done()
        }
        if (holding) waiting.push(answer)
        else answer()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(onPort, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    accepted,
    refusals,
    hold() {
      holding = true
      return () => {
        holding = false
        for (const answer of waiting.splice(0)) answer()
      }
    },
    get held() {
      return waiting.length
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
