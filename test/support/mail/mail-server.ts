/**
 * A real SMTP server for tests. It stores the e-mails that it accepts, and refuses recipients when a test
 * asks for that.
 */
import { SMTPServer } from 'smtp-server'

const pem = (kind: string, base64: string) =>
  `-----BEGIN ${kind}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`

/**
 * A TLS certificate for `mail.ranch.example` that the server signed itself, valid from 2020 to 2120, and its
 * key.
 */
const SELF_SIGNED = {
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPyDjl94MmGe08Uh3fdB5WXk+35th3jPjHxD6u0Ji8W6hRANCAARAGoMcu53FVKiFqaMfmknsPrMplSEfB2QZYtrY05D9S/5a9Qg2JopplmkNtgq0xMnzgstE9qePQkr1GYjIDPky',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBJDCBygIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJtYWlsLnJhbmNoLmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0xGzAZBgNVBAMMEm1haWwucmFuY2guZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEAagxy7ncVUqIWpox+aSew+symVIR8HZBli2tjTkP1L/lr1CDYmimmWaQ22CrTEyfOCy0T2p49CSvUZiMgM+TIwCgYIKoZIzj0EAwIDSQAwRgIhALmcXFbJTWTiy3p2OequrT4Yx0hbNy+rbDxl4rZixJD9AiEAioIJQ5gllnf9nDO3VQQ6AaSiBqFA8Plmy8KaEKDZcrE=',
  ),
}

export interface MailServer {
  url: string
  port: number
  accepted: { to: string[]; raw: string }[]
  /**
   * The server refuses the next recipients (RCPT TO) with these replies, in this order. Afterwards it accepts
   * every recipient.
   */
  refusals: { code: number; text: string }[]
  logins: { password: string; overTls: boolean }[]
  /** From now on, delays the replies to all e-mails. Returns a function that sends the delayed replies. */
  hold(): () => void
  /** The number of e-mails to which the server has delayed its reply. */
  readonly held: number
  close(): Promise<void>
}

export interface MailServerOptions {
  /**
   * The SMTP extensions that the server offers. If this is missing, the server offers none. The server's TLS
   * certificate is self-signed.
   */
  offers?: ('STARTTLS' | 'AUTH' | 'SMTPUTF8')[]
  secure?: boolean
}

/**
 * Starts the SMTP server on a free port. With `port`, a test can start a stopped server again at the same
 * address.
 */
export async function startMailServer(
  onPort = 0,
  { offers = [], secure = false }: MailServerOptions = {},
): Promise<MailServer> {
  const accepted: MailServer['accepted'] = []
  const refusals: MailServer['refusals'] = []
  const logins: MailServer['logins'] = []
  const waiting: (() => void)[] = []
  let holding = false
  const server = new SMTPServer({
    authOptional: true,
    ...SELF_SIGNED,
    secure,
    allowInsecureAuth: true,
    hideSMTPUTF8: !offers.includes('SMTPUTF8'),
    disabledCommands: (['STARTTLS', 'AUTH'] as const).filter((command) => !offers.includes(command)),
    logger: false,
    onAuth({ username, password }, session, done) {
      logins.push({ password: password ?? '', overTls: session.secure })
      done(null, { user: username })
    },
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
  // Ignores the error: a client that does not trust the certificate closes the connection, which must not
  // fail the test.
  server.on('error', () => {})
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
    logins,
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
