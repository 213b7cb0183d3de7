/** Retreats on the family's calendar: the site's events as the family may see them. */
import type { Day } from '#shared/days.ts'
import type { Retreat } from './contract.ts'

/** With the event's number and version, which only a feed tells. */
type NumberedRetreat = Retreat & { id: number; version: number }

interface RetreatRow {
  id: number
  name: string
  urlName: string
  start: Day
  end: Day
  private: boolean
  version: number
}

/** Of a private one its days alone, but to admins: the family knows that the house is taken, not by whom. */
export function retreatFor(row: RetreatRow, { admin }: { admin: boolean }): NumberedRetreat {
  const { name, urlName, private: isPrivate, ...rest } = row
  const hidden = isPrivate && !admin
  return { ...rest, name: hidden ? null : name, urlName: hidden ? null : urlName }
}
