/** The work that access does by the clock (`tick.…`). */
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { deleteExpiredSessions } from './store.ts'

export function accessJobs({ db, now }: Pick<Services, 'db' | 'now'>): OutboxHandlers {
  return {
    'tick.expire-sessions': async () => {
      await deleteExpiredSessions(db, now())
      return 'done'
    },
  }
}
