/** The retreats that a page has at hand; days that it comes to need are asked for, whatever it goes on to meanwhile. */
import type { Retreat } from '#features/calendar/contract.ts'
import { joined, type Known, missingIn, nextAsk, type Stretch, withMore } from './stretches.ts'

/** The days whose retreats a page needs. */
export interface Wanted {
  /** The days on the screen: the page is busy until they are there. */
  shown: Stretch
  /** The days that are likely to be looked at next: nobody waits for them, and nobody is told when that fails. */
  soon: Stretch
  /** Days whose retreats the page's list tells as well. */
  listed: readonly Stretch[]
}

interface Failure {
  stretch: Stretch
  message: string
}

export interface Book extends Known {
  failures: readonly Failure[]
}

export type ReadRetreats = (
  stretch: Stretch,
) => Promise<{ ok: true; data: Retreat[] } | { ok: false; message: string }>

export interface RetreatBook {
  /** The state now: another object after each change. */
  now: () => Book
  /** Calls back after each change. Gives what ends it. */
  onChange: (call: () => void) => () => void
  want: (wanted: Wanted) => void
  /** Asks once more for what failed. */
  again: () => void
}

/** A book with what is known so far. Replies come in any order, and each is kept. */
export function openRetreatBook(given: Known, read: ReadRetreats): RetreatBook {
  let book: Book = { ...given, failures: [] }
  let wanted: Wanted | null = null
  const asked = new Set<Stretch>()
  const listeners = new Set<() => void>()
  const write = (changes: Partial<Book>) => {
    book = { ...book, ...changes }
    for (const listener of listeners) listener()
  }
  const ask = async (stretch: Stretch) => {
    asked.add(stretch)
    const found = await read(stretch)
    asked.delete(stretch)
    if (found.ok) write(withMore(book, stretch, found.data))
    else write({ failures: [...book.failures, { stretch, message: found.message }] })
    goOn()
  }
  const goOn = () => {
    if (!wanted) return
    // A failed stretch waits until it is asked for again, or another one is wanted.
    const tried = joined([...book.days, ...asked, ...book.failures.map(({ stretch }) => stretch)])
    const urgent = nextAsk(tried, [wanted.shown])
    if (urgent) void ask(urgent)
    // These are read one at a time: nobody waits for them.
    if (asked.size > 0 || book.failures.length > 0) return
    const next = nextAsk(tried, [wanted.soon, ...wanted.listed])
    if (next) void ask(next)
  }
  const retry = () => {
    if (book.failures.length > 0) write({ failures: [] })
    goOn()
  }
  return {
    now: () => book,
    onChange: (call) => {
      listeners.add(call)
      return () => listeners.delete(call)
    },
    want: (next) => {
      wanted = next
      retry()
    },
    again: retry,
  }
}

/** Whether what is looked at is on its way. */
export function isBusy({ days, failures }: Book, { shown }: Wanted): boolean {
  const missing = missingIn(days, shown)
  return missing !== null && !failures.some(({ stretch }) => overlap(stretch, missing))
}

/** Why something that is shown or listed is not there; null: it is, or may yet come. */
export function failureOf({ days, failures }: Book, { shown, listed }: Wanted): string | null {
  const missing = [shown, ...listed].map((each) => missingIn(days, each)).filter((each) => each !== null)
  const failure = failures.find(({ stretch }) => missing.some((each) => overlap(stretch, each)))
  return failure?.message ?? null
}

const overlap = (a: Stretch, b: Stretch) => a.start <= b.end && b.start <= a.end
