/**
 * Structured logs without personal data, secrets or links (R18.6). Every text is cleaned here, so that no
 * code can write personal data by accident. Requests are logged by the name of the route, not by the path.
 */
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { causesOf } from './database/database.ts'

export type Logger = PinoLogger

/** Names of fields whose values must never be in a log. */
const FORBIDDEN =
  /^(authorization|cookie|set-cookie|password|token|secret|email|customer_?name|name|phone|address|body|query)$/i

// Each pattern takes time in proportion to the text. So a long text from a stranger cannot block the process.
const EMAIL = /[\p{L}\p{N}_.+'-]{1,64}@[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+/gu
const SCRUBS: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[uuid]'],
  [/\b(?:https?|postgres(?:ql)?|smtps?):\/\/[^\s"\\]+/gi, '[url]'],
  [/\b(?:sk|pk|rk|whsec|pi|seti|cs)_[A-Za-z0-9_]{8,}/g, '[key]'],
  [/\b\d(?:[ -]?\d){11,18}\b/g, '[digits]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  // Does not match words in capitals, because they are error codes, such as OAUTH_WWW_AUTHENTICATE_CHALLENGE.
  [/(?<![\w-])(?![A-Z]+(?:_[A-Z]+)+(?![\w-]))[\w-]{32,}/g, '[token]'],
]

/** Returns the text without e-mail addresses, uuids, URLs, keys, tokens and numbers that look like cards. */
export function scrub(text: string): string {
  // Most texts contain no @. Checking that first saves the slower search for addresses.
  const nameless = text.includes('@') ? text.replace(EMAIL, '[email]') : text
  return SCRUBS.reduce((scrubbed, [pattern, word]) => scrubbed.replace(pattern, word), nameless)
}

const MAX_DEPTH = 5

function scrubValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value)
  if (value instanceof Error) return describeError(value)
  if (value === null || typeof value !== 'object') return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => scrubValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      FORBIDDEN.test(key) ? '[removed]' : scrubValue(inner, depth + 1),
    ]),
  )
}

/**
 * Returns facts about an error for the log: its type, code and place in the code. Omits the messages of
 * database errors, because they contain values. Removes personal data and everything in quotation marks from
 * other messages. Follows only a few causes, because an error may be its own cause.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return describeOther(error)
  const code = (error as { code?: unknown }).code
  const quotesValues = 'params' in error || 'query' in error || 'severity' in error
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...answerFacts(error),
    ...(quotesValues
      ? {}
      : { message: scrub(error.message.replace(/"[^"]*"|'[^']*'/g, '"…"')).slice(0, 300) }),
    stack: stackPlaces(error),
    ...(error.cause === undefined || depth >= MAX_DEPTH
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  }
}

// Describes thrown values that are no errors. React Router throws replies, whose texts contain addresses. A
// refused sign-in throws a list of challenges.
function describeOther(thrown: unknown): Record<string, unknown> {
  const facts = Array.isArray(thrown)
    ? thrown.map((one) => answerFacts(one?.parameters))
    : [answerFacts(thrown)]
  return Object.assign({ type: typeof thrown }, ...facts)
}

/**
 * Matches an error code in the form of OAuth and its extensions, such as `invalid_client` (RFC 6749 section
 * 5.2).
 */
const ERROR_WORD = /^(?=.{1,40}$)[a-z]+(?:_[a-z]+)+$/

/** Returns only the status and the error code of another program's reply, without its sentences. */
function answerFacts(answer: unknown): { status?: number; error?: string } {
  const { status, error } = (answer ?? {}) as { status?: unknown; error?: unknown }
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof error === 'string' && ERROR_WORD.test(error) ? { error } : {}),
  }
}

const stackPlaces = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim().replace(/(file:\/\/)?\/\S*\/(src|build|node_modules)\//, '$2/'))

/** Sentences for failures that the operator can repair, by the system's error code. */
const FAILURES: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk’s quota is used up.',
  EFBIG: 'The system allows no files of this size.',
  EROFS: 'The disk can only be read.',
  ECONNREFUSED: 'The database or the file store does not answer.',
}

/** Returns why some work failed, in one sentence for an admin, without personal data. */
export function failureMessage(error: unknown): string {
  for (const cause of causesOf(error)) {
    const { code, path } = cause as NodeJS.ErrnoException
    if (code && FAILURES[code]) return FAILURES[code]
    if (code && path) return `${path}: ${code}.`
  }
  const { type, code, message } = describeError(error)
  return [type, code, message].filter(Boolean).join(' ')
}

/**
 * Replaces the value of the field `err` by its description without personal data. The value may be anything,
 * because code can throw anything.
 */
const withError = (fields: Record<string, unknown>): Record<string, unknown> =>
  'err' in fields ? { ...fields, err: describeError(fields['err']) } : fields

interface LogOptions {
  level?: 'silent' | 'debug' | 'info' | 'warn' | 'error'
  /** Where log lines are written. If it is missing, they are written to standard output. */
  destination?: DestinationStream
}

/** Creates a log that writes one JSON object per line. */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => scrubValue(withError(fields)) as Record<string, unknown>,
    },
    serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
    hooks: {
      // Cleans each finished line, because it also contains the message and the fields of child loggers.
      streamWrite: scrub,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const METHODS = ['error', 'warn', 'info', 'log', 'debug'] as const

/**
 * Writes console output to the log as a warning, with its place in the code and without quoted texts. React
 * Router prints addresses that it cannot decode. Such an address may be a guest's private link.
 */
export function logConsole(log: Logger, printer: Pick<Console, (typeof METHODS)[number]> = console): void {
  const say = (...[first, ...more]: unknown[]) => {
    const error = [first, ...more].find((word) => word instanceof Error) ?? new Error(String(first))
    log.warn({ err: error }, 'a library printed something')
  }
  for (const method of METHODS) printer[method] = say
}
