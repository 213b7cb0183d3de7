import { useEffect, useState } from 'react'
import { getCalendarRetreats, type Retreat } from '../../../capabilities/calendar/contract.ts'
import { addDays, type Day } from '../../../shared/days.ts'
import { browserCall } from '../../browser-call.ts'

export interface RetreatsSince {
  /** All that touch this day or a later one are in the list. */
  from: Day
  list: Retreat[]
}

/** Whoever goes further back is likely to go on: so many days more are asked for at once. */
const DAYS_MORE = 400

/** The retreats from `wanted` on. Those that came with the page are extended by earlier ones when they are asked for. */
export function useRetreats(given: RetreatsSince, wanted: Day) {
  const [earlier, setEarlier] = useState<RetreatsSince | null>(null)
  const [failure, setFailure] = useState<{ message: string; from: Day } | null>(null)
  const since = earlier?.from ?? given.from
  const missing = wanted < since ? wanted : null
  const failed = failure !== null && failure.from === missing
  useEffect(() => {
    if (missing === null || failed) return undefined
    let current = true
    const read = async () => {
      const from = addDays(missing, -DAYS_MORE)
      const to = addDays(given.from, -1)
      const found = await browserCall(getCalendarRetreats, { query: { from, to } })
      if (!current) return
      if (found.ok) setEarlier({ from, list: found.data })
      else setFailure({ message: found.message, from: missing })
    }
    void read()
    return () => {
      current = false
    }
  }, [missing, failed, given.from])
  // One that goes on over the border is in both.
  const before = earlier?.list.filter(({ end }) => end < given.from) ?? []
  return {
    retreats: [...before, ...given.list],
    busy: missing !== null && !failed,
    failure: failed ? failure.message : null,
    again: () => setFailure(null),
  }
}
