/**
 * Kills the real process with `kill -9` at every named step between the card and the record (R20.3), in real
 * time.
 * The next process waits for the leases of the dead one. The guest's page must be right within a minute.
 */
import { describe } from 'vitest'
import { describeCrashes, type StageOptions } from '../support/reliability/crash-runner.ts'
import { CRASH_SCENARIOS, CARD_CRASH_SCENARIOS } from '../support/reliability/crash-stories.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

const pointsOf = <Point extends string>(stories: Record<Point, unknown>) => Object.keys(stories) as Point[]

allowLongTests()

describe.each<[string, StageOptions]>([
  ['between the card and the record', { points: pointsOf(CRASH_SCENARIOS), skipMinutes: 0 }],
  // Its days pass on a moved clock.
  [
    'between a kept card and its charge',
    { points: pointsOf(CARD_CRASH_SCENARIOS), skipMinutes: 181, jobsEverySeconds: 2 },
  ],
])('killed %s', (_, options) => describeCrashes(options))
