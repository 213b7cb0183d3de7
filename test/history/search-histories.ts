/** Runs many random lists of steps. Shortens the first list that fails, and describes it step by step. */
import * as fc from 'fast-check'
import { repeatText } from '#test/support/seeds.ts'
import { randomHistory } from './random-history.ts'
import type { Step } from './operations.ts'
import { runHistory } from './run-history.ts'
import { shorten } from './shorten.ts'
import type { HistorySite } from './site.ts'

export interface SearchOptions {
  seed: number
  /** The number of the only list of steps to run for this seed. If it is missing, all lists run. */
  only?: number | undefined
  histories: number
  /** How many milliseconds to spend on shortening a failing list of steps. */
  shortenForMs?: number
}

export interface SearchResult {
  /** The failing list of steps and its problems as text. Null if no list failed. */
  story: string | null
  seed: number
  /** How many lists of steps ran. If a list failed, it was the last. */
  histories: number
  steps: number
  counts: Map<string, number>
}

const SHORTEN_FOR_MS = 90_000

export async function searchHistories(site: HistorySite, options: SearchOptions): Promise<SearchResult> {
  const { seed, only } = options
  const result: SearchResult = { story: null, seed, histories: 0, steps: 0, counts: new Map() }
  let broken: Step[] | null = null
  const holds = async (steps: Step[]) => {
    result.histories += 1
    if (only !== undefined && result.histories !== only) return
    result.steps += steps.length
    const played = await runHistory(site, steps)
    for (const [what, times] of played.counts) result.counts.set(what, (result.counts.get(what) ?? 0) + times)
    if (played.story === null) return
    if (!played.stuck) broken = steps
    result.story = played.story
    throw new Error(played.story)
  }
  // Ends fast-check at the first failing list, because `shorten` shortens that list instead.
  const property = fc.asyncProperty(randomHistory, holds)
  await fc.check(property, { seed, numRuns: options.histories, endOnFailure: true })
  if (broken !== null)
    await shortenStory(site, broken, { result, shortenForMs: options.shortenForMs ?? SHORTEN_FOR_MS })
  return result
}

async function shortenStory(
  site: HistorySite,
  broken: Step[],
  { result, shortenForMs }: { result: SearchResult; shortenForMs: number },
): Promise<void> {
  const began = performance.now()
  await shorten(broken, async (shorter) => {
    if (performance.now() - began > shortenForMs) return false
    const { story } = await runHistory(site, shorter)
    result.story = story ?? result.story
    return story !== null
  })
}

/** Returns the message for a failing test, with the failing steps and the command that repeats them. */
export function failureText({ story, seed, histories }: SearchResult): string {
  return `${story}\n\n${repeatText(seed, 'history', 'http test/history/history.test')}
For this history alone, set HISTORY_NUMBER=${histories} too.`
}
