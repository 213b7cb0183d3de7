/**
 * Kills the site's process with `kill -9` at every named step between the charge of a card and its record in
 * the database (R20.3). The test runs in real time: the next process waits until the leases of the dead
 * process expire. The guest's page must be correct within a minute.
 */
import { describe } from 'vitest'
import { describeCrashes, type StageOptions } from '../support/reliability/crash-runner.ts'
import { CRASH_SCENARIOS, CARD_CRASH_SCENARIOS } from '../support/reliability/crash-stories.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

const pointsOf = <Point extends string>(stories: Record<Point, unknown>) => Object.keys(stories) as Point[]

allowLongTests()

describe.each<[string, StageOptions]>([
  ['between the card and the record', { points: pointsOf(CRASH_SCENARIOS), skipMinutes: 0 }],
  // The scenarios of saved cards take days, so the test moves the clock.
  [
    'between a kept card and its charge',
    { points: pointsOf(CARD_CRASH_SCENARIOS), skipMinutes: 181, jobsEverySeconds: 2 },
  ],
])('a site that is killed %s', (_, options) => describeCrashes(options))
