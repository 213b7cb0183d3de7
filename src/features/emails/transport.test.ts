/** What leaves this machine to a mail server, and how: over real SMTP, with and without TLS. */
import { afterEach, expect, test } from 'vitest'
import { startMailServer, type MailServer, type MailServerOptions } from './testing/mail-server.ts'
import { createSmtpTransport } from './transport.ts'

const MAIL = { from: 'a@ranch.example', to: 'b@guests.example', raw: Buffer.from('Subject: x\r\n\r\nx') }
/** Reaches this very machine, and is none of its loopback names. */
const ELSEWHERE = '0.0.0.0'
const TRUSTING = 'tls.rejectUnauthorized=false'

let server: MailServer
afterEach(() => server.close())

async function send(options: MailServerOptions, address: (port: number) => string) {
  server = await startMailServer(0, options)
  return createSmtpTransport({ url: address(server.port), now: () => new Date() }).send(MAIL)
}

test.each([
  ['as it is', ''],
  ['told not to mind', '?requireTLS=false&ignoreTLS=true&opportunisticTLS=true'],
])(
  'a password is not sent to a server elsewhere that offers no TLS (%s), and the reason says so',
  async (_, query) => {
    const sent = await send({ offers: ['AUTH'] }, (port) => `smtp://u:hush@${ELSEWHERE}:${port}/${query}`)
    expect(sent).toMatchObject({ outcome: 'unavailable', reason: expect.stringMatching(/STARTTLS.+smtps:/) })
    expect(server.logins).toEqual([])
    expect(server.accepted).toEqual([])
  },
)

test('a password goes over TLS where the server offers it', async () => {
  const sent = await send(
    { offers: ['AUTH', 'STARTTLS'] },
    (port) => `smtp://u%40ranch.example:hu%2Fsh@${ELSEWHERE}:${port}?${TRUSTING}`,
  )
  expect(sent).toEqual({ outcome: 'accepted' })
  expect(server.logins).toEqual([{ password: 'hu/sh', overTls: true }])
})

test.each(['localhost', '127.0.0.1'])('on this machine (%s) it may go without', async (host) => {
  expect(await send({ offers: ['AUTH'] }, (port) => `smtp://u:hush@${host}:${port}`)).toEqual({
    outcome: 'accepted',
  })
  expect(server.logins).toEqual([{ password: 'hush', overTls: false }])
})

test('what has no password needs no TLS', async () => {
  expect(await send({}, (port) => `smtp://${ELSEWHERE}:${port}`)).toEqual({ outcome: 'accepted' })
})

test.each<[string, MailServerOptions, string]>([
  ['STARTTLS', { offers: ['AUTH', 'STARTTLS'] }, 'smtp'],
  ['smtps', { offers: ['AUTH'], secure: true }, 'smtps'],
])(
  'a certificate that is signed by itself (%s): the setting that makes it known is named',
  async (_, options, scheme) => {
    const sent = await send(options, (port) => `${scheme}://u:hush@${ELSEWHERE}:${port}`)
    expect(sent).toMatchObject({
      outcome: 'unavailable',
      reason: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    expect(server.logins).toEqual([])
    // Not a silence: the next mail learns the same.
    const transport = createSmtpTransport({
      url: `${scheme}://u:hush@${ELSEWHERE}:${server.port}`,
      now: () => new Date(),
    })
    expect(await transport.send(MAIL)).toEqual(await transport.send(MAIL))
  },
)
