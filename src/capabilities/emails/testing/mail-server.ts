/** A real SMTP server for tests: keeps what it accepted, and refuses what the test tells it to. */
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** Accepted mails, oldest first. */
  accepted: { to: string[]; raw: string }[]
  /** Replies to give at RCPT TO before it accepts again, in order. */
  refusals: { code: number; text: string }[]
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const accepted: MailServer['accepted'] = []
  const refusals: MailServer['refusals'] = []
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
        accepted.push({ to, raw: Buffer.concat(chunks).toString('latin1') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
