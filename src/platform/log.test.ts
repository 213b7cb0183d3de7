import { describe, expect, test } from 'vitest'
import { createLog, logConsole, scrub } from './log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog({ destination: { write: (line: string) => lines.push(line) } }))
  return lines.join('')
}

const UUID = '0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55'

test.each([
  ['ann.lee+ranch@mail.example.test'],
  ["o'leary@mail.example.test"],
  ['zoë@müller.example'],
  [UUID],
  [UUID.toUpperCase()],
  [`https://ranch.example/complete-reservation/${UUID}?a=b`],
  ['postgres://ranch:pass@db.example/ranch'],
  ['sk_test_51Habcdefgh'],
  ['pi_3Habcdefgh_secret_xyzxyzxyz'],
  ['4242 4242 4242 4242'],
  ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln'],
  ['Q2xvdWRzYXJlcHJldHR5YW5kc29hcmVob3JzZXM'],
])('replaces %s in a log line', (secret) => {
  const scrubbed = scrub(`before ${secret} after`)
  expect(scrubbed).toMatch(/^before .*\[\w+\].* after$/)
  expect(scrubbed).not.toContain(secret)
  expect(scrubbed).not.toContain('pass@')
})

test('does not remove error codes from a log line', () => {
  const codes = ['OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']
  for (const code of codes) expect(scrub(`failed: ${code}`)).toBe(`failed: ${code}`)
})

test('does not remove plain words from a log line', () => {
  expect(scrub('call failed: booking.createReservation 409 in 12 ms')).toBe(
    'call failed: booking.createReservation 409 in 12 ms',
  )
})

describe('the log', () => {
  test('consists of structured lines (R18.6)', () => {
    const line = JSON.parse(written((log) => log.info({ route: '/events', status: 200 }, 'request')))
    expect(line).toMatchObject({ level: 'info', route: '/events', status: 200, msg: 'request' })
  })

  test('contains no personal data, secrets or links in messages, fields and nested values', () => {
    const line = written((log) => {
      log.info(
        { note: { to: ['ann@example.test'] }, link: `/complete-reservation/${UUID}` },
        `mail for ann@example.test`,
      )
      log.warn(`uuid ${UUID}`)
      log.child({ who: 'ann@example.test' }).info('child')
    })
    expect(line).not.toContain('ann@example.test')
    expect(line).not.toContain(UUID)
  })

  test('leaves out fields that must never be in a log', () => {
    const line = written((log) =>
      log.info({
        email: 'x',
        password: 'Yucca',
        headers: { Cookie: 'session=abc', authorization: 'Bearer q' },
      }),
    )
    for (const secret of ['Yucca', 'session=abc', 'Bearer q', '"x"']) expect(line).not.toContain(secret)
  })

  test('contains the place and code of a database error, but never the row’s values', () => {
    const cause = Object.assign(new Error('duplicate key (email)=(ann)'), {
      code: '23505',
      severity: 'ERROR',
    })
    const error = Object.assign(new Error('Failed query: insert … params: Ann Lee,Peanuts', { cause }), {
      query: 'insert',
      params: ['Ann Lee', 'Peanuts'],
    })
    const line = written((log) => log.error({ err: error }, 'failed'))
    expect(line).toContain('23505')
    expect(line).toContain('log.test.ts')
    for (const secret of ['Ann', 'Peanuts', 'duplicate']) expect(line).not.toContain(secret)
  })

  test('contains the message of an error outside the database, but not the values in quotation marks', () => {
    const line = written((log) =>
      log.error({ err: new Error(`cannot read "Ann Lee" of 'Peanuts'`) }, 'failed'),
    )
    expect(line).toContain('cannot read')
    for (const secret of ['Ann', 'Peanuts']) expect(line).not.toContain(secret)
  })

  test('can contain an error that is its own cause', () => {
    const error = new Error('round and round')
    error.cause = error
    expect(written((log) => log.error({ err: error }, 'failed'))).toContain('round and round')
  })

  test("contains the status and error code of another program's reply, but not its sentences", () => {
    const said = { error: 'invalid_client', error_description: 'Ann Lee has no such secret' }
    const error = Object.assign(new Error('an answer', { cause: said }), { status: 401, ...said })
    const line = written((log) => log.warn({ err: error }, 'sign-in failed'))
    expect(JSON.parse(line).err).toMatchObject({
      status: 401,
      error: 'invalid_client',
      cause: { error: 'invalid_client' },
    })
    expect(line).not.toContain('Ann Lee')
    const challenge = new Error('refused', {
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token', realm: 'Ann Lee' } }],
    })
    const challenged = written((log) => log.warn({ err: challenge }, 'sign-in failed'))
    expect(JSON.parse(challenged).err.cause).toEqual({ type: 'object', error: 'invalid_token' })
    const word = written((log) => log.warn({ err: { error: 'ann' } }, 'sign-in failed'))
    expect(word).not.toContain('ann')
  })

  test('contains only the status if code throws a reply', () => {
    const thrown = { status: 405, data: 'Error: You made a POST request to "/event/reunion"', error: {} }
    const line = JSON.parse(written((log) => log.error({ err: thrown }, 'page failed')))
    expect(line.err).toEqual({ type: 'object', status: 405 })
  })
})

const nothing = () => {}

function printed(print: (printer: Pick<Console, 'error' | 'warn' | 'log'>) => void) {
  const lines: string[] = []
  const printer = { error: nothing, warn: nothing, info: nothing, log: nothing, debug: nothing }
  logConsole(createLog({ destination: { write: (line: string) => lines.push(line) } }), printer)
  print(printer)
  return lines.map((line) => JSON.parse(line) as { level: string; err: { message: string; type: string } })
}

test('writes to the log what a library prints, without the values in quotation marks', () => {
  const [line] = printed(({ warn }) => warn(`The URL path "/complete-reservation/${UUID}%ff" is malformed`))
  expect(line).toMatchObject({ level: 'warn', err: { message: 'The URL path "…" is malformed' } })
})

test('if a library prints an error, logs it like any other error, without the text before it', () => {
  const [line] = printed(({ error }) => error('Rendering failed for Ann Lee', new TypeError('no "Ann Lee"')))
  expect(line).toMatchObject({ err: { type: 'TypeError', message: 'no "…"' } })
  expect(JSON.stringify(line)).not.toContain('Ann')
})

test('does not write to the log an object that a library prints, or the text after the object', () => {
  const [line] = printed(({ log }) => log({ name: 'Ann Lee' }, 'Ann Lee'))
  expect(JSON.stringify(line)).not.toContain('Ann')
})
