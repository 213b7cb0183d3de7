/**
 * Kills the process between the card and the record (R20.3), at a few steps. `crash-recovery.deep.test.ts`
 * dies at every step and waits in real time.
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
])('killed %s (R20.3)', (_, options) => describeCrashes(options))
