/**
 * Separates outages from bugs. In an outage, for example of the database, the site replies 503, so that the
 * client tries again. For a bug the site replies 500.
 */
import { causesOf } from '../database/database.ts'

/**
 * SQLSTATEs of an outage: failed connections, shutdown, too many connections, time limits, and conflicts that
 * a retry solves.
 */
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
/** Matches error messages of the database drivers that come without a code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|cannot use a pool after|is not queryable|PGlite is clos/i

/** Thrown if a service that the site needs does not answer. */
export class Outage extends Error {
  override readonly name = 'Outage'
}

/** Returns true if the error or one of its causes is an outage. */
export const isOutage = (error: unknown): boolean =>
  causesOf(error).some((cause) => {
    const { code } = cause as { code?: unknown }
    const known = typeof code === 'string' && (SQL_STATES.test(code) || NETWORK_CODES.has(code))
    return known || cause instanceof Outage || DRIVER_WORDS.test(cause.message)
  })
