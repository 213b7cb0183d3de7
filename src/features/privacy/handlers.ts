/** Answers a guest's calls about their own data. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { eraseReservation, exportReservation } from './contract.ts'
import { askForErasure } from './erase-data.ts'
import { readStored } from './export-data.ts'

export function privacyHandlers(services: Services): Bound[] {
  return [
    bind(exportReservation, async ({ query: { uuid } }) => {
      const stored = await readStored(services, uuid)
      if (typeof stored === 'string') return fail(stored)
      return 'purged' in stored ? fail('purged', { message: stored.purged }) : stored
    }),

    bind(eraseReservation, async ({ body: { uuid } }) => {
      const answer = await askForErasure(services, uuid)
      return answer === 'asked' ? {} : fail(answer)
    }),
  ]
}
