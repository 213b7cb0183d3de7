import { expect, test } from 'vitest'
import { isOutage, Outage } from './outage.ts'

/** Builds the error of a failed query as Drizzle does, with the driver's error inside. */
const failedQuery = (cause: Error) => new Error('Failed query', { cause })
const withCode = (code: string) => Object.assign(new Error('…'), { code })

test.each([
  ['the server shuts down', withCode('57P01')],
  ['the server starts', withCode('57P03')],
  ['a statement waited too long', withCode('57014')],
  ['no server listens at the address', withCode('ECONNREFUSED')],
  ['the connection broke', new Error('Connection terminated unexpectedly')],
  [
    'a rollback on a broken connection',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['all connections are taken', new Error('timeout exceeded when trying to connect')],
  ['the embedded database is closed', new Error('PGlite is closed')],
  ['the embedded database is closing', new Error('PGlite is closing')],
  ['another service does not answer', new Outage('keys')],
])('recognizes an outage if %s', (_what, cause) => {
  expect(isOutage(failedQuery(cause))).toBe(true)
})

test.each([
  ['a violated database constraint', withCode('23505')],
  ['a wrong statement', withCode('42601')],
  ['a bug', new TypeError('x is not a function')],
])('does not take %s for an outage', (_what, cause) => {
  expect(isOutage(failedQuery(cause))).toBe(false)
})
