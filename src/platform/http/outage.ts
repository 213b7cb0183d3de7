/** Tells "the database cannot be reached just now" (503, try again) from a bug (500). */

/**
 * Connection failures, shutdown, too many connections, a statement or a transaction that waited too long, and
 * conflicts that the next try resolves.
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
/** The driver's own words, which bear no code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|cannot use a pool after|is not queryable/i

/** Something we depend on does not answer; thrown by whoever noticed. */
export class Outage extends Error {
  override readonly name = 'Outage'
}

/** Whether the error, or what caused it, is an outage of something we depend on. */
export function isOutage(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if (current instanceof Outage) return true
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && (SQL_STATES.test(code) || NETWORK_CODES.has(code))) return true
    if (DRIVER_WORDS.test(current.message)) return true
  }
  return false
}
