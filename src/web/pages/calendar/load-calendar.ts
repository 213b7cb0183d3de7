import {
  getCalendarEvents,
  getCalendarRetreats,
  getFeedAddress,
} from '../../../capabilities/calendar/contract.ts'
import { getTonight, type Tonight } from '../../../capabilities/today/tonight/contract.ts'
import type { Call } from '../../../shared/client.ts'
import { addDays, ranchDay } from '../../../shared/days.ts'
import type { SiteInfo } from '../../server-context.ts'
import { orRefuse } from './refuse.ts'

/** Retreats are here from so long ago on: those of every event that is shown, and of the months around. */
const DAYS_BACK = 120

export type Calendar = Awaited<ReturnType<typeof loadCalendar>>

/** All that the page shows; of the retreats what the caller may see. */
export async function loadCalendar(call: Call, { admin, publicUrl }: Pick<SiteInfo, 'admin' | 'publicUrl'>) {
  // The ranch's today: the browser's clock and its zone decide nothing.
  const today = ranchDay(new Date())
  const from = addDays(today, -DAYS_BACK)
  const [events, retreats, feed, tonight] = await Promise.all([
    call(getCalendarEvents),
    call(getCalendarRetreats, { query: { from } }),
    call(getFeedAddress),
    admin ? call(getTonight) : null,
  ])
  return {
    today,
    admin,
    publicUrl,
    events: orRefuse(events),
    retreats: { from, list: orRefuse(retreats) },
    feed: orRefuse(feed),
    tonight: tonight === null ? null : (orRefuse(tonight) satisfies Tonight),
  }
}
