/** Plays one history on an empty site and returns its story if a check fails. */
import { brokenByStep } from './invariants.ts'
import type { Step } from './operations.ts'
import { brokenAtRest, letSettle } from './settled.ts'
import type { HistorySite } from './site.ts'
import { takeSnapshot } from './snapshot.ts'
import { take } from './take.ts'
import { beginWorld, type World } from './world.ts'

export interface Played {
  /** The steps and the failed checks as text, or null if every check passed. */
  story: string | null
  /** True if a step never finished. The site can no longer be used. */
  stuck: boolean
  /** How often each counted situation occurred. */
  counts: ReadonlyMap<string, number>
}

export async function play(site: HistorySite, history: readonly Step[]): Promise<Played> {
  const world = await beginWorld(site)
  const broken = (await playSteps(world, history)) ?? (await rest(world))
  return { story: broken && storyOf(world, broken), stuck: broken?.[0] === STUCK, counts: world.counts }
}

async function playSteps(world: World, history: readonly Step[]): Promise<string[] | null> {
  const { conditions } = world.site
  let before = await takeSnapshot(world)
  for (const step of history) {
    world.replies = []
    world.overbooked = []
    Object.assign(conditions, { unanswered: 0, deaths: 0 })
    const lines = world.lines.length
    const problem = await failureOf(() => take(world, step))
    if (problem[0] === STUCK) return problem
    // Every step that does something adds a line to the story. Without one there is nothing to check.
    if (problem.length === 0 && world.lines.length === lines) continue
    const after = await takeSnapshot(world)
    const broken = [...problem, ...brokenByStep({ before, after, world })]
    if (broken.length > 0) return broken
    before = after
  }
  return null
}

async function rest(world: World): Promise<string[] | null> {
  const before = await takeSnapshot(world)
  const problem = await failureOf(() => letSettle(world))
  if (problem[0] === STUCK) return problem
  const after = await takeSnapshot(world)
  const broken = [...problem, ...brokenByStep({ before, after, world })]
  const all = broken.length > 0 ? broken : await brokenAtRest(world)
  return all.length > 0 ? all : null
}

const STUCK = 'what followed has not come to an end'
/** Milliseconds until a step counts as deadlocked. Normal steps take less than a second. */
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

function storyOf({ lines }: World, broken: string[]): string {
  const numbered = lines.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`)
  return [...numbered, '', ...new Set(broken)].join('\n')
}
