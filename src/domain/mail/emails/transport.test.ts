/** Tests what the site sends to a mail server over a real SMTP connection, with and without TLS. */
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startMailServer, type MailServer, type MailServerOptions } from '#test/support/mail/mail-server.ts'
import { createSmtpTransport } from './transport.ts'

const MAIL = { from: 'a@ranch.example', to: 'b@guests.example', raw: Buffer.from('Subject: x\r\n\r\nx') }
/** An address that reaches this machine, although the site takes it for another machine's address. */
const ELSEWHERE = '0.0.0.0'
const TRUSTING = 'tls.rejectUnauthorized=false'

let server: MailServer
afterEach(() => server?.close())

async function send(options: MailServerOptions, address: (port: number) => string, mail = MAIL) {
  server = await startMailServer(0, options)
  return createSmtpTransport({ url: address(server.port), now: () => new Date() }).send(mail)
}

test.each([
  ['by default', ''],
  ['with TLS turned off in the URL', '?requireTLS=false&ignoreTLS=true&opportunisticTLS=true'],
])('sends no password to a remote mail server without TLS (%s), and says why', async (_, query) => {
  const sent = await send({ offers: ['AUTH'] }, (port) => `smtp://u:hush@${ELSEWHERE}:${port}/${query}`)
  expect(sent).toMatchObject({ outcome: 'unavailable', reason: expect.stringMatching(/STARTTLS.+smtps:/) })
  expect(server.logins).toEqual([])
  expect(server.accepted).toEqual([])
})

test('sends the password to a mail server that offers TLS, over TLS', async () => {
  const sent = await send(
    { offers: ['AUTH', 'STARTTLS'] },
    (port) => `smtp://u%40ranch.example:hu%2Fsh@${ELSEWHERE}:${port}?${TRUSTING}`,
  )
  expect(sent).toEqual({ outcome: 'accepted' })
  expect(server.logins).toEqual([{ password: 'hu/sh', overTls: true }])
})

test.each(['localhost', '127.0.0.1'])(
  'sends the password even without TLS to a mail server on this machine (%s)',
  async (host) => {
    expect(await send({ offers: ['AUTH'] }, (port) => `smtp://u:hush@${host}:${port}`)).toEqual({
      outcome: 'accepted',
    })
    expect(server.logins).toEqual([{ password: 'hush', overTls: false }])
  },
)

test('sends e-mails without TLS to a mail server that needs no password', async () => {
  expect(await send({}, (port) => `smtp://${ELSEWHERE}:${port}`)).toEqual({ outcome: 'accepted' })
})

test.each<[string, MailServerOptions, string]>([
  ['STARTTLS', { offers: ['AUTH', 'STARTTLS'] }, 'smtp'],
  ['smtps', { offers: ['AUTH'], secure: true }, 'smtps'],
])(
  'names the setting that makes the site trust a self-signed certificate (%s)',
  async (_, options, scheme) => {
    const sent = await send(options, (port) => `${scheme}://u:hush@${ELSEWHERE}:${port}`)
    expect(sent).toMatchObject({
      outcome: 'unavailable',
      reason: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    expect(server.logins).toEqual([])
    // A mail server that fails in TLS still replies. So the site tries the second e-mail, too, which fails for the
    // same reason.
    const transport = createSmtpTransport({
      url: `${scheme}://u:hush@${ELSEWHERE}:${server.port}`,
      now: () => new Date(),
    })
    expect(await transport.send(MAIL)).toEqual(await transport.send(MAIL))
  },
)

const local = (port: number) => `smtp://127.0.0.1:${port}`

test('sends to an internationalized domain by its ASCII form, which every mail server accepts (R47.3)', async () => {
  const lines: string[] = []
  const bare = createServer((socket) => {
    socket.write('220 mail.ranch.example\r\n')
    socket.on('data', (data) => {
      const [line = ''] = String(data).split('\r\n')
      lines.push(line)
      socket.write(line === 'DATA' ? '354 go on\r\n' : '250 well\r\n')
    })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo
  const transport = createSmtpTransport({ url: local(port), now: () => new Date() })
  const mail = { ...MAIL, from: 'a@höfe.example', to: 'ana@BÜCHER.example' }
  expect(await transport.send(mail)).toEqual({ outcome: 'accepted' })
  expect(lines).toContain('MAIL FROM:<a@xn--hfe-sna.example>')
  expect(lines).toContain('RCPT TO:<ana@xn--bcher-kva.example>')
  bare.close()
})

test('sends to an address with non-ASCII letters if the mail server supports it', async () => {
  const sent = await send({ offers: ['SMTPUTF8'] }, local, { ...MAIL, to: 'josé@bücher.example' })
  expect(sent).toEqual({ outcome: 'accepted' })
  expect(server.accepted).toHaveLength(1)
})

test('fails permanently for a non-ASCII address that the mail server does not support, and for no other (R47.3)', async () => {
  const refused = await send({}, local, { ...MAIL, to: 'josé@guests.example' })
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringMatching(/SMTPUTF8.+another address/) })
  expect(server.accepted).toEqual([])
  const transport = createSmtpTransport({ url: local(server.port), now: () => new Date() })
  expect(await transport.send({ ...MAIL, to: 'josé@guests.example' })).toMatchObject({ outcome: 'refused' })
  expect(await transport.send(MAIL)).toEqual({ outcome: 'accepted' })
})

test('asks for a retry if the mail server is down, even for an address with non-ASCII letters', async () => {
  server = await startMailServer(0)
  await server.close()
  const transport = createSmtpTransport({ url: local(server.port), now: () => new Date() })
  expect(await transport.send({ ...MAIL, to: 'josé@guests.example' })).toMatchObject({
    outcome: 'unavailable',
  })
  server = await startMailServer(server.port, { offers: ['SMTPUTF8'] })
  const later = createSmtpTransport({ url: local(server.port), now: () => new Date() })
  expect(await later.send({ ...MAIL, to: 'josé@guests.example' })).toEqual({ outcome: 'accepted' })
})
