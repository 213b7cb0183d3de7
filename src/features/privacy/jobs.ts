/** The round that deletes what guests told us, when its time has come. */
import type { OutboxHandlers } from '#platform/outbox.ts'
import { purgeDue, type PurgeDeps } from './purge/purge.ts'

export function privacyJobs(deps: PurgeDeps): OutboxHandlers {
  return {
    'tick.purge': async (_payload, { stopping }) => {
      await purgeDue(deps, { stopping })
      return 'done'
    },
  }
}
