/** Plays many random histories; the first that breaks is made as short as it can be and told as a story. */
import * as fc from 'fast-check'
import { repeatText } from '#test/support/seeds.ts'
import { history } from './draw.ts'
import type { Step } from './operations.ts'
import { play } from './play.ts'
import { shorten } from './shorten.ts'
import type { HistorySite } from './site.ts'

export interface Telling {
  seed: number
  /** Which of the seed's histories alone; all when missing. */
  only?: number | undefined
  histories: number
  /** Milliseconds for making a broken history shorter. */
  patience?: number
}

export interface Told {
  /** Null: everything held in all of them. */
  story: string | null
  seed: number
  /** Histories played; when one broke, it is the last. */
  histories: number
  steps: number
  /** How often each thing came about. */
  counts: Map<string, number>
}

const PATIENCE_MS = 90_000

export async function tellHistories(site: HistorySite, telling: Telling): Promise<Told> {
  const { seed, only } = telling
  const told: Told = { story: null, seed, histories: 0, steps: 0, counts: new Map() }
  let broken: Step[] | null = null
  const holds = async (steps: Step[]) => {
    told.histories += 1
    if (only !== undefined && told.histories !== only) return
    told.steps += steps.length
    const played = await play(site, steps)
    for (const [what, times] of played.counts) told.counts.set(what, (told.counts.get(what) ?? 0) + times)
    if (played.story === null) return
    if (!played.stuck) broken = steps
    told.story = played.story
    throw new Error(played.story)
  }
  // Shortened here: the steps of a history hardly depend on each other's values, but a lot on each other.
  const property = fc.asyncProperty(history, holds)
  await fc.check(property, { seed, numRuns: telling.histories, endOnFailure: true })
  if (broken !== null) await shortenStory(site, broken, { told, patience: telling.patience ?? PATIENCE_MS })
  return told
}

async function shortenStory(
  site: HistorySite,
  broken: Step[],
  { told, patience }: { told: Told; patience: number },
): Promise<void> {
  const began = performance.now()
  await shorten(broken, async (shorter) => {
    if (performance.now() - began > patience) return false
    const { story } = await play(site, shorter)
    told.story = story ?? told.story
    return story !== null
  })
}

/** What a failing test prints. */
export function failureText({ story, seed, histories }: Told): string {
  return `${story}\n\n${repeatText(seed, 'history', 'http random-history/history.test')}
Alone, by HISTORY_NUMBER=${histories} before it.`
}
