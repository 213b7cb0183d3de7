import { violationsOfStep } from './invariants.ts'
import type { Step } from './operations.ts'
import { violationsAtRest, runUntilIdle } from './rest-invariants.ts'
import type { HistorySite } from './site.ts'
import { takeSnapshot } from './snapshot.ts'
import { runStep } from './run-step.ts'
import { startHistory, type HistoryState } from './history-state.ts'

export interface Played {
  /** The steps that ran and the problems found, as text. Null if there was no problem. */
  story: string | null
  /** True if a step never finished. No further test can then use the site. */
  stuck: boolean
  counts: ReadonlyMap<string, number>
}

export async function runHistory(site: HistorySite, history: readonly Step[]): Promise<Played> {
  const state = await startHistory(site)
  const broken = (await runSteps(state, history)) ?? (await finishAndCheck(state))
  return { story: broken && storyOf(state, broken), stuck: broken?.[0] === STUCK, counts: state.counts }
}

async function runSteps(state: HistoryState, history: readonly Step[]): Promise<string[] | null> {
  const { conditions } = state.site
  let before = await takeSnapshot(state)
  for (const step of history) {
    state.replies = []
    state.overbooked = []
    conditions.unanswered = 0
    conditions.crashes = 0
    const lines = state.lines.length
    const problem = await failureOf(() => runStep(state, step))
    if (problem[0] === STUCK) return problem
    // Each step that does something adds a line to the report. If this step added none, there is nothing to
    // check.
    if (problem.length === 0 && state.lines.length === lines) continue
    const after = await takeSnapshot(state)
    const broken = [...problem, ...violationsOfStep({ before, after, state })]
    if (broken.length > 0) return broken
    before = after
  }
  return null
}

async function finishAndCheck(state: HistoryState): Promise<string[] | null> {
  const before = await takeSnapshot(state)
  const problem = await failureOf(() => runUntilIdle(state))
  if (problem[0] === STUCK) return problem
  const after = await takeSnapshot(state)
  const broken = [...problem, ...violationsOfStep({ before, after, state })]
  const all = broken.length > 0 ? broken : await violationsAtRest(state)
  return all.length > 0 ? all : null
}

const STUCK = 'what followed has not come to an end'
/**
 * If a step takes more than this many milliseconds, it counts as deadlocked. Most steps take less than a
 * second.
 */
const STUCK_AFTER_MS = 120_000

async function failureOf(doing: () => Promise<void>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([STUCK]), STUCK_AFTER_MS)
  })
  try {
    return await Promise.race([doing().then(() => []), stuck])
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  } finally {
    clearTimeout(timer)
  }
}

function storyOf({ lines }: HistoryState, broken: string[]): string {
  const numbered = lines.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`)
  return [...numbered, '', ...new Set(broken)].join('\n')
}
