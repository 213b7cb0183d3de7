/**
 * Kills the site's process at a few steps between the charge of a card and its record in the database
 * (R20.3). `crash-recovery.deep.test.ts` does this at every step and waits in real time.
 */
import { describe } from 'vitest'
import { describeCrashes, type StageOptions } from '../support/reliability/crash-runner.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()

describe.each<[string, StageOptions]>([
  [
    'between the card and the record',
    { points: ['changes-written', 'changes-committed', 'refund-made'], skipMinutes: 1 },
  ],
  ['between a kept card and its charge', { points: ['charge-made'], skipMinutes: 181, jobsEverySeconds: 2 }],
])('a site that is killed %s (R20.3)', (_, options) => describeCrashes(options))
