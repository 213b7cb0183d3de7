/** Tells "the database cannot be reached just now" (503, try again) from a bug (500). */
import { causesOf } from '../database/database.ts'

/** Connection failures, shutdown, too many connections, a statement or a transaction that waited too long, and conflicts that the next try resolves. */
const SQL_STATES = /^(08|53|57P|57014|25P03|40001|40P01|55P03)/
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/** The drivers' own words, which bear no code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|cannot use a pool after|is not queryable|PGlite is clos/i

/** An outage: something that we depend on does not answer. Thrown by whoever noticed. */
export class Outage extends Error {
  override readonly name = 'Outage'
}

/** True when the error, or what caused it, is an outage of something we depend on. */
export const isOutage = (error: unknown): boolean =>
  causesOf(error).some((cause) => {
    const { code } = cause as { code?: unknown }
    const known = typeof code === 'string' && (SQL_STATES.test(code) || NETWORK_CODES.has(code))
    return known || cause instanceof Outage || DRIVER_WORDS.test(cause.message)
  })
