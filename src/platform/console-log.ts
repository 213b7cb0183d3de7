/** Catches what libraries print by themselves, and logs it without what it quotes. */
import type { Logger } from './log.ts'

const METHODS = ['error', 'warn', 'info', 'log', 'debug'] as const

type Printer = Pick<Console, (typeof METHODS)[number]>

/**
 * Sends what is printed to the log, as a warning with its place in the code and without what it quotes: the router prints
 * addresses that it cannot decode, and a guest's private link is in such a one.
 */
export function logConsole(log: Logger, printer: Printer = console): void {
  const say = (...[first, ...more]: unknown[]) => {
    const error = [first, ...more].find((word) => word instanceof Error) ?? new Error(String(first))
    log.warn({ err: error }, 'a library printed something')
  }
  for (const method of METHODS) printer[method] = say
}
