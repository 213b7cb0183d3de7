import { formatDay, ranchDay } from '../../../shared/days.ts'

/** The ranch's day of an instant, as people read it. */
export function paidOn(instant: string): string {
  return formatDay(ranchDay(new Date(instant)))
}
