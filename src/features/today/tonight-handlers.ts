/** Answers who is on the ranch tonight, in three statements however large the house has grown. */
import { bind, type Bound } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { getTonight, type SleepingRetreat } from './contract.ts'
import { listFamily, listGuests, listSleeping } from './store/events.ts'
import { toNamed } from './view.ts'

/** The beds of the house are few: what is beyond these is told by its number. */
const RETREATS = 12
const GUESTS = 60
const FAMILY = 60

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

export function tonightHandlers({ db, sealer, now }: Deps): Bound[] {
  return [
    bind(getTonight, async () => {
      const day = ranchDay(now())
      const sleeping = await listSleeping(db, day, RETREATS)
      const guests = await listGuests(
        db,
        sleeping.map(({ id }) => id),
      )
      const retreats = sleeping.map(({ password, ...retreat }): SleepingRetreat => {
        const named = toNamed(
          sealer,
          guests.filter(({ eventId }) => eventId === retreat.id),
        )
        const listed = named.slice(0, GUESTS)
        return { ...retreat, private: password !== null, guests: listed, more: named.length - listed.length }
      })
      return { day, retreats, family: await listFamily(db, day, FAMILY) }
    }),
  ]
}
